// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.testing.Corpus;
import org.peerpath.testing.LspciDump;

/** Recorded files of real machines, text and bytes, against the table of what is in them. */
class ExpectedDecodeTest {
    private static final Map<String, AcsBit> BITS = Map.of(
            "SrcValid", AcsBit.SV,
            "TransBlk", AcsBit.TB,
            "ReqRedir", AcsBit.RR,
            "CmpltRedir", AcsBit.CR,
            "UpstreamFwd", AcsBit.UF,
            "EgressCtrl", AcsBit.EC,
            "DirectTrans", AcsBit.DT);
    private static final Pattern FLAG = Pattern.compile("(\\w+)([+-])");
    private static final Pattern SRIOV = Pattern.compile("total=(\\d+) num=(\\d+) enable=([+-])");

    private static final String GREP =
            "the ACSCtl lines come from a grep without function names; the table counts them to the one printed before";

    /** Rows that are wrong in the table, each with the reason. */
    private static final Map<String, String> WRONG = Map.of(
            "lspci-vvv/002-asus-esc8000a-e12-rtx6000ada-md.txt 0000:b1:00.0", GREP,
            "lspci-vvv/003-puget-wrx90-rtx-md.txt 0000:11:00.0", GREP,
            "lspci-vvv/029-juno-idt-switch-acsgrep.txt 0000:02:1f.0", GREP);

    private record Row(String file, Address address, String acsCap, String acsCtl, String ats, String sriov) {
        static Row of(String line) {
            String[] cells = line.split("\t", -1);
            return new Row(cells[0], Address.of(cells[1]), cells[2], cells[3], cells[4], cells[5]);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyRow() throws IOException {
        Path corpus = Corpus.path("");
        Map<String, List<Row>> rows = Files.readAllLines(corpus.resolve("EXPECTED.tsv")).stream()
                .skip(1)
                .map(Row::of)
                .collect(Collectors.groupingBy(Row::file));
        assertTrue(rows.size() > 10, "the table is short");
        return rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey() + " (" + entry.getValue().size() + ")",
                        () -> check(corpus.resolve(entry.getKey()), entry.getValue())));
    }

    private static Topology topology(Path file) throws IOException, UnreadableSourceException {
        if (!file.toString().contains("wrapped")) {
            return Topologies.of(Recognizer.open(file.toString()));
        }
        // Mail programs broke the lines of these; lspci's reader takes the broken-off ends for something else.
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        return Topologies.of(LspciDump.snapshot(
                LspciDump.read(text).stream().map(LspciDump.Entry::asBoth).toList(), SourceKind.LSPCI_TEXT));
    }

    private static void check(Path file, List<Row> rows) throws IOException, UnreadableSourceException {
        Topology topology = topology(file);
        for (Row row : rows) {
            PciFunction function = topology.get(row.address());
            String where = row.file() + " " + row.address();
            if (WRONG.containsKey(where)) {
                assertFalse(function.acs().isKnown(), where);
                continue;
            }
            if (!row.acsCap().isEmpty()) {
                acs(row.acsCap(), function.acs().flatMap(Acs::capability), where + " ACSCap");
            }
            // Of the wide registers lspci, and so the table, has the upper half of the capability as the control.
            boolean wide = function.acs().knownToBe(acs -> acs.controlOffset() != acs.offset() + 6);
            if (!row.acsCtl().isEmpty() && !wide) {
                acs(row.acsCtl(), function.acs().flatMap(Acs::control), where + " ACSCtl");
            }
            if (!row.ats().isEmpty()) {
                Fact<Boolean> enabled = function.ats().flatMap(Ats::enabled);
                assertEquals(Fact.known(row.ats().equals("Enable+")), enabled, where + " ATSCtl");
            }
            if (!row.sriov().isEmpty()) {
                Matcher numbers = SRIOV.matcher(row.sriov());
                assertTrue(numbers.matches(), row.sriov());
                Optional<Sriov> sriov = function.sriov().asOptional();
                assertEquals(
                        Optional.of(numbers.group(1) + " " + numbers.group(2) + " " + numbers.group(3)),
                        sriov.map(s -> s.totalVfs() + " " + s.numVfs() + " " + (s.vfEnable() ? "+" : "-")),
                        where + " SR-IOV");
            }
        }
    }

    private static void acs(String expected, Fact<Integer> register, String where) {
        int value = register.asOptional().orElseThrow(() -> new AssertionError(where + " is " + register));
        Matcher flags = FLAG.matcher(expected);
        int found = 0;
        while (flags.find()) {
            AcsBit bit = BITS.get(flags.group(1));
            assertTrue(bit != null, expected);
            assertEquals(flags.group(2).equals("+"), (value & bit.mask()) != 0, where + " " + bit);
            found++;
        }
        assertTrue(found > 0, expected);
    }
}
