// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Picture;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Ink;
import org.peerpath.report.MeasuredNotes;
import org.peerpath.report.MeasuredText;
import org.peerpath.testing.SampleHosts;
import org.peerpath.text.Texts;

/** Eight pairs measured, one of them slower: it is named, and no fold of pairs that are alike hides it. */
class SlowestPairTest {
    private static final List<Integer> GPUS = List.of(0x1b, 0x3b, 0x5b, 0x7b, 0x9b, 0xbb, 0xdb, 0xeb);
    private static final HostModel HOST = HostModel.of(SampleHosts.hgxB300Vm().build());

    private static Readout run(int index, double gigabits) throws Exception {
        String gpu = String.format(Locale.ROOT, "%02X:00", GPUS.get(index));
        String text = Outputs.between("mlx5_" + index, gpu, gigabits, Outputs.PASSED);
        return MeasurementReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), index + ".txt");
    }

    private static Measurements eight(int slow) throws Exception {
        List<Readout> all = new ArrayList<>();
        for (int i = 0; i < GPUS.size(); i++) {
            all.add(run(i, i == slow ? 400 : 780));
        }
        return Measurements.of(HOST, Scenario.VM, all, Optional.empty());
    }

    @Test
    void theSlowestIsNamedWithWhatItCouldCarry() throws Exception {
        Measurements measurements = eight(3);
        assertEquals(8, measurements.perPair().size());
        String text = MeasuredText.of(measurements, Texts.ENGLISH, Ink.PLAIN);
        assertTrue(text.contains("Slowest of 8 pairs: mlx5_3 → GPU 3, 50.0 of 98.0 GB/s (51 %)"), text);
        Measurements one = Measurements.of(HOST, Scenario.VM, List.of(run(3, 400)), Optional.empty());
        assertFalse(MeasuredText.of(one, Texts.ENGLISH, Ink.PLAIN).contains("Slowest of"));
    }

    /** The card of those that are alike shows a figure: it must be theirs. */
    @Test
    void aSlowPairIsNotFoldedBehindAFastOne() throws Exception {
        List<PathReport> reports = new PathJudge(HOST, Scenario.VM).judge(PathSelection.DEFAULT);
        assertEquals(2, folded(reports, Map.of()), "a card for each NUMA node");
        assertEquals(3, folded(reports, MeasuredNotes.of(eight(3), reports, Texts.ENGLISH)));
        Measurements one = Measurements.of(HOST, Scenario.VM, List.of(run(3, 780)), Optional.empty());
        assertEquals(3, folded(reports, MeasuredNotes.of(one, reports, Texts.ENGLISH)), "the others were not measured");
    }

    private static long folded(
            List<PathReport> reports, Map<org.peerpath.diagram.PathKey, org.peerpath.diagram.MeasuredNote> notes) {
        LayoutOptions options =
                LayoutOptions.WINDOW.withFolded(true).withScenario(Scenario.VM).withMeasured(notes);
        Picture picture = Layout.of(HOST, reports, options, Texts.ENGLISH);
        return HOST.topology().functions().keySet().stream()
                .filter(address -> reports.stream()
                        .anyMatch(
                                report -> report.nearest() && report.requester().equals(address)))
                .filter(address -> picture.box(address)
                        .filter(box -> box.mark().function().equals(Optional.of(address)))
                        .isPresent())
                .count();
    }
}
