// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;

/** What emulated machines with a real kernel printed: configuration space and the groups the kernel formed. */
final class Captures {
    private static final Pattern GROUP = Pattern.compile("group (\\d+) type=(\\S+): (.*)");

    private Captures() {}

    static Snapshot read(Path folder) throws IOException {
        Map<Address, String> groups = new HashMap<>();
        TreeMap<String, Reading> host = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("iommu_groups.txt"))) {
            Matcher m = GROUP.matcher(line);
            if (m.matches()) {
                host.put(HostFiles.groupType(m.group(1)), new Reading.Text(m.group(2), "capture"));
                List.of(m.group(3).strip().split(" ")).forEach(a -> groups.put(Address.of(a), m.group(1)));
            }
        }
        host.put(HostFiles.CMDLINE, new Reading.Text("", "capture"));
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("config"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
                String name = file.getFileName().toString();
                Address address = Address.of(name.substring(0, name.length() - ".bin".length()));
                TreeMap<String, Reading> attributes = new TreeMap<>();
                attributes.put(Attributes.CONFIG, new Reading.Data(Bytes.copyOf(Files.readAllBytes(file)), "capture"));
                Optional.ofNullable(groups.get(address))
                        .ifPresent(group -> attributes.put(Attributes.IOMMU_GROUP, new Reading.Text(group, "capture")));
                functions.put(address, new FunctionFacts(address, attributes, List.of(), true));
            }
        }
        return new Snapshot(
                new Origin(folder.toString(), SourceKind.SYSFS_TREE, "capture", Optional.empty()),
                host,
                false,
                functions,
                List.of());
    }
}
