// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.Cases;
import org.peerpath.text.Texts;

/** What a picture tells. */
class LayoutTest {
    private static final Address BAD_PORT = Address.of("0000:b7:00.0");

    private static List<Shape.Line> ribbons(Picture picture) {
        return picture.shapes().stream()
                .filter(shape -> shape.mark().path().isPresent())
                .filter(Shape.Line.class::isInstance)
                .map(Shape.Line.class::cast)
                .toList();
    }

    @Test
    void theOddOneOutIsSeenAtOnce() {
        Picture picture = Pictures.sample("hgx-b300-one-bad").picture(LayoutOptions.WINDOW);
        assertEquals(8, ribbons(picture).size());
        assertEquals(
                1,
                ribbons(picture).stream()
                        .filter(r -> r.mark().role() == Role.RIBBON_DETOUR)
                        .count());
        assertEquals(
                1,
                picture.shapes().stream()
                        .filter(s -> s.mark().role() == Role.CARD_DETOUR)
                        .count());
        Rect ring = rings(picture).getFirst();
        assertTrue(ring.contains(box(picture, BAD_PORT)), "the ring is not around the port that decides");
        Rect chip = picture.shapes().stream()
                .filter(s -> s instanceof Shape.Chip c
                        && c.bit().equals(Optional.of(AcsBit.DT))
                        && c.mark().function().equals(Optional.of(BAD_PORT)))
                .map(s -> ((Shape.Chip) s).bounds())
                .findFirst()
                .orElseThrow();
        assertTrue(rings(picture).getLast().contains(chip), "the chip that decides is not lit");
        assertEquals(2, rings(picture).size());
    }

    /** What does not work is ringed where it stands, not the port that would have decided; and no arrow says "arrived". */
    @ParameterizedTest
    @CsvSource({
        "gpu-ff, 0000:1b:00.0, true",
        "gpu-mem-off, 0000:1b:00.0, true",
        "link-down, 0000:1a:00.0, true",
        "link-disable, 0000:1a:00.0, true",
        "nic-bme-off, 0000:18:00.0, false",
        "dsp-bme-off, 0000:17:00.0, false"
    })
    void whatDoesNotWorkIsRinged(String name, String function, boolean targetsSide) throws Exception {
        HostModel host = HostModel.of(Cases.host("field/hosts/" + name));
        List<PathReport> reports = new PathJudge(host, Scenario.BARE_METAL).judge(PathSelection.DEFAULT);
        Picture picture =
                Layout.of(host, reports, LayoutOptions.WINDOW.withScenario(Scenario.BARE_METAL), Texts.ENGLISH);
        List<Rect> rings = rings(picture);
        assertTrue(
                rings.stream().anyMatch(ring -> ring.contains(box(picture, Address.of(function)))),
                () -> "no ring around " + function + ": " + rings);
        Shape.Line line = ribbons(picture).stream()
                .filter(each -> each.mark().role() == Role.RIBBON_UNUSABLE)
                .findFirst()
                .orElseThrow();
        assertFalse(line.arrow(), "it does not arrive");
        double gpu = box(picture, Address.of("0000:1b:00.0")).y();
        assertEquals(targetsSide, line.points().getLast().y() > gpu - 3, "it is drawn to where it fails");
        assertEquals(1, rings.size(), "what does not work, and no control");
        assertTrue(
                picture.shapes().stream()
                        .filter(shape -> shape.mark().role() == Role.SIGN_UNUSABLE)
                        .anyMatch(shape -> shape.mark().path().isPresent()),
                "a cross on it, besides the legend's");
    }

    private static List<Rect> rings(Picture picture) {
        return picture.shapes().stream()
                .filter(s -> s.mark().role().name().startsWith("RING"))
                .map(s -> ((Shape.Box) s).bounds())
                .toList();
    }

    private static Rect box(Picture picture, Address function) {
        return picture.box(function).orElseThrow().bounds();
    }

    @Test
    void eightGpusAndEightNicsFitALaptopsWindow() {
        for (String sample : List.of("hgx-b300-vm", "hgx-b300-one-bad")) {
            Picture picture = Pictures.sample(sample)
                    .picture(LayoutOptions.WINDOW.withFolded(true).withRoom(880).withAspect(1.2));
            assertTrue(picture.width() <= 880 && picture.height() <= 740, picture.width() + " x " + picture.height());
        }
    }

