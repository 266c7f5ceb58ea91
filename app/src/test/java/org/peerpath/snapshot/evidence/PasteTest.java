// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** What people do to output before it arrives changes nothing of what it says. */
class PasteTest {
    private static final String PLAIN = """
            17:00.0 PCI bridge [0604]: Mellanox Technologies Device [15b3:197c] (prog-if 00 [Normal decode])
            \tControl: I/O+ Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx+
            \tBus: primary=16, secondary=18, subordinate=18, sec-latency=0
            \tCapabilities: [60] Express (v2) Downstream Port (Slot-), MSI 00
            \tCapabilities: [148 v1] Access Control Services
            \t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans+
            \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
            \tKernel driver in use: pcieport

            18:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]
            \tCapabilities: [60] Express (v2) Endpoint, MSI 00
            \tCapabilities: [4c0 v1] Address Translation Service (ATS)
            \t\tATSCap:\tInvalidate Queue Depth: 00
            \t\tATSCtl:\tEnable+, Smallest Translation Unit: 00
            \tKernel driver in use: vfio-pci
            """;

    private static Topology decoded(String paste) throws UnreadableSourceException {
        return Topologies.of(Recognizer.paste(paste));
    }

    private static int acs(Topology topology, String address) {
        return topology.get(Address.of(address))
                .acs()
                .asOptional()
                .flatMap(acs -> acs.control().asOptional())
                .orElse(-1);
    }

    /** Wherever a listing breaks off: what it has not come to is not missing from the function. */
    @Test
    void aListingThatBreaksOffSaysNothingOfTheRest() throws UnreadableSourceException {
        String aer = "\tCapabilities: [100 v2] Advanced Error Reporting\n";
        String whole = PLAIN.replace("\tCapabilities: [148", aer + "\tCapabilities: [148")
                .replace("\tCapabilities: [4c0", aer + "\tCapabilities: [4c0");
        String nic = whole.substring(whole.indexOf("18:00.0"));
        List<String> lines =
                (nic + "\n" + whole.substring(0, whole.indexOf("\n\n"))).lines().toList();
        int withoutAcs = 0;
        for (int length = 1; length <= lines.size(); length++) {
            Topology part = decoded(String.join("\n", lines.subList(0, length)));
            for (PciFunction function : part.functions().values()) {
                boolean port = function.address().equals(Address.of("0000:17:00.0"));
                assertFalse(port ? function.acs().isAbsent() : function.ats().isAbsent(), "after line " + length);
                withoutAcs += port && function.acs().isUnknown() ? 1 : 0;
            }
        }
        assertTrue(withoutAcs > 0, "no part ends before its registers");
        assertTrue(decoded(nic).get(Address.of("0000:18:00.0")).acs().isAbsent(), "it ends as lspci ends it");
        String bare = nic.replace("\tKernel driver in use: vfio-pci\n", "");
        assertFalse(decoded(bare).get(Address.of("0000:18:00.0")).acs().isAbsent());
        assertTrue(decoded(bare + "\n").get(Address.of("0000:18:00.0")).acs().isAbsent());
    }

