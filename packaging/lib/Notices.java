// SPDX-License-Identifier: Apache-2.0

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the third-party notices of the packages: {@code Notices JARS NOTICES LICENSE RUNTIME FONTS > FILE}, where JARS
 * is the folder of the libraries, NOTICES the folder packaging/notices, LICENSE the Apache licence's text, RUNTIME the
 * Java runtime in the package and FONTS the folder of the fonts and their licences. Fails on a library without an entry, so that none is shipped unnoticed.
 */
final class Notices {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^-]*(?:-\\d+)?)(-linux.*|-native)?\\.jar");

    private record Library(String name, String licence, String copyright) {}

    public static void main(String[] args) throws Exception {
        Path notices = Path.of(args[1]);
        Map<String, Library> known = new HashMap<>();
        for (String line : Files.readAllLines(notices.resolve("libraries.tsv"), UTF_8)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] part = line.split("\t");
                known.put(part[0], new Library(part[0], part[1], part[2]));
            }
        }
        Map<String, String> versions = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        List<Path> jars;
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        for (Path jar : jars) {
            Matcher name = JAR.matcher(jar.getFileName().toString());
            if (!name.matches() || !known.containsKey(name.group(1))) {
                System.err.println("peerpath: no licence is recorded for " + jar.getFileName()
                        + "; add it to packaging/notices/libraries.tsv");
                System.exit(1);
            }
            versions.put(name.group(1), name.group(2));
            readNotice(jar, name.group(1), texts);
        }
        var out = new PrintStream(System.out, false, UTF_8);
        out.println("Peerpath contains these works of others. Each is under its own licence; the texts follow.\n");
        out.println("Java runtime: OpenJDK, GPL-2.0-only WITH Classpath-exception-2.0; its own notices are in the folder");
        out.println("lib/runtime/legal. Sources of OpenJDK and JavaFX are published by their projects for each version.\n");
        var licences = new TreeSet<String>();
        versions.forEach((name, version) -> {
            Library library = known.get(name);
            licences.add(library.licence());
            out.printf("%s %s%n    %s, Copyright (c) %s%n", name, version, library.licence(), library.copyright());
        });
        try (Stream<Path> fonts = Files.list(Path.of(args[4]))) {
            for (Path licence : fonts.filter(f -> f.getFileName().toString().startsWith("OFL-")).sorted().toList()) {
                String font = licence.getFileName().toString().replaceFirst("OFL-(.*)\\.txt", "$1");
                texts.put("font " + font + " (OFL-1.1)", Files.readString(licence, UTF_8));
            }
        }
        texts.forEach((name, text) -> section(out, "Notice of " + name, text));
        // Works inside libraries, named in the table.
        licences.add("MIT");
        licences.add("BSD-3-Clause");
        for (String licence : licences) {
            section(out, licence, Files.readString(text(licence, notices, args), UTF_8));
        }
        out.flush();
    }

    private static Path text(String licence, Path notices, String[] args) {
        return switch (licence) {
            case "Apache-2.0" -> Path.of(args[2]);
            case "GPL-2.0-only WITH Classpath-exception-2.0" -> Path.of(args[3], "legal", "java.base", "LICENSE");
            default -> notices.resolve(licence + ".txt");
        };
    }

    private static void readNotice(Path jar, String name, Map<String, String> texts) throws Exception {
        try (var file = new JarFile(jar.toFile())) {
            for (var entry : file.stream().toList()) {
                if (entry.getName().toUpperCase(Locale.ROOT).matches("META-INF/NOTICE(\\.TXT|\\.MD)?")) {
                    texts.put(name, new String(file.getInputStream(entry).readAllBytes(), UTF_8));
                }
            }
        }
    }

    private static void section(PrintStream out, String title, String text) {
        out.printf("%n%s%n%s%n%n%s%n", "-".repeat(78), title, text.strip());
    }
}
