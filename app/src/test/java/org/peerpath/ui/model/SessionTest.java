// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.PathKey;
import org.peerpath.host.Hosts;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.ui.base.SameThread;

class SessionTest {
    private static final String ONE_BAD = "sample:hgx-b300-one-bad";
    private static final Address PORT = Address.of("0000:b7:00.0");
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private final SameThread executor = new SameThread();
    private final Answers person = new Answers();
    private final List<HostEntry> troubles = new ArrayList<>();
    private final Fleet fleet = new Fleet(
            source -> {
                if (source.equals(Hosts.LOCAL) || source.startsWith("broken")) {
                    throw new UnreadableSourceException(Message.of("read.no-such-file"));
                }
                return Recognizer.open(source);
            },
            executor,
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
            (entry, why) -> troubles.add(entry));
    private final Session session = new Session(fleet, executor, person);

    private HostView view() {
        return session.viewProperty().get().orElseThrow();
    }

    private Outcome verdict() {
        return view().path(BAD).orElseThrow().verdict();
    }

    private Change directOn() {
        return Changes.flip(view().host().topology().get(PORT), AcsBit.DT).orElseThrow();
    }

    @Test
    void aFlipTurnsTheVerdictAndUndoTurnsItBack() {
        fleet.open(ONE_BAD);
        session.ask(Scenario.VM);
        assertEquals(Outcome.DETOUR, verdict());

        session.change(directOn());
        assertEquals(Outcome.INSIDE_SWITCH, verdict());
        assertEquals(
                List.of(BAD),
                view().differences().stream().map(d -> PathKey.of(d.after())).toList());

        session.undo();
        assertEquals(Outcome.DETOUR, verdict());
        assertFalse(view().isWhatIf());
        session.redo();
        assertEquals(Outcome.INSIDE_SWITCH, verdict());
        session.reset();
        assertEquals(Outcome.DETOUR, verdict());
    }

    @Test
    void flippingABitTwiceLeavesNoChange() {
        fleet.open(ONE_BAD);
        session.change(directOn());
        session.change(directOn());
        assertEquals(List.of(), session.questionProperty().get().changes());
    }

    @Test
    void twoBitsOfOnePortAreOneChange() {
        fleet.open(ONE_BAD);
        session.change(directOn());
        session.change(
                Changes.flip(view().host().topology().get(PORT), AcsBit.RR).orElseThrow());
        assertEquals(1, session.questionProperty().get().changes().size());
        assertTrue(view().host()
                .topology()
                .get(PORT)
                .acs()
                .asOptional()
                .orElseThrow()
                .on(AcsBit.DT)
                .knownToBe(on -> on));
    }

    @Test
    void aBitThatIsNotImplementedCannotBeFlipped() {
        fleet.open(ONE_BAD);
        assertEquals(Optional.empty(), Changes.flip(view().host().topology().get(PORT), AcsBit.EC));
    }

    @Test
    void aBrokenFileKeepsTheEarlierHostInView() {
        HostEntry good = fleet.open(ONE_BAD);
        HostEntry broken = fleet.open("broken.json");
        assertEquals(Optional.of(good), fleet.currentProperty().get());
        assertTrue(session.viewProperty().get().isPresent());
        assertInstanceOf(HostEntry.State.Failed.class, broken.stateProperty().get());
        assertEquals(List.of(broken), troubles);
    }

    @Test
    void selectionGoesBackAndForward() {
        fleet.open(ONE_BAD);
        session.select(Selection.of(BAD));
        session.select(Selection.of(PORT));
        session.back();
        assertEquals(Selection.of(BAD), session.selectionProperty().get());
        session.forward();
        assertEquals(Selection.of(PORT), session.selectionProperty().get());
    }

    @Test
    void theSummaryNamesTheOddOne() {
        var _ = new Summaries(session, executor);
        HostEntry entry = fleet.open(ONE_BAD);
        Summary summary = entry.summaryProperty().get().orElseThrow();
        assertEquals(8, summary.pairs());
        assertEquals(7, summary.inside());
        assertEquals(Optional.of(Outcome.DETOUR), summary.worst());
    }

    @Test
    void withoutAPairOnThisMachineTheSampleOpensWithANote() {
        Start start = new Start(session);
        start.open(List.of(), List.of());
        assertEquals(Optional.of(ONE_BAD), fleet.currentProperty().get().map(HostEntry::source));
        assertTrue(start.noteProperty().get().isPresent());
    }

    @Test
    void removingTheHostInViewShowsItsNeighbour() {
        HostEntry first = fleet.open("sample:hgx-b300-vm");
        HostEntry second = fleet.open(ONE_BAD);
        fleet.remove(second);
        assertEquals(Optional.of(first), fleet.currentProperty().get());
        fleet.remove(first);
        assertEquals(Optional.empty(), fleet.currentProperty().get());
        assertEquals(Optional.empty(), session.viewProperty().get());
    }

    @Test
    void theNoteAboutTheSampleGoesWithIt() {
        for (String opened : List.of("sample:no-switch", Hosts.LOCAL)) {
            Start start = new Start(session);
            List.copyOf(fleet.entries()).forEach(fleet::remove);
            start.open(List.of(), List.of());
            assertTrue(start.noteProperty().get().isPresent(), "the sample is shown");
            fleet.open(opened);
            assertEquals(Optional.empty(), start.noteProperty().get(), opened);
        }
    }

    @Test
    void aHostKeepsTheNameItWasAddedBy() {
        HostEntry entry = new Fleet(
                        source -> Samples.open("hgx-b300-vm"),
                        executor,
                        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                        (host, why) -> {})
                .open("ssh://gpu-ok");
        assertEquals("gpu-ok", entry.nameProperty().get());
    }

    /** An output that a person drops on a host shows beside its path, and not in a what-if. */
    @Test
    void measuredFiguresBelongToTheHostAsItIs() throws UnreadableSourceException {
        fleet.open(ONE_BAD);
        String run = Outputs.perftest(
                        Outputs.GBITS, " 65536      5000             400.00             384.80\t\t   0.733948\n", "")
                .replace("mlx5_1", "mlx5_5")
                .replace("3B:00", "BB:00");
        Readout readout =
                MeasurementReader.read(new ByteArrayInputStream(run.getBytes(StandardCharsets.UTF_8)), "server.txt");
        HostEntry entry = fleet.currentProperty().get().orElseThrow();
        entry.measure(List.of(readout));
        entry.measure(List.of(readout));
        assertEquals(1, entry.measuredProperty().get().size());
        session.ask(Scenario.VM);
        assertEquals(
                48.1,
                view().measured()
                        .flatMap(all -> all.of(BAD.requester(), BAD.target()))
                        .orElseThrow()
                        .figure()
                        .gigabytesPerSecond(),
                1e-9);
        session.change(directOn());
        assertEquals(Optional.empty(), view().measured());
    }
}