    /** Before a change and after it, the second time with more around it or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsPrintedTwiceDifferentlyIsSaid(boolean longer) throws UnreadableSourceException {
        String changed = PLAIN.replace("EgressCtrl- DirectTrans-", "EgressCtrl- DirectTrans+");
        String after = longer
                ? changed.replace(
                        "\tCapabilities: [60]", "\tCapabilities: [40] Power Management version 3\n\tCapabilities: [60]")
                : changed;
        Snapshot snapshot = Recognizer.paste(PLAIN + "\n" + after);
        assertEquals(0x1d, acs(Topologies.of(snapshot), "0000:17:00.0"));
        List<Disagreements.Disagreement> found = Disagreements.of(snapshot);
        assertEquals(
                List.of("0000:17:00.0 lspci/ACSCtl"),
                found.stream()
                        .map(one -> one.function().orElseThrow() + " " + one.what())
                        .toList());
        assertTrue(Disagreements.said(found.getFirst().other()).endsWith("DirectTrans+"));
        assertEquals(List.of(), Disagreements.of(Recognizer.paste(PLAIN + "\n" + PLAIN)));
    }

    static FunctionFacts facts(Snapshot snapshot, String address) {
        return Optional.ofNullable(snapshot.functions().get(Address.of(address)))
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "plain",
        "crlf",
        "quoted",
        "doubly-quoted",
        "fenced",
        "prompt",
        "spaces",
        "indented",
        "ansi",
        "blank-lines",
        "wrapped",
        "quoted-and-wrapped",
        "eight-digit-domain",
        "nbsp",
        "four-digit-domain",
        "tilde-fenced",
        "root-prompt",
        "numbered-prompt",
        "traced",
        "crlf-and-quoted",
        "questions",
        "warnings"
    })
    void whatWasDoneToIt(String how) throws UnreadableSourceException {
        String paste = switch (how) {
            case "crlf" -> PLAIN.replace("\n", "\r\n");
            case "quoted" -> PLAIN.replaceAll("(?m)^", "> ");
            case "doubly-quoted" -> PLAIN.replaceAll("(?m)^", ">> ");
            case "fenced" -> "Here it is:\n```\n" + PLAIN + "```\nthanks\n";
            case "prompt" -> "[user@host ~]# lspci -vvv\n" + PLAIN + "[user@host ~]# ";
            case "spaces" -> PLAIN.replace("\t", "        ");
            case "indented" -> PLAIN.replaceAll("(?m)^", "    ");
            case "ansi" -> PLAIN.replaceAll("(?m)^(\\S+)", "\u001b[1;32m$1\u001b[0m");
            case "blank-lines" -> PLAIN.replace("\n", "\n\n");
            case "wrapped" -> wrapped(PLAIN);
            case "quoted-and-wrapped" -> wrapped(PLAIN).replaceAll("(?m)^", "> ");
            case "eight-digit-domain" -> PLAIN.replaceAll("(?m)^(?=1[78]:)", "00000000:");
            case "nbsp" -> PLAIN.replace("\t", "\u00a0 \u00a0 ");
            case "four-digit-domain" -> PLAIN.replaceAll("(?m)^(?=1[78]:)", "0000:");
            case "tilde-fenced" -> "~~~text\n" + PLAIN + "~~~\n";
            case "root-prompt" -> "root@gpu-7:/home/u# lspci -nnvvv\n" + PLAIN + "root@gpu-7:/home/u# exit\n";
            case "numbered-prompt" -> "sh-5.2$ sudo lspci -nnvvv\n" + PLAIN + "sh-5.2$\n";
            case "traced" -> "+ lspci -nnvvv\n" + PLAIN + "+ uname -r\n";
            case "crlf-and-quoted" -> PLAIN.replaceAll("(?m)^", "> ").replace("\n", "\r\n");
            case "questions" -> PLAIN.replace("\tCapabilities: [148", """
                        \tCapabilities: [e0] Vendor Specific Information: Len=20 <?>
                        \tCapabilities: [100 v1] Data Link Feature <?>
                        \tCapabilities: [110 v1] Physical Layer 16.0 GT/s <?>
                        \tCapabilities: [120 v1] Lane Margining at the Receiver <?>
                        \tCapabilities: [130 v1] Power Budgeting <?>
                        \tCapabilities: [138 v1] Extended Capability ID 0x2e
                        \tCapabilities: [148""");
            case "warnings" -> PLAIN.replace("\tControl:", "\t!!! Invalid class 0604 for header type 00\n\tControl:");
            default -> PLAIN;
        };
        Snapshot snapshot = Recognizer.paste(paste);
        assertEquals(2, snapshot.functions().size());
        assertEquals(SourceKind.LSPCI_TEXT, snapshot.origin().kind());
        assertEquals(
                List.of(),
                snapshot.notes().stream()
                        .filter(note -> note.what().key().equals("note.line-not-understood"))
                        .map(note -> note.line() + ": " + note.what().args())
                        .filter(said -> !said.contains("Here it is") && !said.contains("thanks"))
                        .toList());
        Topology topology = Topologies.of(snapshot);
        assertEquals(0x1d, acs(topology, "17:00.0"));
        assertTrue(topology.get(Address.of("18:00.0")).ats().isKnown());
        assertEquals(
                Optional.of(Address.of("17:00.0")),
                topology.place(Address.of("18:00.0")).parent());
        assertEquals(
                "pcieport",
                facts(snapshot, "17:00.0").text(Attributes.DRIVER).asOptional().orElse(""));
        assertEquals(
                "0x1021",
                facts(snapshot, "18:00.0").text(Attributes.DEVICE).asOptional().orElse(""));
    }

    /** As a mail program does at 72 columns: breaks at a blank, the rest at column 0. */
    private static String wrapped(String text) {
        return text.lines()
                .map(line -> {
                    StringBuilder out = new StringBuilder();
                    String rest = line.replace("\t", "        ");
                    while (rest.length() > 72) {
                        int at = rest.lastIndexOf(' ', 72);
                        if (at <= 16) {
                            break;
                        }
                        out.append(rest, 0, at + 1).append('\n');
                        rest = rest.substring(at + 1);
                    }
                    return out.append(rest).toString();
                })
                .collect(Collectors.joining("\n"));
    }

