// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.report.Answer;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.testing.LargeHosts;

/**
 * Exports of a host of 300 functions, as {@code packaging/lib/export-ratio.sh} measures them: {@code files FOLDER} writes
 * the host as a snapshot, and the same devices as hwloc's XML for {@code lstopo}; {@code warm} times each format in a
 * program that has done it before.
 */
public final class ExportBenchmark {
    private static final int WARM_UP = 30;
    private static final int ROUNDS = 21;

    private ExportBenchmark() {}

    public static void main(String[] args) throws IOException {
        Snapshot host = LargeHosts.of(8, 300).build();
        if (args.length == 2 && args[0].equals("files")) {
            Path folder = Path.of(args[1]);
            try (OutputStream out = Files.newOutputStream(folder.resolve("host.json.gz"))) {
                SnapshotFile.write(host, out, true);
            }
            Files.writeString(folder.resolve("host.xml"), new Hwloc(HostModel.of(host)).write());
        } else {
            warm(host);
        }
    }

    /** From a snapshot in memory to bytes that nobody keeps; the median of some rounds. */
    private static void warm(Snapshot host) throws IOException {
        for (ExportKind kind : ExportKind.values()) {
            List<Double> times = new ArrayList<>();
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                long begin = System.nanoTime();
                Answer answer = Answer.of(HostModel.of(host), Scenario.VM, PathSelection.DEFAULT);
                kind.write(answer, ExportOptions.DEFAULT, OutputStream.nullOutputStream());
                if (round >= WARM_UP) {
                    times.add((System.nanoTime() - begin) / 1e6);
                }
            }
            Collections.sort(times);
            System.out.printf(Locale.ROOT, "%-7s warm %.1f ms%n", kind.ending(), times.get(ROUNDS / 2));
        }
    }

    /** The devices as a topology of hwloc 2 with one core, so that lstopo draws as many. */
    private static final class Hwloc {
        private final StringBuilder out = new StringBuilder();
        private final HostModel host;
        private final TreeMap<Address, List<Address>> below = new TreeMap<>();
        private final List<Address> roots = new ArrayList<>();
        private int number = 10;

        Hwloc(HostModel host) {
            this.host = host;
            for (Address function : host.topology().functions().keySet()) {
                host.topology()
                        .place(function)
                        .parent()
                        .ifPresentOrElse(
                                parent -> below.computeIfAbsent(parent, p -> new ArrayList<>())
                                        .add(function),
                                () -> roots.add(function));
            }
        }

        String write() {
            String sets = " cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" complete_nodeset=\"0x1\"";
            out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n")
                    .append("<topology version=\"2.0\">\n<object type=\"Machine\" os_index=\"0\" gp_index=\"1\"")
                    .append(" allowed_cpuset=\"0x1\" allowed_nodeset=\"0x1\"")
                    .append(sets)
                    .append(">\n<object type=\"NUMANode\" os_index=\"0\" gp_index=\"2\" local_memory=\"1073741824\"")
                    .append(sets)
                    .append("/>\n<object type=\"Core\" os_index=\"0\" gp_index=\"3\"")
                    .append(sets)
                    .append("><object type=\"PU\" os_index=\"0\" gp_index=\"4\"")
                    .append(sets)
                    .append("/></object>\n<object type=\"Bridge\" gp_index=\"5\" bridge_type=\"0-1\" depth=\"0\"")
                    .append(" bridge_pci=\"0000:[00-ff]\">\n");
            roots.forEach(root -> function(root, 1));
            return out.append("</object>\n</object>\n</topology>\n").toString();
        }

        private void function(Address address, int depth) {
            List<Address> children = below.getOrDefault(address, List.of());
            PciFunction function = host.topology().get(address);
            boolean bridge = !children.isEmpty();
            out.append("<object type=\"").append(bridge ? "Bridge" : "PCIDev").append("\" gp_index=\"");
            out.append(number++).append('"');
            if (bridge) {
                out.append(" bridge_type=\"1-1\" depth=\"").append(depth).append("\" bridge_pci=\"0000:[");
                out.append("%02x-%02x]\"".formatted(bus(address, true), bus(address, false)));
            }
            out.append(" pci_busid=\"%s\" pci_type=\"%04x [%04x:%04x] [0000:0000] 00\" pci_link_speed=\"63.0\""
                    .formatted(
                            address,
                            function.classCode().asOptional().orElse(0) >> 8,
                            function.vendor().asOptional().orElse(0),
                            function.device().asOptional().orElse(0)));
            out.append(bridge ? ">\n" : "/>\n");
            children.forEach(child -> function(child, depth + 1));
            out.append(bridge ? "</object>\n" : "");
        }

        private int bus(Address bridge, boolean lowest) {
            return host.topology().functions().keySet().stream()
                    .filter(f -> host.topology().place(f).chain().contains(bridge))
                    .mapToInt(Address::bus)
                    .reduce(lowest ? Math::min : Math::max)
                    .orElse(0);
        }
    }
}
