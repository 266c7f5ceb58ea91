// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.peerpath.host.SshHost;
import org.peerpath.lab.GuestTruth.Seen;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.testing.LspciDump;
import org.peerpath.testing.LspciFields;

/** Runs the collector in a guest and holds every fact it read against what the guest's own tools say. */
final class CollectorOnLab {
    private static final String DEVICES = "/sys/bus/pci/devices/";

    /** What every function of these machines must have been asked for, if it has it. */
    private static final List<String> WANTED = List.of(
            "vendor",
            "device",
            "subsystem_vendor",
            "subsystem_device",
            "class",
            "revision",
            "config",
            "resource",
            "numa_node",
            "local_cpulist",
            "driver",
            "driver_override",
            "iommu",
            "iommu_group",
            "physfn",
            "virtfn0",
            "virtfn1",
            "enable",
            "current_link_speed",
            "current_link_width",
            "max_link_speed",
            "max_link_width",
            "secondary_bus_number",
            "subordinate_bus_number",
            "power_state",
            "d3cold_allowed",
            "reset_method",
            "ari_enabled",
            "aer_dev_correctable",
            "aer_dev_nonfatal",
            "aer_dev_fatal",
            "sriov_totalvfs",
            "sriov_numvfs",
            "sriov_offset",
            "sriov_stride",
            "sriov_vf_device",
            "sriov_drivers_autoprobe",
            "net",
            "nvme",
            "vfio-dev");

    private final LabHost host;
    private final List<String> differences = new ArrayList<>();

    private CollectorOnLab(LabHost host) {
        this.host = host;
    }

    /** A reading as the program does it, as root. */
    static Snapshot read(LabHost host) throws Exception {
        return readAs("root", host);
    }

    /** The same over a login of another user, who becomes root if they may. */
    static Snapshot readAs(String user, LabHost host) throws Exception {
        try (SshHost ssh = host.sshHost(user)) {
            return LiveReader.read(ssh, ssh.name(), LiveReader.Options.USUAL, Instant.now());
        }
    }

    /** Reads once and compares; the differences, one a line. */
    static List<String> differences(LabHost host) throws Exception {
        return new CollectorOnLab(host).compare(read(host));
    }

    private List<String> compare(Snapshot snapshot) {
        compareFiles(snapshot);
        compareWithLspci(snapshot);
        compareMadeUp(snapshot);
        return differences;
    }

    private void compareFiles(Snapshot snapshot) {
        Map<String, Reading> readings = new TreeMap<>();
        for (FunctionFacts facts : snapshot.functions().values()) {
            facts.attributes()
                    .forEach((name, reading) -> readings.put(
                            name.equals(Attributes.REALPATH)
                                    ? DEVICES + facts.address()
                                    : DEVICES + facts.address() + "/" + name,
                            reading));
        }
        snapshot.host().forEach((path, reading) -> {
            if (!path.startsWith("peerpath/")) {
                readings.put("/" + path, reading);
            }
        });
        Set<String> binary = new HashSet<>();
        readings.forEach((path, reading) -> {
            if (reading instanceof Reading.Data) {
                binary.add(path);
            }
        });
        List<String> asked = new ArrayList<>(readings.keySet());
        for (String function : host.run("ls " + DEVICES).lines().toList()) {
            for (String name : WANTED) {
                asked.add(DEVICES + function + "/" + name);
            }
        }
        GuestTruth truth = GuestTruth.of(host, new HashSet<>(asked), binary);
        readings.forEach((path, reading) -> comparePath(path, reading, truth.at(path)));
        for (String path : asked) {
            boolean there = !(truth.at(path) instanceof Seen.Nothing);
            boolean read = readings.containsKey(path) && !(readings.get(path) instanceof Reading.Missing);
            if (there && !read) {
                differences.add(path + ": there, and not read");
            }
        }
    }

    private void comparePath(String path, Reading reading, Seen seen) {
        boolean same = switch (reading) {
            case Reading.Text text -> sameText(path, text.value(), seen);
            case Reading.Data data -> seen instanceof Seen.Data(Bytes bytes) && bytes.equals(data.bytes());
            case Reading.Listing listing ->
                seen instanceof Seen.Directory(List<String> entries) && entries.equals(listing.entries());
            case Reading.Missing missing -> seen instanceof Seen.Nothing;
            case Reading.Failed failed -> seen instanceof Seen.Failing || path.endsWith("/" + Attributes.VPD);
        };
        if (!same) {
            differences.add(path + ": read " + reading + ", there " + seen);
        }
    }

