// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.asks;
import static org.peerpath.plan.PlanHosts.failed;
import static org.peerpath.plan.PlanHosts.mentions;
import static org.peerpath.plan.PlanHosts.refuses;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** What was not read is not taken for the usual value in silence; what is set already is not set again. */
class UnreadSettingsTest {
    @ParameterizedTest
    @EnumSource(
            value = Goal.class,
            names = {"BIND_VFS", "UNBIND"})
    void anUnreadOverrideAsks(Goal goal) {
        assertFalse(mentions(existing(goal, vf -> vf.attribute("driver_override", "(null)")), GuardId.SETTING_UNREAD));
        assertTrue(asks(
                existing(goal, vf -> vf.attribute("driver_override", failed("driver_override"))),
                GuardId.SETTING_UNREAD));
    }

    @ParameterizedTest
    @EnumSource(
            value = Goal.class,
            names = {"BIND_VFS", "UNBIND"})
    void anUnreadDriverIsRefused(Goal goal) {
        assertFalse(mentions(existing(goal, vf -> {}), GuardId.DRIVER_UNREAD));
        assertTrue(refuses(existing(goal, vf -> vf.attribute("driver", failed("driver"))), GuardId.DRIVER_UNREAD));
    }

    private static Plan existing(Goal goal, Consumer<FunctionBuilder> change) {
        HostBuilder host = PlanHosts.host().text("peerpath/vfio-holders", "");
        host.get(NIC).virtualFunctions(8, 1, 1, 1, 0x101e).forEach(vf -> {
            vf.driver(goal == Goal.UNBIND ? "vfio-pci" : "mlx5_core").group(77).attribute("driver_override", "(null)");
            change.accept(vf);
        });
        return PlanHosts.plan(HostModel.of(host.build()), goal, 0);
    }

    /** So that undoing finds them as they were: the host's driver would take what has none. */
    @Test
    void virtualFunctionsThatComeBackComeBackWithoutADriver() {
        Step removal = existing(Goal.UNBIND, vf -> {}).toDo().getLast();
        assertEquals(
                List.of(
                        "echo 0 > /sys/bus/pci/devices/0000:04:00.0/sriov_drivers_autoprobe",
                        "echo 1 > /sys/bus/pci/devices/0000:04:00.0/sriov_numvfs",
                        "echo 1 > /sys/bus/pci/devices/0000:04:00.0/sriov_drivers_autoprobe"),
                removal.undo().stream().map(Operation::shell).toList());
    }

    @Test
    void anOptionThatIsPendingWaitsForTheBoot() {
        HostBuilder host = PlanHosts.withoutAts();
        assertEquals(1, PlanHosts.vm(host).toDo().size());
        host.get(NIC).attribute("mlxconfig/ATS_ENABLED/current", "False(0)");
        host.get(NIC).attribute("mlxconfig/ATS_ENABLED/next-boot", "True(1)");
        Plan pending = PlanHosts.vm(host);
        assertEquals(List.of(), pending.toDo());
        assertEquals(
                List.of("ats-option:" + NIC),
                pending.waiting().stream().map(Step::id).toList());
        assertTrue(asks(pending, GuardId.REBOOT_FIRST), pending.guards()::toString);
        String script = ShellScript.of(pending, Texts.ENGLISH);
        assertFalse(script.contains("-y set"), script);
        assertTrue(script.contains("must now be rebooted"), script);
    }

    @ParameterizedTest
    @ValueSource(strings = {"False(0)", "N/A", ""})
    void anyOtherValueIsSet(String next) {
        HostBuilder host = PlanHosts.withoutAts();
        host.get(NIC).attribute("mlxconfig/ATS_ENABLED/next-boot", next);
        assertEquals(1, PlanHosts.vm(host).toDo().size());
    }
}