    @Test
    void anOddOneNeverFolds() {
        Picture picture = Pictures.sample("hgx-b300-one-bad").picture(LayoutOptions.WINDOW.withFolded(true));
        List<String> counts = picture.shapes().stream()
                .filter(s -> s.mark().role() == Role.COUNT)
                .map(s -> ((Shape.Chip) s).text())
                .toList();
        assertEquals(List.of("× 4", "× 3"), counts);
        assertTrue(picture.box(BAD_PORT).isPresent());
        assertEquals(picture.box(Address.of("0000:18:00.0")), picture.box(Address.of("0000:38:00.0")));
    }

    @Test
    void aSelectedPathStandsOut() {
        Pictures.Judged host = Pictures.sample("hgx-b300-one-bad");
        PathKey far = host.reports().stream()
                .filter(r -> r.verdict() == Outcome.ROOT_COMPLEX)
                .map(PathKey::of)
                .findFirst()
                .orElseThrow();
        Picture picture = host.picture(LayoutOptions.WINDOW.withSelected(Optional.of(far)));
        assertEquals(9, ribbons(picture).size());
        assertEquals(
                List.of(far),
                ribbons(picture).stream()
                        .filter(r -> !r.faded())
                        .flatMap(r -> r.mark().path().stream())
                        .toList());
    }

    @Test
    void whatWasNotReadIsNeverShownAsOff() {
        int unread = 0;
        for (Pictures.Judged host : Pictures.all().toList()) {
            for (Shape shape : host.picture(LayoutOptions.WINDOW).shapes()) {
                if (shape instanceof Shape.Chip chip && chip.bit().isPresent()) {
                    Address port = chip.mark().function().orElseThrow();
                    if (host.host().topology().get(port).acs().isUnknown()) {
                        unread++;
                        assertEquals(Role.CHIP_UNREAD, chip.mark().role(), host.name());
                    }
                }
            }
        }
        assertTrue(unread > 50, "hardly any host with unread ports: " + unread);
    }

    @Test
    void hiddenFunctionsAreCountedAndCanBeShown() {
        Pictures.Judged host = Pictures.sample("hgx-b300-vm");
        Forest few = Forest.of(host.host(), host.reports(), LayoutOptions.WINDOW);
        long drawn = few.roots().stream().flatMap(Branch::all).count();
        long folded = few.roots().stream()
                .flatMap(Branch::all)
                .mapToLong(b ->
                        host.host().topology().virtualFunctions(b.address()).size())
                .sum();
        assertEquals(
                host.host().topology().functions().size(),
                drawn + folded + few.hidden().size());
        assertTrue(few.hidden().size() > 10);
        Forest all = Forest.of(host.host(), host.reports(), LayoutOptions.WINDOW.withHidden(true));
        assertTrue(all.hidden().stream()
                .allMatch(a -> host.host().topology().get(a).kind().isBridge()));
    }

    @ParameterizedTest
    @MethodSource("org.peerpath.diagram.Pictures#samples")
    void screenReadersAreToldWhatEachNicReaches(Pictures.Judged host) {
        Picture picture = host.picture(LayoutOptions.WINDOW);
        for (PathReport report : host.reports()) {
            if (report.nearest()) {
                String tip =
                        picture.box(report.requester()).orElseThrow().mark().tip();
                assertTrue(tip.contains(report.requester().toString()), tip);
                assertTrue(tip.contains(new Words(Texts.ENGLISH).deed(report.verdict())), tip);
            }
        }
    }

    @Test
    void aFlippedBitTurnsTheRibbonGreen() throws WhatIf.RefusedException {
        Pictures.Judged bad = Pictures.sample("hgx-b300-one-bad");
        HostModel host = WhatIf.apply(bad.host(), List.of(new Change.AcsControl(BAD_PORT, 0x5d)));
        List<PathReport> reports = new PathJudge(host, Scenario.VM).judge(PathSelection.DEFAULT);
        Picture picture = Layout.of(host, reports, LayoutOptions.WINDOW, Texts.ENGLISH);
        assertEquals(
                Set.of(Role.RIBBON_INSIDE),
                ribbons(picture).stream().map(line -> line.mark().role()).collect(Collectors.toSet()));
    }
}
