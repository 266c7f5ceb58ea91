// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.SUNRISE_POINT;
import static org.peerpath.plan.PlanHosts.asks;
import static org.peerpath.plan.PlanHosts.bind;
import static org.peerpath.plan.PlanHosts.failed;
import static org.peerpath.plan.PlanHosts.host;
import static org.peerpath.plan.PlanHosts.mentions;
import static org.peerpath.plan.PlanHosts.plan;
import static org.peerpath.plan.PlanHosts.refuses;
import static org.peerpath.plan.PlanHosts.unread;
import static org.peerpath.plan.PlanHosts.vm;
import static org.peerpath.plan.PlanHosts.withoutAts;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

class PlannerTest {

    // Goals

    @Test
    void aHostInTheGoalStateHasNothingToDo() throws UnreadableSourceException {
        Plan plan = plan(HostModel.of(Samples.open("hgx-b300-vm")), Goal.VM_GPUDIRECT, 0);
        assertEquals(List.of(), plan.toDo());
        assertEquals(List.of(), plan.guards());
        assertFalse(plan.refused());
        assertFalse(plan.steps().isEmpty());
    }

    @Test
    void theOddPortIsWrittenAloneAndByMask() throws UnreadableSourceException {
        Plan plan = plan(HostModel.of(Samples.open("hgx-b300-one-bad")), Goal.VM_GPUDIRECT, 0);
        assertEquals(1, plan.toDo().size());
        Step step = plan.toDo().getFirst();
        assertEquals(Address.of("0000:b7:00.0"), step.target());
        assertEquals(
                "setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0040:0040",
                step.operations().getFirst().shell());
        assertEquals(
                "setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0000:0040",
                step.undo().getFirst().shell());
        assertEquals("0040", step.verification().getFirst().expected());
        assertFalse(plan.refused());
    }

    @Test
    void bareMetalOpensOnlyThePortsOnThePathsAndFromTheNicUp() throws UnreadableSourceException {
        Plan plan = plan(HostModel.of(Samples.open("broadcom-baremetal-acs-on")), Goal.BARE_METAL_GPUDIRECT, 0);
        assertFalse(plan.refused(), plan.guards().toString());
        assertFalse(plan.toDo().isEmpty());
        plan.toDo()
                .forEach(step -> assertTrue(
                        step.operations().getFirst().shell().matches(".*ECAP_ACS\\+6\\.w=0000:00[0-3][0-9a-f]"),
                        step.operations().toString()));
    }

    @Test
    void isolationComesFromTheRootDown() {
        Plan plan = plan(HostModel.of(host().build()), Goal.VM_GPUDIRECT, 0);
        List<String> ports =
                plan.toDo().stream().map(step -> step.target().toString()).toList();
        assertEquals(List.of("0000:00:01.0", "0000:02:00.0", "0000:02:01.0"), ports);
        assertEquals(
                "setpci -s 0000:02:00.0 ECAP_ACS+6.w=005d:005d",
                plan.toDo().get(1).operations().getFirst().shell());
        assertEquals(
                "setpci -s 0000:02:01.0 ECAP_ACS+6.w=001d:001d",
                plan.toDo().get(2).operations().getFirst().shell());
    }

    @Test
    void wideControlRegistersOfIntelRootPortsAreWrittenAsSuch() {
        Plan plan = plan(HostModel.of(host(SUNRISE_POINT, true).build()), Goal.VM_GPUDIRECT, 0);
        Step root = plan.toDo().getFirst();
        assertEquals(Address.of("0000:00:01.0"), root.target());
        assertEquals(
                "setpci -s 0000:00:01.0 ECAP_ACS+8.l=0000001d:0000001d",
                root.operations().getFirst().shell());
        assertEquals(
                "setpci -s 0000:00:01.0 ECAP_ACS+8.l=00000000:0000001d",
                root.undo().getFirst().shell());
        assertEquals(
                "setpci -s 0000:00:01.0 ECAP_ACS+8.l",
                root.verification().getFirst().read().shell());
    }

