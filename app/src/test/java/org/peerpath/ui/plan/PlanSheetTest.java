// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.advice.FindingId;
import org.peerpath.diagram.PathKey;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanHosts;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Journal;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.plan.PlanSheet.Standing;

class PlanSheetTest {
    private static final Journal JOURNAL = new Journal(Path.of("target", "no-journal"));
    private static final Address PORT = Address.of("0000:b7:00.0");
    private static final Address NIC = Address.of("0000:b8:00.0");
    private static final Address GPU = Address.of("0000:bb:00.0");

    private static HostView view(String sample, Scenario scenario, Change... changes) throws Exception {
        return HostView.of(HostModel.of(Samples.open(sample)), new HostView.Question(scenario, List.of(changes)));
    }

    private static PlanSheet sheet(HostView view, PlanWish wish) throws Exception {
        return PlanSheet.of(view, wish, JOURNAL, Texts.ENGLISH);
    }

    @Test
    void theOddPortIsOneStepWithItsCommandAndItsUndo() throws Exception {
        HostView view = view("hgx-b300-one-bad", Scenario.VM);
        PlanSheet sheet =
                sheet(view, new PlanWishes(view).inside(view.path(path()).orElseThrow()));
        assertEquals(List.of(NIC), sheet.plan().request().nics());
        assertEquals(Goal.VM_GPUDIRECT, sheet.plan().request().goal());
        assertEquals(1, sheet.steps().size());
        PlanSheet.StepRow step = sheet.steps().getFirst();
        assertEquals(1, step.number());
        assertEquals(PORT, step.target().function());
        assertEquals(List.of("setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0040:0040"), step.commands());
        assertEquals(List.of("setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0000:0040"), step.undo());
        assertEquals("0040 in the bits 0040", step.after().getFirst().expected());
        assertFalse(sheet.done().isEmpty(), "the other ports of the path are so already");
    }

    private static PathKey path() {
        return new PathKey(NIC, GPU);
    }

    @Test
    void whatIsTriedIsToldStepByStep() throws Exception {
        HostView view = view(
                "hgx-b300-one-bad",
                Scenario.VM,
                new Change.AcsControl(PORT, 0x5d),
                new Change.AcsControl(Address.of("0000:97:00.0"), 0x5c));
        PlanSheet sheet = sheet(view, new PlanWishes(view).tried());
        assertEquals(2, sheet.tried().size());
        assertEquals(Optional.of(1), sheet.tried().getFirst().step());
        assertEquals(Optional.empty(), sheet.tried().get(1).step());
        assertEquals(
                "Done by step 1.",
                sheet.tried().getFirst().note(),
                "the plan is made on the host as read, not on the try");
    }

