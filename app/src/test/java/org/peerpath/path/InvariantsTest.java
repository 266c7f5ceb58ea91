// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.RandomHosts;

/** What must hold on every host, whatever its shape and bits. A failing seed is printed; {@code -Dpeerpath.seed} replays it. */
class InvariantsTest {
    /** Fewer where every test runs hundreds of times, as in mutation testing. */
    private static final int TREES = Integer.getInteger("peerpath.trees", 150);

    @Test
    void translationBlockingNeverUnblocksAndNeverTouchesUntranslatedRequests() {
        changeEveryPort(AcsBit.TB, true, (before, after) -> {
            assertEquals(way(before.untranslated()), way(after.untranslated()));
            if (before.translated().outcome() == Outcome.BLOCKED) {
                assertEquals(Outcome.BLOCKED, after.translated().outcome());
            }
            assertTrue(after.translated().outcome() == Outcome.BLOCKED
                    || after.translated().outcome() == before.translated().outcome());
        });
    }

    @Test
    void directTranslatedNeverChangesUntranslatedRoutes() {
        for (boolean on : new boolean[] {true, false}) {
            changeEveryPort(
                    AcsBit.DT,
                    on,
                    (before, after) -> assertEquals(way(before.untranslated()), way(after.untranslated())));
        }
    }

    @Test
    void completionRedirectNeverChangesRequests() {
        for (boolean on : new boolean[] {true, false}) {
            changeEveryPort(AcsBit.CR, on, (before, after) -> {
                assertEquals(
                        before.untranslated().outcome(), after.untranslated().outcome());
                assertEquals(before.translated().outcome(), after.translated().outcome());
                assertEquals(before.verdict(), after.verdict());
            });
        }
    }

    @Test
    void sourceValidationDecidesNoRoute() {
        changeEveryPort(AcsBit.SV, false, (before, after) -> {
            assertEquals(before.verdict(), after.verdict());
            assertEquals(before.untranslated().outcome(), after.untranslated().outcome());
        });
    }

    @Test
    void whatIfAndUndoGiveTheSameHost() {
        forEachTree(host -> {
            for (PciFunction port : host.topology().functions().values()) {
                port.acs().flatMap(Acs::control).asOptional().ifPresent(control -> {
                    HostModel flipped = set(host, port.address(), control ^ 0x7f);
                    assertEquals(
                            host.topology(),
                            set(flipped, port.address(), control).topology());
                });
            }
        });
    }

    @Test
    void aBitThatIsNotImplementedStaysOff() {
        forEachTree(host -> {
            for (PciFunction port : host.topology().functions().values()) {
                port.acs().flatMap(Acs::capability).asOptional().ifPresent(capability -> {
                    Acs acs = set(host, port.address(), 0x7f)
                            .topology()
                            .get(port.address())
                            .acs()
                            .asOptional()
                            .orElseThrow();
                    assertEquals(capability & 0x7f, acs.control().asOptional().orElseThrow() & 0x7f);
                });
            }
        });
    }

    @Test
    void anUnreadDecidingPortLeavesUntranslatedRequestsUnknown() {
        forEachTree(host -> {
            for (PathReport report : all(host)) {
                if (CommonUpstream.of(host.topology(), report.decidingFunction(), report.target())
                                instanceof CommonUpstream.SharedSwitch shared
                        && shared.requesterPort().acs().isUnknown()) {
                    assertEquals(Outcome.UNKNOWN, report.untranslated().outcome());
                    assertNotEquals(Outcome.INSIDE_SWITCH, report.translated().outcome());
                    assertTrue(report.untranslated().reason().isPresent());
                }
            }
        });
    }

    @Test
    void everyAnswerIsComplete() {
        forEachTree(host -> {
            for (PathReport report : all(host)) {
                for (Route route : List.of(report.untranslated(), report.translated())) {
                    assertEquals(
                            route.outcome() == Outcome.UNKNOWN, route.reason().isPresent(), report.toString());
                    boolean decided = route.outcome() == Outcome.INSIDE_SWITCH
                            || route.outcome() == Outcome.DETOUR
                            || route.outcome() == Outcome.BLOCKED;
                    assertEquals(decided, route.decidedBy().isPresent(), report.toString());
                }
                if (report.verdict() == Outcome.INSIDE_SWITCH || report.verdict() == Outcome.DETOUR) {
                    assertTrue(report.commonSwitch().isPresent());
                }
                List<Hop> hops = Explanation.of(host, report).hops();
                assertEquals(report.decidingFunction(), hops.getFirst().function());
                assertEquals(report.target(), hops.getLast().function());
                boolean arrives = report.untranslated().outcome() != Outcome.BLOCKED
                        && report.untranslated().outcome() != Outcome.UNKNOWN;
                assertEquals(arrives, hops.getLast().untranslated() == Hop.Step.RECEIVES, report.toString());
                report.untranslated()
                        .reason()
                        .filter(why -> why.key().equals("unknown.route.port"))
                        .ifPresent(why -> assertEquals(
                                List.of(why.args().getFirst()),
                                hops.stream()
                                        .filter(hop -> hop.untranslated() == Hop.Step.UNKNOWN)
                                        .map(Hop::function)
                                        .toList(),
                                "what was not read stands at the port that was not read: " + report));
                VerdictText.of(host, report);
            }
        });
    }

    /** A route without the register values that are shown beside it. */
    private static List<Object> way(Route route) {
        return List.of(
                route.outcome(),
                route.decidedBy().map(by -> by.port() + " " + by.rule()),
                route.completion().map(c -> c.relaxed() + " " + c.strict()));
    }

    private static List<PathReport> all(HostModel host) {
        List<PathReport> reports = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            reports.addAll(new PathJudge(host, scenario).judge(PathSelection.DEFAULT));
        }
        return reports;
    }

    /** Turns one bit of one port after the other and compares every path before and after. */
    private static void changeEveryPort(AcsBit bit, boolean on, BiConsumer<PathReport, PathReport> holds) {
        forEachTree(host -> {
            List<PathReport> before = all(host);
            for (PciFunction port : host.topology().functions().values()) {
                port.acs().flatMap(Acs::control).asOptional().ifPresent(control -> {
                    int value = on ? control | bit.mask() : control & ~bit.mask();
                    List<PathReport> after = all(set(host, port.address(), value));
                    for (int i = 0; i < before.size(); i++) {
                        if (before.get(i).decidingFunction().equals(after.get(i).decidingFunction())) {
                            holds.accept(before.get(i), after.get(i));
                        }
                    }
                });
            }
        });
    }

    private static HostModel set(HostModel host, Address port, int value) {
        try {
            return WhatIf.apply(host, List.of(new Change.AcsControl(port, value)));
        } catch (WhatIf.RefusedException e) {
            throw new AssertionError(e);
        }
    }

    private static void forEachTree(Consumer<HostModel> check) {
        long first = Long.getLong("peerpath.seed", 1);
        for (long seed = first; seed < first + TREES; seed++) {
            try {
                check.accept(HostModel.of(RandomHosts.small(seed).build()));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
