// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Java in a guest: a small runtime image, the program's classes and the libraries for native calls, copied there over
 * SSH. It takes about 60 MB of the guest's memory until it is removed.
 */
final class GuestJava implements AutoCloseable {
    private static final String PLACE = "/opt/peerpath";
    private static final Pattern NATIVE_LIBRARIES = Pattern.compile("(jnr-|jffi|asm).*\\.jar");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final LabHost host;

    private GuestJava(LabHost host) {
        this.host = host;
    }

    /**
     * Puts it there.
     *
     * @param folder for building it, empty
     * @param main a class of the tests with a main method that needs the program's classes only
     */
    static GuestJava install(LabHost host, Path folder, Class<?> main) throws IOException {
        Path tree = folder.resolve("peerpath");
        Path libraries = Files.createDirectories(tree.resolve("lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (NATIVE_LIBRARIES.matcher(path.getFileName().toString()).matches()) {
                Files.copy(path, libraries.resolve(path.getFileName()));
            } else if (path.endsWith("target/classes")) {
                run("cp", "-r", path.toString(), tree.resolve("classes").toString());
            }
        }
        String file = main.getName().replace('.', '/') + ".class";
        Path place = tree.resolve("classes").resolve(file);
        Files.createDirectories(place.getParent());
        try (InputStream in = main.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            Files.copy(in, place);
        }
        run(
                Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                "--add-modules",
                "java.base,java.logging,jdk.unsupported",
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                tree.resolve("jre").toString());
        Path archive = folder.resolve("peerpath.tar.gz");
        run("tar", "-C", folder.toString(), "-czf", archive.toString(), "peerpath");
        Output output = host.tryRun("mkdir -p /opt && tar -xzf - -C /opt", Files.readAllBytes(archive));
        if (output.status() != 0) {
            throw new AssertionError(output.err());
        }
        return new GuestJava(host);
    }

    /** Runs the main class; what it prints. */
    String run(Class<?> main) {
        return host.run(PLACE + "/jre/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m"
                + " --enable-native-access=ALL-UNNAMED -cp '" + PLACE + "/classes:" + PLACE + "/lib/*' "
                + main.getName());
    }

    private static void run(String... command) {
        Output output = Commands.run(List.of(command), new byte[0], LIMIT);
        if (output.status() != 0) {
            throw new AssertionError(List.of(command) + ": " + output.err() + output.out());
        }
    }

    @Override
    public void close() {
        host.run("rm -rf " + PLACE);
    }
}
