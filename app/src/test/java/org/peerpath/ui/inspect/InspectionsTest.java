// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.diagram.PathKey;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Search;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Walk;

class InspectionsTest {
    private static final Address PORT = Address.of("0000:b7:00.0");
    private static final Address NIC = Address.of("0000:b8:00.0");
    private static final PathKey BAD = new PathKey(NIC, Address.of("0000:bb:00.0"));

    private HostView view;

    @BeforeEach
    void open() throws UnreadableSourceException, WhatIf.RefusedException {
        view = open("hgx-b300-one-bad");
    }

    private static HostView open(String sample) throws UnreadableSourceException, WhatIf.RefusedException {
        return HostView.of(HostModel.of(Samples.open(sample)), new HostView.Question(Scenario.VM, List.of()));
    }

    private Inspection inspect(Selection selection) {
        return Inspections.of(view, selection, Texts.ENGLISH);
    }

    private static <P> P part(Inspection inspection, Class<P> kind) {
        return inspection.parts().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theTitleNamesTheFunctionThatSendsInTheNicsPlace() throws Exception {
        HostView gb300 = HostView.of(
                HostModel.of(HostShapes.gb300().build()), new HostView.Question(Scenario.BARE_METAL, List.of()));
        PathKey path = new PathKey(Address.of("0000:03:00.0"), Address.of("0009:06:00.0"));
        String title = Inspections.of(gb300, Selection.of(path), Texts.ENGLISH).title();
        assertTrue(title.matches("\\S+.* → GPU 0 via .*0009:03:00\\.0.*"), title);
    }

    @Test
    void thePathNamesThePortTheBitsAndThePeers() {
        Inspection inspection = inspect(Selection.of(BAD));
        assertEquals("mlx5_5 → GPU 5", inspection.title());
        Inspection.Banner banner = inspection.banner().orElseThrow();
        assertEquals(Outcome.DETOUR, banner.outcome());
        for (String word : List.of("port b7:00.0", "P2P Request Redirect", "Direct Translated P2P", "7 other")) {
            assertTrue(banner.text().contains(word), banner.text());
        }
    }

    /** It is asked of this machine only; of other hosts there is nothing to say about it. */
    @Test
    void whatTheVfioContainerOffersIsShownWhereItWasAsked() throws Exception {
        HostModel host = HostModel.of(HostShapes.gb300()
                .text(HostFiles.VFIO_CONTAINER, "API version 0: TYPE1_V2")
                .build());
        HostView asked = HostView.of(host, new HostView.Question(Scenario.VM, List.of()));
        assertEquals(List.of("API version 0: TYPE1_V2"), container(asked));
        assertEquals(List.of(), container(view));
    }

    private static List<String> container(HostView of) {
        return Inspections.of(of, Selection.nothing(), Texts.ENGLISH).parts().stream()
                .filter(Inspection.Facts.class::isInstance)
                .flatMap(part -> ((Inspection.Facts) part).rows().stream())
                .filter(row -> row.label().equals("VFIO container"))
                .map(Inspection.FactRow::value)
                .toList();
    }

    @Test
    void exactlyOneHopAndOneBitDecide() {
        Inspection inspection = inspect(Selection.of(BAD));
        Inspection.Hops hops = part(inspection, Inspection.Hops.class);
        assertEquals(
                List.of(PORT),
                hops.rows().stream()
                        .filter(Inspection.HopRow::decides)
                        .map(Inspection.HopRow::function)
                        .toList());
        Inspection.Bits bits = part(inspection, Inspection.Bits.class);
        assertEquals(PORT, bits.port());
        assertEquals(
                List.of(AcsBit.DT),
                bits.rows().stream()
                        .filter(Inspection.BitRow::decides)
                        .map(Inspection.BitRow::bit)
                        .toList());
    }

    @Test
    void theFirstTryKeepsIsolationAndWorks() {
        Inspection.Tries tries = part(inspect(Selection.of(BAD)), Inspection.Tries.class);
        assertEquals(Outcome.INSIDE_SWITCH, tries.tries().getFirst().outcome());
        assertTrue(tries.tries().getFirst().result().contains("enforced"));
    }

    @Test
    void aGoodPathOffersNoTries() {
        Inspection inspection =
                inspect(Selection.of(new PathKey(Address.of("0000:18:00.0"), Address.of("0000:1b:00.0"))));
        assertTrue(inspection.parts().stream().noneMatch(Inspection.Tries.class::isInstance));
    }

    @Test
    void anotherPortOfTheWayShowsItsOwnRegister() {
        Inspection inspection = inspect(new Selection.OfPath(BAD, Optional.of(Address.of("0000:b7:01.0"))));
        Inspection.Bits bits = part(inspection, Inspection.Bits.class);
        assertEquals(Address.of("0000:b7:01.0"), bits.port());
        assertTrue(bits.rows().stream().noneMatch(Inspection.BitRow::decides));
    }

    @Test
    void everyFactOfAFunctionSaysWhereItWasReadOrIsWorkedOut() {
        List<Inspection.FactRow> rows = inspect(Selection.of(NIC)).parts().stream()
                .filter(Inspection.Facts.class::isInstance)
                .flatMap(part -> ((Inspection.Facts) part).rows().stream())
                .toList();
        for (Inspection.FactRow row : rows) {
            assertEquals(row.source().isPresent(), row.command().isPresent(), row.label());
        }
        assertTrue(rows.stream().filter(row -> row.source().isPresent()).count() >= 5);
    }

    @Test
    void aNicLeadsWithTheAnswerForItsPath() {
        Inspection inspection = inspect(Selection.of(BAD.requester()));
        Inspection.Banner banner = inspection.banner().orElseThrow();
        assertEquals(Outcome.DETOUR, banner.outcome());
        assertTrue(banner.title().contains("GPU 5"), banner.title());
        assertTrue(banner.text().contains("b7:00.0"), banner.text());
        assertEquals(Optional.empty(), inspect(Selection.of(PORT)).banner(), "a port has no path of its own");
    }

    @Test
    void registersAreDecodedFromTheBytes() {
        Inspection.Registers acs = inspect(Selection.of(PORT)).parts().stream()
                .filter(Inspection.Registers.class::isInstance)
                .map(Inspection.Registers.class::cast)
                .filter(block -> block.title().startsWith("Access Control Services"))
                .findFirst()
                .orElseThrow();
        assertTrue(acs.rows().stream()
                .anyMatch(row -> row.shortName().equals("ACSCtl") && row.value().equals("0x001d")));
    }

    @Test
    void onlyRegistersThatAFunctionHasAreShown() throws Exception {
        HostBuilder host = HostBuilder.named("t");
        FunctionBuilder wide = host.rootPort("0000:00:1c.0", 0x8086, 0xa110).wideAcs(0x0000000f, 0x0000000d);
        FunctionBuilder nic = wide.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        HostView few = HostView.of(HostModel.of(host.build()), new HostView.Question(Scenario.VM, List.of()));

        List<String> ofPort = registers(few, wide.address());
        assertTrue(ofPort.contains("ACSCtl 0x0000000d"), "32 bits wide: " + ofPort);
        assertFalse(ofPort.toString().contains("Subsystem"), "a bridge has other registers there: " + ofPort);
        assertTrue(registers(few, nic.address()).toString().contains("Subsystem Vendor ID"));
    }

    private static List<String> registers(HostView view, Address function) {
        return Inspections.of(view, Selection.of(function), Texts.ENGLISH).parts().stream()
                .filter(Inspection.Registers.class::isInstance)
                .flatMap(block -> ((Inspection.Registers) block).rows().stream())
                .map(row -> row.shortName() + " " + row.value())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hgx-b300-vm", "hgx-b300-one-bad", "broadcom-baremetal-acs-on", "no-switch"})
    void everyFunctionAndPathOfEverySampleCanBeInspectedInBothLanguages(String sample) throws Exception {
        HostView each = open(sample);
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            for (Address function : each.host().topology().functions().keySet()) {
                assertFalse(Inspections.of(each, Selection.of(function), texts)
                        .asText()
                        .isBlank());
            }
            for (PathKey path : each.paths().keySet()) {
                Inspection inspection = Inspections.of(each, Selection.of(path), texts);
                assertFalse(inspection.banner().orElseThrow().text().isBlank());
            }
            for (String group : each.host().iommu().groups().keySet()) {
                assertFalse(Inspections.of(each, new Selection.OfGroup(group), texts)
                        .asText()
                        .isBlank());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5_5", "b8:00.0", "0000:b8:00.0", "MLX5_5"})
    void searchFindsTheNicFirst(String words) {
        assertEquals(
                Selection.of(NIC),
                Search.find(view, Texts.ENGLISH, words).getFirst().selection());
    }

    @Test
    void searchForNothingFindsNothing() {
        assertEquals(List.of(), Search.find(view, Texts.ENGLISH, "  "));
        assertEquals(List.of(), Search.find(view, Texts.ENGLISH, "no-such-thing"));
    }

    @Test
    void arrowsWalkTheTree() {
        Predicate<Address> all = address -> true;
        Walk walk = new Walk(view, all);
        assertEquals(Optional.of(PORT), walk.from(Optional.of(NIC), Walk.Direction.UP));
        assertEquals(Optional.of(NIC), walk.from(Optional.of(PORT), Walk.Direction.DOWN));
        assertEquals(Optional.of(Address.of("0000:b7:01.0")), walk.from(Optional.of(PORT), Walk.Direction.RIGHT));
        assertEquals(Optional.empty(), walk.from(Optional.of(PORT), Walk.Direction.LEFT));
    }
}