    @Test
    void aHostAsItShouldBeHasNothingToDo() throws Exception {
        HostView view = view("hgx-b300-vm", Scenario.VM);
        PlanSheet sheet = sheet(view, new PlanWish(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0)));
        assertEquals(Standing.NOTHING_TO_DO, sheet.standing());
        assertTrue(sheet.steps().isEmpty());
        assertTrue(sheet.guards().isEmpty());
    }

    @Test
    void aRefusalStandsFirstWithReasonLiftAndSource() throws Exception {
        HostView view = view("no-switch", Scenario.VM);
        PlanSheet sheet = sheet(view, new PlanWish(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0)));
        assertEquals(Standing.REFUSED, sheet.standing());
        PlanSheet.GuardRow first = sheet.guards().getFirst();
        assertTrue(first.refuses());
        assertFalse(first.reason().isBlank()
                || first.lift().isBlank()
                || first.source().isBlank());
        assertFalse(first.functions().isEmpty());
    }

    /** What waits for a boot is not yet so: a plan without a step to do is not always a host that is as it should be. */
    @Test
    void anOptionThatWaitsForTheBootIsNotSaidToBeSo() throws Exception {
        HostBuilder host = PlanHosts.withoutAts();
        host.get(PlanHosts.NIC).attribute("mlxconfig/ATS_ENABLED/current", "False(0)");
        host.get(PlanHosts.NIC).attribute("mlxconfig/ATS_ENABLED/next-boot", "True(1)");
        HostView view = HostView.of(HostModel.of(host.build()), new HostView.Question(Scenario.VM, List.of()));
        PlanSheet sheet = sheet(view, new PlanWish(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0)));
        assertEquals(List.of(), sheet.steps());
        assertEquals(Standing.WAITING, sheet.standing());
        assertTrue(sheet.headline().contains("only after a reboot"), sheet.headline());
    }

    /** A NIC whose SR-IOV capability was not read is left in, for the guards to speak of. */
    @Test
    void onlyANicKnownToHaveNoVirtualFunctionsLacksThem() throws Exception {
        Address nic = Address.of(PlanHosts.NIC);
        HostBuilder withSome = PlanHosts.host();
        assertFalse(wishes(withSome).lacksVirtual(nic));
        HostBuilder unread = PlanHosts.host();
        unread.get(PlanHosts.NIC).unreadable(Message.of("read.access-denied"));
        assertFalse(wishes(unread).lacksVirtual(nic));
        HostBuilder without = HostBuilder.named("plain");
        without.rootPort("0000:00:01.0", 0x8086, 0x0db0).endpoint(PlanHosts.NIC, 0x15b3, 0x1023, 0x020000);
        assertTrue(wishes(without).lacksVirtual(nic));
    }

    private static PlanWishes wishes(HostBuilder host) throws Exception {
        return new PlanWishes(HostView.of(HostModel.of(host.build()), new HostView.Question(Scenario.VM, List.of())));
    }

    @Test
    void everyGoalHasWordsInBothLanguages() throws Exception {
        HostView view = view("hgx-b300-one-bad", Scenario.VM);
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            for (Goal goal : Goal.values()) {
                PlanSheet sheet = PlanSheet.of(view, new PlanWishes(view).of(goal, List.of(NIC)), JOURNAL, texts);
                assertFalse(sheet.headline().isBlank());
                assertFalse(texts.say("ui.plan.goal." + goal.id()).isBlank());
                assertFalse(texts.say("ui.action.plan-" + goal.id()).isBlank());
            }
        }
    }

    @Test
    void whatIsPointedAtMeansItsNic() throws Exception {
        HostView view = view("hgx-b300-one-bad", Scenario.VM);
        PlanWishes wishes = new PlanWishes(view);
        assertEquals(List.of(NIC), wishes.nicsOf(Selection.of(PORT)));
        assertEquals(List.of(NIC), wishes.nicsOf(Selection.of(GPU)));
        assertEquals(List.of(NIC), wishes.nicsOf(Selection.of(Address.of("0000:b8:00.1"))), "a VF's NIC");
        assertEquals(List.of(), wishes.nicsOf(Selection.nothing()));
    }

    @Test
    void oneMoreNicGoesIntoThePlanThereIs() throws Exception {
        HostView view = view("hgx-b300-one-bad", Scenario.VM);
        PlanWishes wishes = new PlanWishes(view);
        Optional<PlanWish> first = wishes.with(Optional.empty(), NIC);
        Optional<PlanWish> both = wishes.with(first, Address.of("0000:98:00.0"));
        assertEquals(
                List.of(NIC, Address.of("0000:98:00.0")),
                both.orElseThrow().request().nics());
    }

    @Test
    void theFindingOfTheDetourLeadsToItsPlan() throws Exception {
        HostView view = view("hgx-b300-one-bad", Scenario.VM);
        PlanWish wish = view.findings().stream()
                .filter(finding -> finding.id() == FindingId.P2P_REDIRECTED)
                .findFirst()
                .flatMap(new PlanWishes(view)::of)
                .orElseThrow();
        assertEquals(List.of(NIC), wish.request().nics());
    }

    @Test
    void whereHostDriversHoldTheNicsThePlanIsForThem() throws Exception {
        HostView view = view("broadcom-baremetal-acs-on", Scenario.AS_IS);
        PlanWish wish = new PlanWishes(view).inside(view.nearest().getFirst());
        assertEquals(Goal.BARE_METAL_GPUDIRECT, wish.request().goal());
    }
}
