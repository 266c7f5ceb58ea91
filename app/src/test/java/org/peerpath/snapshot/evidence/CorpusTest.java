// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Corpus;
import org.peerpath.text.Texts;

/** Real files of every kind: each opens, and says what its index says it holds. The table goes to target/. */
class CorpusTest {
    private static final Pattern HEADER = Pattern.compile(
            "(?m)^[> \\t]*(?:IOMMU [Gg]roup \\d+ )?((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) \\S[^:\\n]*: ");

    /** What each folder's files may be recognised as. */
    private static final Map<String, Set<SourceKind>> KINDS = Map.of(
            "boot-iommu", Set.of(SourceKind.KERNEL_LOG),
            "bug-report", Set.of(SourceKind.NVIDIA_BUG_REPORT),
            "hwloc", Set.of(SourceKind.HWLOC, SourceKind.SYSFS_TREE),
            "iommu-groups", Set.of(SourceKind.IOMMU_GROUPS, SourceKind.KERNEL_LOG),
            "klog", Set.of(SourceKind.KERNEL_LOG),
            "lspci-hex", Set.of(SourceKind.LSPCI_HEX),
            "lspci-tree", Set.of(SourceKind.LSPCI_TREE),
            "lspci-vvv", Set.of(SourceKind.LSPCI_TEXT, SourceKind.REGISTERS),
            "nccl-xml", Set.of(SourceKind.NCCL_TOPOLOGY),
            "nvidia-smi-topo", Set.of(SourceKind.NVIDIA_TOPO));

    private static final Map<String, SourceKind> MLX = Map.ofEntries(
            Map.entry("001", SourceKind.IBSTAT),
            Map.entry("002", SourceKind.IBSTAT),
            Map.entry("005", SourceKind.IBSTAT),
            Map.entry("007", SourceKind.IBSTAT),
            Map.entry("008", SourceKind.MLXCONFIG),
            Map.entry("009", SourceKind.FLINT),
            Map.entry("012", SourceKind.FLINT),
            Map.entry("013", SourceKind.IBDEV2NETDEV),
            Map.entry("015", SourceKind.ETHTOOL),
            Map.entry("016", SourceKind.MLXCONFIG),
            Map.entry("017", SourceKind.MLXCONFIG),
            Map.entry("020", SourceKind.IBDEV2NETDEV),
            Map.entry("021", SourceKind.IBDEV2NETDEV),
            Map.entry("022", SourceKind.ETHTOOL),
            Map.entry("023", SourceKind.MLXCONFIG));

    /** Folders of dumps of hosts; those of virtual machines and of measurements have tests of their own. */
    private static final Set<String> FOLDERS =
            Stream.concat(KINDS.keySet().stream(), Stream.of("mlx")).collect(Collectors.toSet());