    /** What follows a listing is not part of its last function. */
    @Test
    void proseEndsAFunction() throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste(PLAIN + "\nAnd on the other host, after the change:\n"
                + "\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-\n");
        assertEquals(-1, acs(Topologies.of(snapshot), "18:00.0"));
        assertTrue(snapshot.host().containsKey(Tools.REGISTERS));
    }

    /** {@code rev ff} and {@code Unknown header type 7f} say the same, each alone and both, quoted or not. */
    @ParameterizedTest
    @ValueSource(strings = {"both", "quoted", "only the revision", "only the header type"})
    void aDeadFunctionIsUnknownAndNotOff(String how) throws UnreadableSourceException {
        String both = """
                02:01.0 PCI bridge: PLX Technology, Inc. Device 8725 (rev ff) (prog-if ff)
                \t!!! Unknown header type 7f
                \tKernel driver in use: pcieport
                """;
        Snapshot snapshot = Recognizer.paste(
                switch (how) {
                    case "quoted" -> both.replaceAll("(?m)^", ">> ");
                    case "only the revision" -> both.replaceAll("\\t!!!.*\n", "");
                    case "only the header type" -> both.replace("(rev ff) (prog-if ff)", "(rev 01)");
                    default -> both;
                });
        FunctionFacts dead = facts(snapshot, "02:01.0");
        assertTrue(dead.bytes(Attributes.CONFIG).isUnknown());
        assertEquals(
                "unknown.text.no-answer",
                dead.bytes(Attributes.CONFIG).whyUnknown().orElseThrow().key());
        assertEquals("0x060400", dead.text(Attributes.CLASS).asOptional().orElse(""));
        assertTrue(how.equals("only the header type")
                || dead.text(Attributes.REVISION).isUnknown());
        assertTrue(Topologies.of(snapshot).get(Address.of("02:01.0")).acs().isUnknown());
    }

    /** {@code lspci -vvv | grep -E '^[0-9a-f]|ACSCtl'}: the register counts, the list around it is unknown. */
    @Test
    void greppedRegistersBelowTheirFunctions() throws UnreadableSourceException {
        Topology topology = decoded("""
                17:00.0 PCI bridge [0604]: Mellanox Technologies Device [15b3:197c]
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans+
                18:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]
                """);
        assertEquals(0x5d, acs(topology, "17:00.0"));
        assertTrue(topology.get(Address.of("17:00.0")).ats().isUnknown());
        assertTrue(topology.get(Address.of("18:00.0")).acs().isUnknown());
        assertTrue(topology.get(Address.of("18:00.0")).ats().isUnknown());
    }

    @ParameterizedTest
    @CsvSource({
        "0x1d, 1 - value 1d",
        "001d, 1 - value 001d",
        "0000:17:01.0 (ecap 000d @148) @14e = 005d, 1 0000:17:01.0 ecap:000d+6 005d"
    })
    void aSingleValue(String paste, String kept) throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste(paste);
        assertEquals(SourceKind.REGISTERS, snapshot.origin().kind());
        assertEquals(kept, snapshot.hostText(Tools.REGISTERS).asOptional().orElse(""));
        assertTrue(snapshot.functions().isEmpty());
    }

    @Test
    void setpciNamesItsFunctionInTheCommand() throws UnreadableSourceException {
        assertEquals(
                "2 0000:17:01.0 ECAP_ACS+6.w 001d",
                Recognizer.paste("# setpci -s 0000:17:01.0 ECAP_ACS+6.w\n001d\n")
                        .hostText(Tools.REGISTERS)
                        .asOptional()
                        .orElse(""));
    }

    @Test
    void linesOfAcsWithoutFunctions() throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste("""
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+
                UpstreamFwd+ EgressCtrl- DirectTrans-
                \t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
                """);
        assertTrue(snapshot.functions().isEmpty());
        assertEquals(
                List.of("1 - ACSCtl 001d", "3 - ACSCtl 0000"),
                snapshot.hostText(Tools.REGISTERS)
                        .asOptional()
                        .orElse("")
                        .lines()
                        .toList());
    }

    @Test
    void aTreeTellsPlacesOnly() throws UnreadableSourceException {
        Topology topology = decoded("""
                -+-[0000:16]-+-00.0
                 |           \\-01.0-[17-1b]----00.0-[18-1b]--+-00.0-[19]--+-00.0  Mellanox Technologies Device [15b3:1023]
                 |                                           |            \\-00.1  Mellanox Technologies Device [15b3:1023]
                 |                                           \\-01.0-[1b]----00.0  NVIDIA Corporation Device [10de:3182]
                 \\-[0000:00]-+-00.0
                             \\-1f.0
                """);
        Map<String, String> parents = new TreeMap<>();
        topology.functions()
                .keySet()
                .forEach(a -> parents.put(
                        a.toString(),
                        topology.place(a).parent().map(Address::toString).orElse("-")));
        assertEquals(
                Map.of(
                        "0000:00:00.0", "-",
                        "0000:00:1f.0", "-",
                        "0000:16:00.0", "-",
                        "0000:16:01.0", "-",
                        "0000:17:00.0", "0000:16:01.0",
                        "0000:18:00.0", "0000:17:00.0",
                        "0000:18:01.0", "0000:17:00.0",
                        "0000:19:00.0", "0000:18:00.0",
                        "0000:19:00.1", "0000:18:00.0",
                        "0000:1b:00.0", "0000:18:01.0"),
                parents);
        assertTrue(topology.get(Address.of("18:00.0")).acs().isUnknown());
        assertEquals(
                0x10de,
                topology.get(Address.of("1b:00.0")).vendor().asOptional().orElse(0));
    }

    /** As cloud providers ship them: no vendors, and bus 0 in domains that a hypervisor made up. */
    @Test
    void aTopologyWithoutVendorsHasItsPairsAndNoGuessedPlaces() throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste("""
                <system version="1"><cpu numaid="0"><pci busid="ffff:ff:01.0" class="0x060400">
                 <pci busid="0003:00:00.0" class="0x030200"/><pci busid="0103:00:00.0" class="0x020700"/>
                </pci></cpu></system>
                """);
        List<PathReport> paths = new PathJudge(HostModel.of(snapshot), Scenario.AS_IS).judge(PathSelection.DEFAULT);
        assertEquals(1, paths.size());
        assertEquals(Outcome.UNKNOWN, paths.getFirst().verdict());
    }

    @Test
    void aBrokenTreeAttachesNothingElsewhere() throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste("""
                 +-[0000:64]-+-00.0
                 |           \\-02.0-[65-79]----00.0-[66-79]--+-00.0-[69]----00.0
                 |\s
                       +-04.0-[6a]----00.0
                """);
        assertFalse(snapshot.functions().containsKey(Address.of("6a:00.0")));
        assertTrue(snapshot.notes().stream().anyMatch(n -> n.what().key().equals("note.tree-broken")));
    }

    @Test
    void groupsInEveryUsualForm() throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.paste("""
                IOMMU Group 0 00:00.0 Host bridge [0600]: Intel Corporation Device [8086:3c00] (rev 07)
                IOMMU group 1 00:01.0 PCI bridge [0604]: Intel Corporation Device [8086:3c02] (rev 07)
                IOMMU Group 2:
                \t00:02.0 PCI bridge [0604]: Intel Corporation Device [8086:3c04] (rev 07)
                \t00:02.1 PCI bridge [0604]: Intel Corporation Device [8086:3c05] (rev 07)
                Group 3:        [1022:14da] [R] 00:03.0  Host bridge                              Device 14da
                                [1022:14db]     00:03.1  PCI bridge                               Device 14db
                /sys/kernel/iommu_groups/4/devices/0000:00:04.0
                [    1.0] pci 0000:00:05.0: Adding to iommu group 5

                00:06.0 System peripheral [0880]: Intel Corporation Device [8086:3c20] (rev 07)
                """);
        Map<String, String> groups = new TreeMap<>();
        snapshot.functions()
                .forEach((a, f) -> groups.put(
                        a.toString(),
                        f.text(Attributes.IOMMU_GROUP).asOptional().orElse("?")));
        assertEquals(
                Map.of(
                        "0000:00:00.0", "0",
                        "0000:00:01.0", "1",
                        "0000:00:02.0", "2",
                        "0000:00:02.1", "2",
                        "0000:00:03.0", "3",
                        "0000:00:03.1", "3",
                        "0000:00:04.0", "4",
                        "0000:00:05.0", "5",
                        "0000:00:06.0", "?"),
                groups);
        assertEquals(
                "0x14db",
                facts(snapshot, "00:03.1").text(Attributes.DEVICE).asOptional().orElse(""));
        assertTrue(snapshot.hostText(HostFiles.CMDLINE).isUnknown());
    }
}
