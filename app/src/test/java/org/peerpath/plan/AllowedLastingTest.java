// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that outlive a boot hold what plans write there, and nothing else. */
class AllowedLastingTest {
    private static final String UNIT = "/etc/systemd/system/peerpath-vfs.service";
    private static final String RULES = "/etc/udev/rules.d/90-peerpath-vfs.rules";
    private static final String GRUB = "/etc/default/grub.d/peerpath-acs.cfg";
    private static final String CMDLINE = "/etc/kernel/cmdline";
    private static final String RULE = "ACTION==\"bind\", SUBSYSTEM==\"pci\", KERNEL==\"0000:04:00.0\", "
            + "ATTR{sriov_drivers_autoprobe}=\"0\", ATTR{sriov_numvfs}=\"2\"";
    private static final String PARAMETER =
            "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX pci=config_acs=\\\"1011101@0000:17:00.0;0011101@0000:17:01.0\\\"\"";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ExecStart=/bin/sh -c 'echo $$(id) > /sys/bus/pci/devices/0000:04:00.0/sriov_numvfs'",
                "ExecStart=/bin/sh -c 'echo 2 > /etc/passwd'",
                "ExecStart=/bin/sh -c 'echo 2 > /sys/bus/pci/devices/0000:04:00.0/sriov_numvfs; id'",
                "ExecStart=setpci -s 0000:17:00.0 ECAP_ACS+6.w=001d:001f; id",
                "ExecStart=/bin/sh -c 'id'",
                "ExecStart=reboot",
                "ExecStart=-modprobe vfio-pci",
                "ExecStartPre=/bin/sh -c 'id'",
                "ExecStopPost=/bin/true",
                "User=root",
                "EnvironmentFile=/tmp/x",
                "Description=x %n",
                "[Socket]",
                "Before=a\\",
                "# remark",
            })
    void otherLinesOfUnitsAreRefused(String line) {
        assertFalse(AllowedLasting.mayWrite(UNIT, "[Service]\n" + line + "\n"), line);
    }

    @Test
    void everyLineCounts() {
        assertTrue(AllowedLasting.mayWrite(RULES, RULE + "\n" + RULE + "\n"));
        assertTrue(AllowedLasting.mayWrite(GRUB, PARAMETER + "\n"));
        assertTrue(AllowedLasting.mayWrite(CMDLINE, "root=/dev/sda1 ro dyndbg=\"file a.c +p\" intel_iommu=on\n"));
        for (String tail : List.of(
                "\nRUN+=\"/bin/id\"",
                ", RUN+=\"/bin/id\"",
                " $(id)",
                "`id`",
                "\u0000",
                "\r",
                "; id",
                "\\",
                "\n$(id)")) {
            assertFalse(AllowedLasting.mayWrite(RULES, RULE + tail + "\n"), tail);
            assertFalse(AllowedLasting.mayWrite(GRUB, PARAMETER + tail + "\n"), tail);
            assertFalse(AllowedLasting.mayWrite(RULES, tail + RULE + "\n"), tail);
            assertFalse(AllowedLasting.mayWrite(GRUB, tail + PARAMETER + "\n"), tail);
        }
        for (String tail : List.of("$(id)", "`id`", "${x}", "\nx", "\u0000", "\u202e", "")) {
            assertEquals(tail.isEmpty(), AllowedLasting.mayWrite(CMDLINE, "ro quiet" + tail + "\n"), tail);
        }
        assertFalse(AllowedLasting.mayWrite(GRUB, PARAMETER.replace("0000:17:01.0", "$(id)") + "\n"));
        assertFalse(AllowedLasting.mayWrite(GRUB, RULE + "\n"), "each file by its own grammar");
        assertFalse(AllowedLasting.mayWrite("/etc/udev/rules.d/../x.rules", RULE + "\n"));
        assertFalse(AllowedLasting.mayWrite(RULES, RULE), "without its last line's end");
    }

    /** As many ports as a rack has; a pattern that repeats groups would exhaust the stack. */
    @Test
    void longOnesAreReadToo() {
        String ports = "1011101@0000:17:00.0;".repeat(20_000) + "1011101@0000:17:00.0";
        assertTrue(AllowedLasting.mayWrite(GRUB, PARAMETER.replaceFirst("1011101@.*01\\.0", ports) + "\n"));
        assertTrue(AllowedLasting.mayRun(
                List.of("grubby", "--update-kernel=ALL", "--args=pci=config_acs=\"" + ports + "\"")));
        assertFalse(AllowedLasting.mayRun(
                List.of("grubby", "--update-kernel=ALL", "--args=pci=config_acs=\"" + ports + ";$(id)\"")));
    }
}
