// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.report.ExportKind;

/**
 * Every file the command line writes, by a process of its own: without a display or with one that does not answer, and
 * into a file system that is full, one that is mounted read-only, and a folder of somebody else.
 */
class OutputElsewhereTest {
    private static final String SAMPLE = "sample:hgx-b300-one-bad";

    @TempDir
    Path folder;

    /** Writes everything into each folder and tells how each went: status, folder, file, and what was said. */
    static final class Everything {
        private Everything() {}

        public static void main(String[] folders) {
            for (String folder : folders) {
                for (ExportKind kind : ExportKind.values()) {
                    run(folder, "a." + kind.ending(), "export", SAMPLE, "-o");
                }
                run(folder, "a.json.gz", "snapshot", SAMPLE, "-o");
                run(folder, "a.zip", "case", SAMPLE, "-o");
            }
        }

        private static void run(String folder, String file, String... words) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            List<String> args = new ArrayList<>(List.of(words));
            args.add(folder + "/" + file);
            int status = Program.run(args, new ByteArrayOutputStream(), err);
            String said = err.toString(StandardCharsets.UTF_8).replace('\n', ' ');
            System.out.println(status + "\t" + folder + "\t" + file + "\t" + said);
        }
    }

    /** One line of {@link Everything}. */
    private record Outcome(int status, String folder, String file, String said) {
        static Outcome of(String line) {
            String[] cells = line.split("\t", 4);
            return new Outcome(Integer.parseInt(cells[0]), cells[1], cells[2], cells[3]);
        }
    }

    private static List<String> java(String... folders) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Everything.class.getName()));
        words.addAll(List.of(folders));
        return words;
    }

    private static List<String> lines(ProcessBuilder builder) throws IOException, InterruptedException {
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out.lines().toList();
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":4077", "host.invalid:0"})
    void withoutADisplay(String display) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(java(folder.toString()));
        builder.environment().remove("WAYLAND_DISPLAY");
        builder.environment().remove("DISPLAY");
        if (!display.isEmpty()) {
            builder.environment().put("DISPLAY", display);
        }
        List<Outcome> outcomes = lines(builder).stream().map(Outcome::of).toList();
        assertEquals(ExportKind.values().length + 2, outcomes.size());
        outcomes.forEach(outcome -> assertEquals(0, outcome.status(), outcome.toString()));
        for (Outcome outcome : outcomes) {
            assertTrue(Files.size(folder.resolve(outcome.file())) > 500, outcome.file());
        }
        assertEquals(outcomes.size(), files(folder).size());
    }

    @Test
    void intoFoldersThatTakeNothing() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount and to be nobody");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")), "needs util-linux");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs util-linux");
        Map<String, String> reasons = new TreeMap<>(Map.of(
                "full", "No space left on device",
                "fixed", "Read-only file system",
                "foreign", "no permission to write in"));
        for (String name : reasons.keySet()) {
            Files.createDirectory(folder.resolve(name));
        }
        // Root without these capabilities may do in another user's folder what an ordinary user may.
        String world = """
                set -e
                mount --make-rprivate /
                mount -t tmpfs -o size=64k tmpfs "$1/full"
                head -c 1M /dev/zero > "$1/full/filler" 2> /dev/null || true
                mount -t tmpfs -o ro tmpfs "$1/fixed"
                chown 65534 "$1/foreign"
                chmod 755 "$1/foreign"
                where=$1
                shift
                setpriv --bounding-set=-dac_override,-dac_read_search,-fowner "$@"
                for folder in full fixed foreign; do
                    for file in $(ls -A "$where/$folder"); do printf 'left\t%s/%s\n' "$folder" "$file"; done
                done
                """;
        List<String> words = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", world, "sh", folder.toString()));
        words.addAll(java(reasons.keySet().stream()
                .map(name -> folder.resolve(name).toString())
                .toArray(String[]::new)));
        List<String> lines = lines(new ProcessBuilder(words));
        List<Outcome> outcomes = lines.stream()
                .filter(line -> !line.startsWith("left\t"))
                .map(Outcome::of)
                .toList();
        assertEquals(reasons.size() * (ExportKind.values().length + 2), outcomes.size());
        for (Outcome outcome : outcomes) {
            String reason = reasons.get(Path.of(outcome.folder()).getFileName().toString());
            assertEquals(2, outcome.status(), outcome.toString());
            assertTrue(outcome.said().contains(reason), outcome.toString());
        }
        assertEquals(
                List.of("left\tfull/filler"),
                lines.stream().filter(line -> line.startsWith("left\t")).toList());
    }
}
