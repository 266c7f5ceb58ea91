// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.PlanHosts.asks;
import static org.peerpath.plan.PlanHosts.mentions;
import static org.peerpath.plan.PlanHosts.refuses;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.model.HostModel;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.text.Message;

/** GB200 and GB300: another function sends, so that other values are aimed at (rdma-core kernel-boot/rdma_topo). */
class DataDirectPlanTest {
    private static final String SENDER_PORT = "0009:02:00.0";
    private static final String GPU_PORT = "0009:02:01.0";
    private static final String GPU = "0009:06:00.0";

    @ParameterizedTest
    @EnumSource(
            value = Goal.class,
            names = {"VM_GPUDIRECT", "BARE_METAL_GPUDIRECT"})
    void rdmaTopesValuesNeedNothing(Goal goal) {
        Plan plan = plan(HostShapes.gb300(), goal);
        assertEquals(List.of(), plan.toDo(), "and no ATS is asked of a NIC that does not send itself");
        assertEquals(List.of(), plan.guards());
    }

    @ParameterizedTest
    @EnumSource(
            value = Goal.class,
            names = {"VM_GPUDIRECT", "BARE_METAL_GPUDIRECT"})
    void theKernelsValuesBecomeThose(Goal goal) {
        HostBuilder host = HostShapes.gb300();
        for (String port : List.of("0009:00:00.0", SENDER_PORT, GPU_PORT, "0009:05:00.0")) {
            host.get(port).acs(0x5f, 0x1d);
        }
        assertEquals(
                List.of(
                        "setpci -s 0009:00:00.0 ECAP_ACS+6.w=0000:0001",
                        "setpci -s 0009:02:00.0 ECAP_ACS+6.w=0000:0004",
                        "setpci -s 0009:02:01.0 ECAP_ACS+6.w=0000:0008"),
                plan(host, goal).toDo().stream()
                        .flatMap(step -> step.operations().stream())
                        .map(Operation::shell)
                        .sorted()
                        .toList());
    }

    /** Taking Source Validation away takes isolation from whatever VFIO holds there. */
    @Test
    void whatVfioHoldsBelowForbidsIt() {
        assertFalse(mentions(opened(HostShapes.gb300()), GuardId.ISOLATION_IN_USE));
        HostBuilder held = HostShapes.gb300();
        held.get(GPU).driver("vfio-pci");
        assertTrue(refuses(opened(held), GuardId.ISOLATION_IN_USE));
        HostBuilder unread = HostShapes.gb300();
        unread.get(GPU).attribute("driver", PlanHosts.failed("driver"));
        assertTrue(asks(opened(unread), GuardId.ISOLATION_IN_USE));
    }

    private static Plan opened(HostBuilder host) {
        host.get("0009:00:00.0").acs(0x1f, 0x1d);
        return plan(host, Goal.VM_GPUDIRECT);
    }

    private static Plan plan(HostBuilder host, Goal goal) {
        host.text("peerpath/tools", "setpci").text("sys/kernel/security/lockdown", "[none] integrity");
        Plan plan = PlanHosts.plan(HostModel.of(host.build()), goal, 0);
        assertFalse(plan.guards().stream().map(Guard::reason).anyMatch(Message.of("")::equals));
        return plan;
    }
}
