// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.VF;
import static org.peerpath.plan.PlanHosts.with;
import static org.peerpath.plan.PlanHosts.withVirtual;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** An interface that is on and nothing more is switched off before its function is bound; whatever else uses it refuses. */
class NetworkStepTest {
    private static final String FLAGS = "/sys/bus/pci/devices/" + VF + "/net/ens1v0/flags";

    private static HostBuilder host(String users, String flags) {
        return with(withVirtual("mlx5_core"), host -> {
            host.get(VF).directory("net", "ens1v0").attribute("net/ens1v0/flags", flags);
            host.text(HostFiles.USERS, users).text(HostFiles.IN_USE, "ssh -");
        });
    }

    private static Plan plan(HostBuilder host) {
        return Planner.plan(HostModel.of(host.build()), new PlanRequest(Goal.BIND_VFS, List.of(Address.of(NIC)), 0));
    }

    private static List<Step> free(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == Step.Kind.NETWORK)
                .toList();
    }

    @Test
    void itGoesOffRightBeforeItsFunctionIsBoundAndComesBackAfter() {
        Plan plan = plan(host("net ens1v0 up - - -", "0x1003"));
        assertFalse(plan.refused(), () -> plan.guards().toString());
        Step free = free(plan).getFirst();
        assertEquals("free:" + VF, free.id());
        assertEquals(
                "bind:" + VF, plan.steps().get(plan.steps().indexOf(free) + 1).id());
        assertEquals("echo 0x1002 > " + FLAGS, free.operations().getFirst().shell());
        assertEquals("echo 0x1003 > " + FLAGS, free.undo().getFirst().shell());
        assertEquals("cat " + FLAGS, free.prechecks().getFirst().read().shell());
        assertEquals("0x1003", free.prechecks().getFirst().expected());
        assertEquals("0x1002", free.verification().getFirst().expected());
        assertEquals("0x1002", free.undoChecks().getFirst().expected());
        assertEquals(Step.Danger.MEDIUM, free.danger());
        assertTrue(plan.asked().stream().anyMatch(guard -> guard.id() == GuardId.FREES_INTERFACE));
    }

    @Test
    void scriptAndPlaybookHoldTheSameCommands() {
        Plan plan = plan(host("net ens1v0 up - - -", "0x1003"));
        String script = ShellScript.of(plan, Texts.ENGLISH);
        String playbook = Playbook.of(plan, Texts.ENGLISH, false);
        for (String text : List.of(script, playbook)) {
            assertTrue(text.contains("net/ens1v0/flags"), text);
            assertTrue(text.contains("0x1002"), text);
            assertTrue(text.contains("0x1003"), text);
        }
        assertTrue(script.indexOf("0x1002") < script.indexOf("drivers_probe"), script);
    }

    /** One thing more than on: an address, a bridge, another namespace, somebody who captures, a VLAN, or not known. */
    @ParameterizedTest
    @CsvSource({
        "net ens1v0 up addressed - -, 0x1003",
        "net ens1v0 up - br0 -, 0x1003",
        "net ens1v0 up - - -, 0x1103",
        "net ens1v0 up - - -, 0x1203",
        "net ens1v0 up - - -, junk",
    })
    void whatElseUsesItRefuses(String users, String flags) {
        Plan plan = plan(host(users, flags));
        assertTrue(plan.refused(), () -> plan.guards().toString());
        assertEquals(List.of(), free(plan));
    }

    @Test
    void flagsThatWereNotReadRefuse() {
        HostBuilder host = host("net ens1v0 up - - -", "0x1003");
        host.get(VF).without("net/ens1v0/flags");
        assertTrue(plan(host).refused());
    }

    @Test
    void aVlanOnItRefuses() {
        HostBuilder host = host("net ens1v0 up - - -", "0x1003");
        host.text("sys/class/net/ens1v0.7/lower_ens1v0/ifindex", "9");
        assertTrue(plan(host).refused());
    }

    @Test
    void oneThatIsOffNeedsNothing() {
        Plan plan = plan(host("net ens1v0 down - - -", "0x1002"));
        assertFalse(plan.refused(), () -> plan.guards().toString());
        assertEquals(List.of(), free(plan));
        assertFalse(plan.guards().stream().anyMatch(guard -> guard.id() == GuardId.FREES_INTERFACE));
    }

    /** A journal is a file and may have been edited: it frees only what a plan would free. */
    @Test
    void aForgedJournalSwitchesNothingElseOff() {
        Step step = free(plan(host("net ens1v0 up - - -", "0x1003"))).getFirst();
        assertFalse(forward(host("net ens1v0 up - - -", "0x1003"), step).refused());
        assertTrue(forward(host("net ens1v0 up addressed - -", "0x1003"), step).refused(), "it has an address by now");
        Step uplink = Step.of("free:x", Step.Kind.NETWORK, Address.of(NIC), step.purpose(), step.risk())
                .run(new Operation.Write("/sys/bus/pci/devices/" + NIC + "/net/ib0/flags", "0x1002"))
                .build();
        Consumer<HostBuilder> up = host -> host.text(HostFiles.USERS, "net ib0 up - - -");
        Plan forged = forward(with(host("", "0x1003"), up), uplink);
        assertTrue(forged.guards().stream().anyMatch(guard -> guard.id() == GuardId.PHYSICAL_FUNCTION));
        assertEquals(Step.Danger.MEDIUM, JournaledSteps.judged(uplink).danger());
    }

    /** What was switched off by a step of the run no longer stands in the way of the next. */
    @Test
    void theStepsAfterItSeeItOff() {
        Plan plan = plan(host("net ens1v0 up - - -", "0x1003"));
        Plan journaled = JournaledSteps.forward(
                HostModel.of(host("net ens1v0 up - - -", "0x1003").build()), plan.request(), "x", plan.toDo());
        assertFalse(
                journaled.guards().stream().anyMatch(guard -> guard.id() == GuardId.IN_USE),
                () -> journaled.guards().toString());
    }

    private static Plan forward(HostBuilder host, Step step) {
        return JournaledSteps.forward(
                HostModel.of(host.build()),
                new PlanRequest(Goal.BIND_VFS, List.of(Address.of(NIC)), 0),
                "x",
                List.of(step));
    }
}
