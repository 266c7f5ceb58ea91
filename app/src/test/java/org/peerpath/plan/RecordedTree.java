// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;

/** What was read of a host, laid out as files below a folder: a root for scripts that are not to touch the real one. */
record RecordedTree(Path root) {
    private static final String BUS = "/sys/bus/pci/";

    static RecordedTree of(Snapshot snapshot, Path root) throws IOException {
        Path bus = root.resolve(BUS.substring(1));
        Files.createDirectories(bus.resolve("drivers/vfio-pci"));
        Files.createFile(bus.resolve("drivers_probe"));
        Files.createFile(bus.resolve("drivers/vfio-pci/unbind"));
        for (Map.Entry<Address, FunctionFacts> function : snapshot.functions().entrySet()) {
            Path folder = Files.createDirectories(bus.resolve("devices/" + function.getKey()));
            for (Map.Entry<String, Reading> attribute :
                    function.getValue().attributes().entrySet()) {
                if (attribute.getValue() instanceof Reading.Text(String value, String source)) {
                    write(folder, attribute.getKey(), value);
                }
            }
            Files.writeString(folder.resolve("enable"), "0\n");
        }
        return new RecordedTree(root);
    }

    private static void write(Path folder, String name, String value) throws IOException {
        Path file = folder.resolve(name);
        if (name.equals("driver")) {
            Path driver = Files.createDirectories(folder.resolve("../../drivers/" + value));
            Files.createSymbolicLink(file, folder.relativize(driver.normalize()));
        } else if (!Files.isDirectory(file)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, value.strip() + "\n");
        }
    }

    /** A script that finds these files where it looks for the host's. */
    String rooted(String script) {
        return script.replace(BUS, root + BUS);
    }

    /** Every file with its content, and every link with where it leads. */
    Map<String, String> content() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> !Files.isDirectory(file) || Files.isSymbolicLink(file))
                    .forEach(file -> all.put(root.relativize(file).toString(), content(file)));
        }
        return all;
    }

    private static String content(Path file) {
        try {
            return Files.isSymbolicLink(file) ? "-> " + Files.readSymbolicLink(file) : Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
