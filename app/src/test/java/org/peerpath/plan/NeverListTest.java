// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** The fence itself; that no plan breaks it is asserted wherever one is made. */
class NeverListTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "setpci -s 0000:17:00.0 ECAP_ATS+6.w=8000:8000",
                "echo 15b3 101e > /sys/bus/pci/drivers/vfio-pci/new_id",
                "mlxconfig -d 0000:17:00.0 -y reset",
                "mstconfig -d 0000:17:00.0 reset",
                "mlxfwreset -d 0000:17:00.0 -y -l 3 reset",
                "mstfwreset -d 0000:17:00.0 reset",
                "echo 1 > /sys/bus/pci/devices/0000:16:00.0/reset_subordinate",
                "echo 1 > /sys/bus/pci/devices/0000:16:00.0/reset",
                "cat /dev/vfio/12",
                "setpci -d 15b3: ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=005d"
            })
    void isSeenInALineAndCannotBeBuilt(String line) {
        assertTrue(NeverList.isBrokenBy(line), line);
        List<String> words = List.of(line.split(" "));
        assertThrows(NotAllowedException.class, () -> new Operation.Run(words));
        assertThrows(NotAllowedException.class, () -> new Keep.Command(words));
        String path = words.getLast();
        String value = line.replaceFirst("^echo (.*) > .*$", "$1");
        assertThrows(NotAllowedException.class, () -> new Operation.Write(path, value));
    }

    @Test
    void isSeenInTheFileOfALastingForm() {
        String line = "mlxconfig -d 0000:17:00.0 -y reset";
        Keep way = new Keep(
                "keep:acs:kernel-install",
                Keep.Group.ACS,
                Message.of("x"),
                Optional.of(new Keep.File("/etc/kernel/cmdline", "ro " + line + "\n")),
                List.of(),
                List.of(),
                Message.of("x"));
        assertEquals(Optional.of("ro " + line), NeverList.brokenBy(plan(List.of(), List.of(way))));
        assertThrows(
                NotAllowedException.class,
                () -> new Keep.File("/etc/systemd/system/peerpath-acs.service", "ExecStart=" + line + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040", "setpci -s 0000:17:00.0 ECAP_ACS+6.w"})
    void leavesTheRestAlone(String line) {
        assertFalse(NeverList.isBrokenBy(line));
        assertEquals(Optional.empty(), brokenBy(step().run(Operation.Run.of(line.split(" ")))));
    }

    private static Step.Builder step() {
        return Step.of("x", Step.Kind.MODULE, Address.of("0000:17:00.0"), Message.of("x"), Message.of("x"));
    }

    private static Optional<String> brokenBy(Step.Builder step) {
        return NeverList.brokenBy(plan(List.of(step.build()), List.of()));
    }

    private static Plan plan(List<Step> steps, List<Keep> keep) {
        return new Plan(new PlanRequest(Goal.BIND_VFS, List.of(), 1), "x", "x", steps, List.of(), keep, List.of());
    }
}