    @Test
    void vfsAreMadeWithTheHostsDriverKeptAwayAndBoundOneByOne() {
        Plan plan = plan(HostModel.of(host().build()), Goal.BIND_VFS, 2);
        assertEquals(
                List.of(
                        "echo 0 > /sys/bus/pci/devices/0000:04:00.0/sriov_drivers_autoprobe",
                        "echo 2 > /sys/bus/pci/devices/0000:04:00.0/sriov_numvfs",
                        "echo vfio-pci > /sys/bus/pci/devices/0000:04:00.1/driver_override",
                        "echo 0000:04:00.1 > /sys/bus/pci/drivers_probe",
                        "echo vfio-pci > /sys/bus/pci/devices/0000:04:00.2/driver_override",
                        "echo 0000:04:00.2 > /sys/bus/pci/drivers_probe",
                        "echo 1 > /sys/bus/pci/devices/0000:04:00.0/sriov_drivers_autoprobe"),
                commands(plan));
    }

    private static List<String> commands(Plan plan) {
        return plan.toDo().stream()
                .flatMap(step -> step.operations().stream())
                .map(Operation::shell)
                .toList();
    }

    @Test
    void vfioPciIsLoadedWhereTheKernelDoesNotHaveIt() {
        HostBuilder without = host().directory(HostFiles.PCI_DRIVERS, "mlx5_core", "nvidia");
        assertEquals("modprobe vfio-pci", commands(bind(without, 1)).getFirst());
        assertEquals(
                "modprobe vfio-pci",
                commands(bind(unread(HostFiles.PCI_DRIVERS), 1)).getFirst());
        assertFalse(commands(bind(host(), 1)).contains("modprobe vfio-pci"));
    }

    @Test
    void newFunctionsOnEthernetGetAnAddressMadeFromTheNics() {
        HostBuilder host = host();
        host.get(NIC)
                .attribute("infiniband/mlx5_0/ports/1/link_layer", "Ethernet")
                .directory("net", "ens1f0")
                .attribute("net/ens1f0/address", "b8:3f:d2:aa:bb:cc");
        Plan plan = bind(host, 2);
        assertEquals(
                List.of(
                        "ip link set dev ens1f0 vf 0 mac 02:55:00:aa:bb:cc",
                        "ip link set dev ens1f0 vf 1 mac 02:55:01:aa:bb:cc"),
                commands(plan).stream().filter(line -> line.startsWith("ip")).toList());
        assertEquals(
                List.of(Step.Kind.AUTOPROBE, Step.Kind.VF_COUNT, Step.Kind.IDENTITY, Step.Kind.IDENTITY),
                plan.toDo().stream().map(Step::kind).limit(4).toList());
        assertFalse(mentions(plan, GuardId.LINK_LAYER_UNKNOWN));
        host.get(NIC).without("net/ens1f0/address");
        assertTrue(asks(bind(host, 2), GuardId.NO_IDENTITY));
        host.get(NIC).attribute("net/ens1f0/address", "b8:3f:d2:aa:bb:cc").directory("net", "en;s1");
        assertTrue(asks(bind(host, 2), GuardId.NO_IDENTITY));
    }