    private static boolean sameText(String path, String value, Seen seen) {
        return switch (seen) {
            case Seen.Text(String text) -> value.equals(path.equals("/proc/cpuinfo") ? firstBlock(text) : text);
            // A function's own directory gives the whole path, other links the name they end in.
            case Seen.Link(String target) ->
                (path.startsWith(DEVICES) && path.indexOf('/', DEVICES.length()) < 0)
                        ? target.replaceFirst("^(\\.\\./)+", "/sys/").equals(value)
                        : target.substring(target.lastIndexOf('/') + 1).equals(value);
            // Of some things only that they are there counts.
            case Seen.Data other -> value.isEmpty();
            case Seen.Directory other -> value.isEmpty();
            case Seen.Failing other -> value.isEmpty();
            case Seen.Nothing other -> false;
        };
    }

    private static String firstBlock(String cpuinfo) {
        return cpuinfo.split("\n\n", 2)[0];
    }

    private void compareWithLspci(Snapshot snapshot) {
        HostModel model = HostModel.of(snapshot);
        List<LspciDump.Entry> printed = LspciDump.read(host.run("lspci -Dvvvxxxx"));
        Set<Address> seen = new HashSet<>();
        for (LspciDump.Entry entry : printed) {
            seen.add(entry.address());
            FunctionFacts facts = snapshot.functions().get(entry.address());
            if (facts == null) {
                differences.add(entry.address() + ": lspci shows it, we do not");
                continue;
            }
            PciFunction function = model.topology().get(entry.address());
            if (!facts.bytes(Attributes.CONFIG).equals(Fact.known(entry.config()))) {
                differences.add(entry.address() + ": other bytes than lspci -xxxx");
            }
            Map<String, String> expected = new TreeMap<>(LspciFields.printed(entry.lines()));
            Map<String, String> actual = new TreeMap<>(LspciFields.decoded(function));
            system(entry.lines(), expected);
            text(facts, Attributes.DRIVER, actual);
            text(facts, Attributes.IOMMU_GROUP, actual);
            facts.text(Attributes.NUMA_NODE)
                    .asOptional()
                    .filter(node -> !node.equals("-1"))
                    .ifPresent(node -> actual.put(Attributes.NUMA_NODE, node));
            if (!expected.equals(actual)) {
                differences.add(entry.address() + ": lspci says " + expected + ", we " + actual);
            }
        }
        if (!seen.equals(snapshot.functions().keySet())) {
            differences.add("we show functions that lspci does not: "
                    + snapshot.functions().keySet());
        }
    }

    private static void text(FunctionFacts facts, String name, Map<String, String> fields) {
        facts.text(name).asOptional().ifPresent(value -> fields.put(name, value));
    }

    /** What lspci knows from the kernel, under our names. */
    private static void system(List<String> lines, Map<String, String> fields) {
        Map<String, String> names = Map.of(
                "Kernel driver in use: ", Attributes.DRIVER,
                "IOMMU group: ", Attributes.IOMMU_GROUP,
                "NUMA node: ", Attributes.NUMA_NODE);
        for (String line : lines) {
            names.forEach((words, name) -> {
                if (line.strip().startsWith(words)) {
                    fields.put(name, line.strip().substring(words.length()));
                }
            });
        }
    }

    /** What the collector says that is no file: who it ran as, and the names of ids. */
    private void compareMadeUp(Snapshot snapshot) {
        if (!snapshot.hostText(HostFiles.EFFECTIVE_USER).equals(Fact.known(host.run("id -u")))) {
            differences.add("another user: " + snapshot.hostText(HostFiles.EFFECTIVE_USER));
        }
        String ids = snapshot.hostText(HostFiles.PCI_IDS).asOptional().orElse("");
        for (String name :
                host.run("lspci -mm | cut -d'\"' -f6 | sort -u").lines().toList()) {
            if (!name.startsWith("Device ") && !ids.contains("  " + name)) {
                differences.add("no name for " + name);
            }
        }
    }
}