    static List<Path> files() throws IOException {
        Path corpus = Corpus.path("");
        try (Stream<Path> files = Files.walk(corpus)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> corpus.relativize(file).getNameCount() > 1)
                    .filter(file ->
                            FOLDERS.contains(corpus.relativize(file).getName(0).toString()))
                    .sorted()
                    .toList();
        }
    }

    private static Snapshot open(String file) throws UnreadableSourceException {
        return Recognizer.open(Corpus.path("").resolve(file), file);
    }

    /** One row for each file; an exception of any kind fails. */
    @Test
    void everyFileOpensAndTheTableIsPrinted() throws Exception {
        List<String> rows = new ArrayList<>();
        rows.add(String.format(
                "%-60s %-18s %9s %6s %s", "file", "recognised as", "functions", "paths", "not understood"));
        int files = 0;
        for (Path file : files()) {
            String name = Corpus.path("").relativize(file).toString();
            Snapshot snapshot = Recognizer.open(file, name);
            HostModel host = HostModel.of(snapshot);
            int paths = new PathJudge(host, Scenario.AS_IS)
                    .judge(PathSelection.DEFAULT)
                    .size();
            rows.add(String.format(
                    "%-60s %-18s %9d %6d %d",
                    name, snapshot.origin().kind().id(), snapshot.functions().size(), paths, notUnderstood(snapshot)));
            snapshot.notes()
                    .forEach(note -> assertTrue(!Texts.ENGLISH.say(note.what()).isBlank()));
            String folder = name.substring(0, name.indexOf('/'));
            SourceKind kind = snapshot.origin().kind();
            assertTrue(
                    folder.equals("mlx")
                            ? kind == MLX.get(name.substring(4, 7))
                            : KINDS.getOrDefault(folder, Set.of()).contains(kind),
                    name + " as " + kind);
            files++;
        }
        Path table = Path.of("target", "corpus-table.txt");
        Files.write(table, rows);
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(String.join("\n", rows));
        assertEquals(212, files);
    }

    private static int notUnderstood(Snapshot snapshot) {
        int count = 0;
        for (Note note : snapshot.notes()) {
            count += note.what().key().equals("note.line-not-understood") ? 1 : 0;
            count += note.what().key().equals("note.more")
                    ? Integer.parseInt(note.what().args().getFirst().toString())
                    : 0;
        }
        return count;
    }

    /** Every line that begins a function in the text is one, and nothing else is. */
    @TestFactory
    Stream<DynamicTest> allFunctionsThatThePrintedLinesBegin() throws IOException {
        return files().stream()
                .filter(file -> file.toString().contains("/lspci-vvv/"))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    Set<Address> expected = new TreeSet<>();
                    Matcher m = HEADER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
                    while (m.find()) {
                        expected.add(Address.of(m.group(1)));
                    }
                    Set<Address> found = Recognizer.open(file, "f").functions().keySet();
                    assertTrue(found.containsAll(expected), () -> "missing: " + expected + " of " + found);
                }));
    }

    /** The register bits that lspci decoded, and the bytes where they are. */
    @TestFactory
    Stream<DynamicTest> registersAreThoseExpected() throws IOException {
        Map<String, List<String[]>> byFile = new TreeMap<>();
        for (String line : Files.readAllLines(Corpus.path("").resolve("EXPECTED.tsv"))) {
            String[] cells = line.split("\t", -1);
            if (!cells[0].equals("file")) {
                byFile.computeIfAbsent(cells[0], f -> new ArrayList<>()).add(cells);
            }
        }
        assertTrue(byFile.size() > 25);
        return byFile.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> compare(entry.getKey(), entry.getValue())));
    }

    private static void compare(String file, List<String[]> rows) throws UnreadableSourceException {
        Topology topology = HostModel.of(open(file)).topology();
        for (String[] row : rows) {
            // A capability's control without the capability: lines that grep kept stand behind the last function's
            // listing there. That they are its own is a guess that we do not make.
            if (row[2].isEmpty() && !row[3].isEmpty()) {
                assertEquals(Optional.empty(), acs(topology.get(Address.of(row[1])), false), file + " " + row[1]);
                continue;
            }
            // Intel's 100 series root ports keep ACS control where lspci does not look (drivers/pci/quirks.c).
            if (file.contains("014-microtca") && row[1].startsWith("00:1c.")) {
                assertEquals(Optional.empty(), acs(topology.get(Address.of(row[1])), false));
                continue;
            }
            PciFunction function = topology.get(Address.of(row[1]));
            String where = file + " " + row[1];
            if (!row[2].isEmpty()) {
                assertEquals(Optional.of(bits(row[2])), acs(function, true).map(v -> v & 0x7f), where + " ACSCap");
            }
            if (!row[3].isEmpty()) {
                assertEquals(Optional.of(bits(row[3])), acs(function, false).map(v -> v & 0x7f), where + " ACSCtl");
            }
            if (!row[4].isEmpty()) {
                Optional<Integer> control =
                        function.ats().asOptional().flatMap(ats -> ats.control().asOptional());
                assertEquals(Optional.of(row[4].endsWith("+")), control.map(v -> (v & 0x8000) != 0), where + " ATSCtl");
            }
            Matcher vfs =
                    Pattern.compile("total=(\\d+) num=(\\d+) enable=([+-])").matcher(row[5]);
            if (vfs.matches()) {
                var sriov = function.sriov().asOptional().orElseThrow();
                assertEquals(Integer.parseInt(vfs.group(1)), sriov.totalVfs(), where);
                assertEquals(Integer.parseInt(vfs.group(2)), sriov.numVfs(), where);
                assertEquals(vfs.group(3).equals("+"), sriov.vfEnable(), where);
            }
        }
    }

    private static Optional<Integer> acs(PciFunction function, boolean capability) {
        return function.acs().asOptional().flatMap(acs -> (capability ? acs.capability() : acs.control()).asOptional());
    }

    private static int bits(String words) {
        List<String> order =
                List.of("SrcValid", "TransBlk", "ReqRedir", "CmpltRedir", "UpstreamFwd", "EgressCtrl", "DirectTrans");
        int value = 0;
        for (int i = 0; i < order.size(); i++) {
            value |= words.contains(order.get(i) + "+") ? 1 << i : 0;
        }
        return value;
    }

    /** "(8 gpu, 16 net, 32 nvlink, 0 xgmi elements)" in the index, and functions as often as the file has elements. */
    @TestFactory
    Stream<DynamicTest> ncclFilesGiveTheirFunctions() throws IOException {
        return files().stream()
                .filter(file -> file.toString().contains("/nccl-xml/"))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    String text = Files.readString(file, StandardCharsets.UTF_8);
                    Set<String> ids = new TreeSet<>();
                    Matcher m = Pattern.compile("<pci busid=\"([^\"]+)\"").matcher(text);
                    while (m.find()) {
                        ids.add(Address.parse(m.group(1).toLowerCase(Locale.ROOT))
                                .orElseThrow()
                                .toString());
                    }
                    Snapshot snapshot = Recognizer.open(file, "f");
                    assertEquals(ids.size(), snapshot.functions().size());
                    assertTrue(snapshot.functions().values().stream()
                            .allMatch(f -> f.bytes(Attributes.CONFIG).isUnknown()
                                    && f.text(Attributes.REALPATH).isUnknown()));
                }));
    }

    @TestFactory
    Stream<DynamicTest> groupsAsManyAsTheIndexSays() throws IOException {
        Map<String, Integer> groups = Map.of(
                "iommu-groups/001-sandybridge-e-2s-oneline.txt", 53,
                "iommu-groups/003-x670e-tabbed-reset.txt", 27,
                "iommu-groups/005-matisse-block-tab.txt", 32,
                "iommu-groups/006-raphael-block-spaces.txt", 57,
                "iommu-groups/007-matisse-block-lexical.txt", 44);
        return groups.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Set<String> found = new TreeSet<>();
                    Snapshot snapshot = open(entry.getKey());
                    snapshot.functions()
                            .values()
                            .forEach(f -> found.add(
                                    f.text(Attributes.IOMMU_GROUP).asOptional().orElse("?")));
                    assertEquals(entry.getValue(), found.size(), () -> found.toString());
                    assertTrue(!found.contains("?"));
                }));
    }

    @Test
    void kernelLogsGiveTheGroupsTheyName() throws UnreadableSourceException {
        assertEquals(
                281, open("iommu-groups/017-dell-dmesg-adding.log").functions().size());
        assertEquals(
                169, open("iommu-groups/020-dell-2s-adding.log").functions().size());
        assertEquals(45, open("boot-iommu/009-x570-3090.log").functions().size());
    }

    @Test
    void adaptersTellTheirSettings() throws UnreadableSourceException {
        String five = Tools.MLXCONFIG + "/dev/mst/mt4119_pciconf0/";
        Snapshot cx5 = open("mlx/008-mlxconfig-cx5-full-ats-off.txt");
        assertEquals(
                "False(0)",
                cx5.hostText(five + "ATS_ENABLED/next-boot").asOptional().orElse(""));
        assertTrue(cx5.hostText(five + "SRIOV_EN/next-boot").isKnown());
        Snapshot cx3 = open("mlx/017-mlxconfig-cx3-typed.txt");
        assertTrue(cx3.host().keySet().stream().noneMatch(key -> key.contains("ATS_ENABLED")));
        Snapshot cx7 = open("mlx/023-mstconfig-e-three-columns-recreated.txt");
        var facts = PasteTest.facts(cx7, "1a:00.0");
        assertEquals(
                "False(0)",
                facts.text("mlxconfig/ATS_ENABLED/current").asOptional().orElse(""));
        assertEquals(
                "True(1)",
                facts.text("mlxconfig/ATS_ENABLED/next-boot").asOptional().orElse(""));
        assertEquals(
                "8", facts.text("mlxconfig/NUM_OF_VFS/current").asOptional().orElse(""));
        assertEquals(
                "16", facts.text("mlxconfig/NUM_OF_VFS/next-boot").asOptional().orElse(""));
        Snapshot rep = open("mlx/022-ethtool-i-k-mlx5e-rep.txt");
        assertEquals(
                "16.28.2006 (MT_0000000183)",
                PasteTest.facts(rep, "12:00.0")
                        .text(Attributes.FIRMWARE_VERSION)
                        .asOptional()
                        .orElse(""));
        assertTrue(PasteTest.facts(rep, "12:00.0").text(Attributes.DRIVER).isUnknown());
        Snapshot names = open("mlx/013-cx4-ibdev2netdev-v-vfs.txt");
        assertEquals(
                List.of("mlx5_2"),
                PasteTest.facts(names, "02:00.5")
                        .entries(Attributes.INFINIBAND)
                        .asOptional()
                        .orElse(List.of()));
        assertEquals(
                "12.23.1020",
                PasteTest.facts(names, "02:00.5")
                        .text("infiniband/mlx5_2/fw_ver")
                        .asOptional()
                        .orElse(""));
    }

    @Test
    void matricesGiveTheLabelsTheIndexNames() throws UnreadableSourceException {
        String h200 = open("nvidia-smi-topo/001-h200x8-ansi-nic-legend.txt")
                .hostText(Tools.NVIDIA_TOPO)
                .asOptional()
                .orElse("");
        for (String pair : List.of(
                "GPU0 NIC3 PIX", "GPU3 NIC0 PIX", "GPU3 NIC1 PIX", "GPU3 NIC2 PIX", "GPU4 NIC7 PIX", "NIC0 = mlx5_0")) {
            assertTrue(h200.lines().anyMatch(pair::equals), pair);
        }
        assertNotEquals(true, h200.lines().anyMatch("GPU0 NIC0 PIX"::equals));
        assertEquals(18 * 17 + 10, h200.lines().count());
        String dgx = open("nvidia-smi-topo/015-dgx1-v100-mlx5-names.txt")
                .hostText(Tools.NVIDIA_TOPO)
                .asOptional()
                .orElse("");
        for (String pair : List.of("GPU0 mlx5_0 PIX", "GPU1 mlx5_0 PIX", "GPU2 mlx5_1 PIX", "GPU4 mlx5_2 PIX")) {
            assertTrue(dgx.lines().anyMatch(pair::equals), pair);
        }
        String gns = open("nvidia-smi-topo/027-p2p-gns-format-recreated.txt")
                .hostText(Tools.NVIDIA_P2P)
                .asOptional()
                .orElse("");
        assertEquals(List.of("GPU0 GPU1 GNS", "GPU1 GPU0 GNS"), gns.lines().toList());
    }
}
