// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;

/** Lays a host out as a folder with {@code sys/} and {@code proc/}, as one would be gathered from it. */
public final class TreeWriter {
    private final Snapshot snapshot;
    private final Path root;

    private TreeWriter(Snapshot snapshot, Path root) {
        this.snapshot = snapshot;
        this.root = root;
    }

    /** Writes it below a folder, which it returns. */
    public static Path write(Snapshot snapshot, Path root) throws IOException {
        TreeWriter writer = new TreeWriter(snapshot, root);
        for (Map.Entry<String, Reading> file : snapshot.host().entrySet()) {
            write(root.resolve(file.getKey()), file.getValue());
        }
        for (FunctionFacts function : snapshot.functions().values()) {
            writer.function(function);
        }
        return root;
    }

    private Path folder(FunctionFacts function) {
        return root.resolve(
                function.text(Attributes.REALPATH).asOptional().orElseThrow().substring(1));
    }

    private void function(FunctionFacts function) throws IOException {
        Path folder = Files.createDirectories(folder(function));
        link(root.resolve("sys/bus/pci/devices/" + function.address()), folder);
        for (Map.Entry<String, Reading> attribute : function.attributes().entrySet()) {
            String name = attribute.getKey();
            Path place = folder.resolve(name);
            if (!(attribute.getValue() instanceof Reading.Text(String value, String source))) {
                write(place, attribute.getValue());
            } else if (name.equals(Attributes.DRIVER)) {
                link(place, Files.createDirectories(root.resolve("sys/bus/pci/drivers/" + value)));
            } else if (name.equals(Attributes.IOMMU_GROUP)) {
                link(place, Files.createDirectories(root.resolve("sys/kernel/iommu_groups/" + value)));
            } else if (name.equals(Attributes.IOMMU)) {
                link(place, Files.createDirectories(root.resolve("sys/class/iommu/" + value)));
            } else if (name.equals(Attributes.PHYSFN) || name.startsWith(Attributes.VIRTFN_PREFIX)) {
                FunctionFacts other = snapshot.functions().get(Address.of(value));
                link(place, Files.createDirectories(folder(other == null ? function : other)));
            } else if (!name.equals(Attributes.REALPATH)) {
                write(place, attribute.getValue());
            }
        }
    }

    private static void write(Path file, Reading reading) throws IOException {
        Files.createDirectories(file.getParent());
        switch (reading) {
            case Reading.Text(String value, String source) ->
                Files.write(file, (value + "\n").getBytes(StandardCharsets.UTF_8));
            case Reading.Data data -> Files.write(file, data.bytes().toArray());
            case Reading.Listing listing -> {
                for (String entry : listing.entries()) {
                    Files.createDirectories(file.resolve(entry));
                }
            }
            default -> {}
        }
    }

    private static void link(Path from, Path to) throws IOException {
        Path folder = Objects.requireNonNull(from.getParent());
        Files.createDirectories(folder);
        Files.createSymbolicLink(from, folder.relativize(to));
    }
}