    @Test
    void newFunctionsOnInfiniBandGetGuidsAndFollowThePort() {
        HostBuilder host = host();
        host.get(NIC)
                .attribute("infiniband/mlx5_0/ports/1/link_layer", "InfiniBand")
                .attribute("infiniband/mlx5_0/node_guid", "b83f:d203:00aa:bbcc")
                .directory("sriov");
        String folder = "/sys/bus/pci/devices/0000:04:00.0/sriov/0/";
        assertEquals(
                List.of(
                        "echo ba:3f:d2:00:01:aa:bb:cc > " + folder + "node",
                        "echo ba:3f:d2:80:01:aa:bb:cc > " + folder + "port",
                        "echo Follow > " + folder + "policy"),
                commands(bind(host, 1)).stream()
                        .filter(line -> line.contains("/sriov/"))
                        .toList());
        assertFalse(mentions(bind(host, 1), GuardId.NO_IDENTITY));
        host.get(NIC).without("sriov");
        assertTrue(asks(bind(host, 1), GuardId.NO_IDENTITY));
        host.get(NIC).directory("sriov").without("infiniband/mlx5_0/node_guid");
        assertTrue(asks(bind(host, 1), GuardId.NO_IDENTITY));
    }

    @Test
    void whatIsInUseIsNotUndone() {
        HostBuilder host = host();
        Plan plan = bind(host, 1);
        for (Step step : plan.toDo()) {
            boolean taken = step.kind() == Step.Kind.VF_COUNT || step.kind() == Step.Kind.DRIVER;
            assertEquals(
                    taken,
                    step.undoChecks().stream()
                            .anyMatch(
                                    check -> check.read().shell().equals("cat /sys/bus/pci/devices/0000:04:00.1/enable")
                                            && check.expected().equals("0")),
                    step.id());
        }
    }

    @Test
    void absentAtsIsAFirmwareOptionThatNeedsAReboot() {
        HostBuilder host = withoutAts();
        Plan plan = plan(HostModel.of(host.build()), Goal.VM_GPUDIRECT, 0);
        Step option = plan.toDo().getFirst();
        assertEquals(Step.Kind.ATS_OPTION, option.kind());
        assertEquals(Step.Effect.REBOOT, option.effect());
        assertEquals(
                "mlxconfig -d 0000:04:00.0 -y set ATS_ENABLED=1",
                option.operations().getFirst().shell());
        assertTrue(asks(plan, GuardId.NO_OTHER_CONSOLE));
        assertTrue(asks(plan, GuardId.CRASH_CAPTURE_OFF));
    }

    // What guards see in more than one way; each by itself is in GuardMatrixTest

    @Test
    void vfCountsKeepToWhatTheKernelTakes() {
        assertTrue(refuses(bind(host(), 9), GuardId.TOO_MANY_VFS));
        assertFalse(bind(host(), 8).refused());
        HostBuilder some = host();
        some.get(NIC).virtualFunctions(8, 2, 1, 1, 0x101e);
        assertTrue(refuses(bind(some, 4), GuardId.VFS_ALREADY_ENABLED));
        HostBuilder driverless = host();
        driverless.get(NIC).without("driver");
        assertTrue(refuses(bind(driverless, 2), GuardId.NO_PF_DRIVER));
        HostBuilder unread = host();
        unread.get(NIC).readable(64);
        assertTrue(refuses(bind(unread, 2), GuardId.NO_SRIOV));
    }

    @Test
    void aGroupIsTakenWhole() {
        HostBuilder host = host();
        host.get(NIC)
                .virtualFunctions(8, 2, 1, 1, 0x101e)
                .forEach(vf -> vf.driver("mlx5_core").group(77));
        Plan together = bind(host, 2);
        assertFalse(mentions(together, GuardId.GROUP_MEMBERS));
        assertEquals(
                2,
                together.toDo().stream()
                        .filter(step -> step.kind() == Step.Kind.DRIVER)
                        .count());
        host.get("0000:05:00.0").group(77);
        assertTrue(refuses(bind(host, 2), GuardId.GROUP_MEMBERS));
        host.get("0000:05:00.0").driver("vfio-pci");
        assertFalse(mentions(bind(host, 2), GuardId.GROUP_MEMBERS));
        host.get("0000:05:00.0").attribute("driver", failed("driver"));
        assertTrue(refuses(bind(host, 2), GuardId.GROUP_MEMBERS));
        HostBuilder unread = host();
        unread.get(NIC)
                .virtualFunctions(8, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.driver("mlx5_core").attribute("iommu_group", failed("iommu_group")));
        assertTrue(asks(bind(unread, 1), GuardId.GROUP_MEMBERS));
    }

