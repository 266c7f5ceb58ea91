// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Ways to make a plan's settings outlive a boot. */
class KeepTest {
    private static final String PARAMETER = "0011101@0000:00:01.0;1011101@0000:02:00.0;0011101@0000:02:01.0";

    @Test
    void everyBitIsSpelledAndTheSemicolonsQuotedForGrub() {
        Keep grub = ways(vm(host())).getFirst();
        assertEquals(
                Optional.of(new Keep.File(
                        "/etc/default/grub.d/peerpath-acs.cfg",
                        "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX pci=config_acs=\\\"" + PARAMETER + "\\\"\"\n")),
                grub.file());
        assertEquals("update-grub", grub.commands().getFirst().shell());
    }

    @Test
    void onlyTheWaysThatTheHostHasAreShown() {
        assertEquals(List.of("keep:acs:grub"), ids(vm(host())));
        assertEquals(List.of("keep:acs:grubby"), ids(vm(bare().text(HostFiles.TOOLS, "setpci\ngrubby"))));
        assertEquals(
                List.of("keep:acs:kernel-install"),
                ids(vm(bare().text(HostFiles.TOOLS, "setpci").text(HostFiles.KERNEL_INSTALL_CMDLINE, ""))));
    }

    @Test
    void whereItWasNotReadAllAreShown() {
        Reading unread = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "test");
        assertEquals(
                List.of("keep:acs:grub", "keep:acs:grubby", "keep:acs:kernel-install"),
                ids(vm(bare().file(HostFiles.TOOLS, unread))));
    }

    @Test
    void kernelInstallGetsThisBootsLineWithoutQuotes() {
        Keep way = ways(vm(bare().text(HostFiles.TOOLS, "setpci")
                        .text(HostFiles.KERNEL_INSTALL_CMDLINE, "")
                        .cmdline("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro intel_iommu=on initrd=/initrd")))
                .getFirst();
        assertEquals(
                "root=/dev/sda1 ro intel_iommu=on pci=config_acs=" + PARAMETER + "\n",
                way.file().orElseThrow().content());
    }

    @Test
    void anOlderOrUnknownKernelGetsAUnit() {
        for (HostBuilder host : List.of(host().kernel("6.8.0-60-generic"), host().kernel("strange"))) {
            Keep unit = ways(vm(host)).getFirst();
            assertEquals("keep:acs:unit", unit.id());
            List<String> starts = unit.file()
                    .orElseThrow()
                    .content()
                    .lines()
                    .filter(line -> line.startsWith("ExecStart="))
                    .toList();
            assertEquals(
                    List.of(
                            "ExecStart=setpci -s 0000:00:01.0 ECAP_ACS+6.w=001d:001f",
                            "ExecStart=setpci -s 0000:02:00.0 ECAP_ACS+6.w=005d:005f",
                            "ExecStart=setpci -s 0000:02:01.0 ECAP_ACS+6.w=001d:001f"),
                    starts);
        }
    }

    @Test
    void aParameterThatIsThereAlreadyIsWarnedOf() {
        Plan plan = vm(host().cmdline("ro intel_iommu=on pci=config_acs=1x111x1@0000:02:00.0"));
        assertEquals("keep.acs.already", ways(plan).getFirst().caution().key());
    }

    @Test
    void virtualFunctionsByAUnitOrByARuleWithDriverctl() {
        Plan plan = plan(host().text(HostFiles.TOOLS, "setpci\ndriverctl"), Goal.BIND_VFS, 2);
        assertEquals(List.of("keep:vfs:unit", "keep:vfs:udev"), ids(plan));
        String unit = ways(plan).getFirst().file().orElseThrow().content();
        assertTrue(
                unit.contains("ExecStart=/bin/sh -c 'echo 2 > /sys/bus/pci/devices/0000:04:00.0/sriov_numvfs'\n"),
                unit);
        Keep rule = ways(plan).getLast();
        assertEquals(
                "ACTION==\"bind\", SUBSYSTEM==\"pci\", KERNEL==\"0000:04:00.0\", "
                        + "ATTR{sriov_drivers_autoprobe}=\"0\", ATTR{sriov_numvfs}=\"2\"\n",
                rule.file().orElseThrow().content());
        assertTrue(rule.commands().contains(Keep.Command.of("driverctl", "set-override", "0000:04:00.1", "vfio-pci")));
        Keep without = ways(plan(host().text(HostFiles.TOOLS, "setpci"), Goal.BIND_VFS, 2))
                .getLast();
        assertFalse(
                without.commands().stream().anyMatch(command -> command.shell().startsWith("driverctl")));
    }

    @Test
    void scriptsKeepOnlyWhenMadeAndStartedForIt() {
        Plan plan = vm(host());
        String with = ShellScript.of(plan, Texts.ENGLISH, true);
        String steps = with.substring(with.indexOf("\napply() {"), with.indexOf("\nkeep() {"));
        assertFalse(steps.contains("peerpath-acs.cfg"), steps);
        assertTrue(with.contains("keep_file /etc/default/grub.d/peerpath-acs.cfg"), with);
        assertFalse(ShellScript.of(plan, Texts.ENGLISH).contains("peerpath-acs.cfg"));
        String playbook = Playbook.of(plan, Texts.ENGLISH, true);
        assertEquals(
                playbook.lines().filter(line -> line.contains("\"Keep, ")).count(),
                playbook.lines()
                        .filter(line -> line.strip().equals("tags: [keep, never]"))
                        .count());
    }

    @Test
    void aRefusedPlanKeepsNothing() {
        HostBuilder host = host();
        host.get("0000:02:00.0").acs(0x1f, 0);
        assertEquals(List.of(), ways(vm(host)));
    }

    // Helpers

    private static List<Keep> ways(Plan plan) {
        return plan.keep();
    }

    private static List<String> ids(Plan plan) {
        return plan.keep().stream().map(Keep::id).toList();
    }

    private static Plan vm(HostBuilder host) {
        return plan(host, Goal.VM_GPUDIRECT, 0);
    }

    private static Plan plan(HostBuilder host, Goal goal, int count) {
        Plan plan = Planner.plan(HostModel.of(host.build()), new PlanRequest(goal, List.of(), count));
        return plan;
    }

    /** With GRUB's drop-ins. */
    private static HostBuilder host() {
        return bare().text(HostFiles.TOOLS, "setpci\nip\nupdate-grub").text(HostFiles.GRUB_DROP_INS, "");
    }

    private static HostBuilder bare() {
        HostBuilder host = HostBuilder.named("keep")
                .kernel("7.1.0")
                .cmdline("ro intel_iommu=on")
                .intelIommu("f020de")
                .groups("DMA-FQ")
                .directory(HostFiles.PCI_DRIVERS, "mlx5_core", "vfio-pci");
        FunctionBuilder up =
                host.rootPort("0000:00:01.0", 0x8086, 0x0db0).acs(0x1f, 0).upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        up.downstreamPort("0000:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint("0000:04:00.0", 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_0", "40.50.0464", "ib0")
                .attribute("sriov_drivers_autoprobe", "1")
                .ats(0x20, 0x8000)
                .virtualFunctions(8, 0, 1, 1, 0x101e);
        up.downstreamPort("0000:02:01.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint("0000:05:00.0", 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        return host;
    }
}