    @Test
    void anotherNicsFunctionInTheGroupIsBoundWithIt() {
        HostBuilder host = host();
        host.get(NIC)
                .virtualFunctions(8, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.driver("mlx5_core").group(77));
        host.rootPort("0000:80:01.0", 0x8086, 0x0db0)
                .endpoint("0000:81:00.0", 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_1", "40.50.0464", "ib1")
                .virtualFunctions(8, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.driver("mlx5_core").group(77));
        Plan plan =
                Planner.plan(HostModel.of(host.build()), new PlanRequest(Goal.BIND_VFS, List.of(Address.of(NIC)), 1));
        assertEquals(
                List.of("bind:0000:04:00.1", "bind:0000:81:00.1"),
                plan.toDo().stream().map(Step::id).toList());
        assertFalse(mentions(plan, GuardId.GROUP_MEMBERS));
    }

    @Test
    void translationBlockingIsAskedAbout() {
        HostBuilder host = host();
        host.get("0000:00:01.0").acs(0x1f, 0x1f);
        Plan plan = vm(host);
        assertTrue(asks(plan, GuardId.TRANSLATION_BLOCKING));
        assertTrue(plan.toDo().stream()
                .anyMatch(step -> step.operations().getFirst().shell().endsWith("ECAP_ACS+6.w=0000:0002")));
        assertFalse(mentions(vm(host()), GuardId.TRANSLATION_BLOCKING));
        HostBuilder unread = host();
        unread.get("0000:00:01.0").readable(256);
        assertTrue(refuses(vm(unread), GuardId.PORT_UNREAD));
    }

    @Test
    void aPhysicalFunctionThatIsItselfAssignedMakesNoVirtualOnes() {
        HostBuilder host = host();
        host.get(NIC).driver("vfio-pci");
        assertTrue(refuses(bind(host, 2), GuardId.PHYSICAL_FUNCTION));
        assertTrue(asks(vm(host), GuardId.PHYSICAL_FUNCTION));
        assertFalse(mentions(bind(host(), 2), GuardId.PHYSICAL_FUNCTION));
        HostBuilder unread = host();
        unread.get(NIC).attribute("driver", new Reading.Failed(Message.of("unknown.not-in-source", "driver"), "test"));
        assertTrue(asks(bind(unread, 2), GuardId.PHYSICAL_FUNCTION));
    }

    @Test
    void theToolThatIsThereIsUsed() {
        String option = " -d 0000:04:00.0 -y set ATS_ENABLED=1";
        assertEquals("mlxconfig" + option, first(vm(withoutAts().text(HostFiles.TOOLS, "mlxconfig\nmstconfig"))));
        Plan plan = vm(withoutAts().text(HostFiles.TOOLS, "mstconfig\nsetpci"));
        assertEquals("mstconfig" + option, first(plan));
        assertFalse(mentions(plan, GuardId.TOOL_MISSING));
        assertTrue(refuses(vm(withoutAts().text(HostFiles.TOOLS, "setpci")), GuardId.TOOL_MISSING));
        assertTrue(asks(vm(unread(HostFiles.TOOLS)), GuardId.TOOL_MISSING));
    }

    private static String first(Plan plan) {
        return plan.toDo().getFirst().operations().getFirst().shell();
    }

    @Test
    void afterTheFirmwareOptionComesABootAndANewPlan() {
        Plan plan = vm(withoutAts());
        assertTrue(asks(plan, GuardId.REBOOT_FIRST));
        assertTrue(plan.toDo().stream().allMatch(step -> step.effect() == Step.Effect.REBOOT));
        assertFalse(mentions(vm(host()), GuardId.REBOOT_FIRST));
    }
}
