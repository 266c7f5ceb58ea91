// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.model.HostModel;
import org.peerpath.path.Isolation;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.VpdBytes;

/** Whole hosts that are right by a row of devices.json alone. */
class HardwareCasesTest {
    private static final String ROOT = "0000:00:00.0";
    private static final String NIC = "0000:03:00.0";
    private static final String GPU = "0000:04:00.0";

    /** A NIC and a GPU below a switch, isolated, ATS on, below a root port that reads CR as 0 although it advertises it. */
    private static HostBuilder vera(int vendor, int device) {
        HostBuilder host = HostBuilder.named("vera").kernel("6.14.0").smmu().groups("identity");
        FunctionBuilder up =
                host.rootPort(ROOT, vendor, device).acs(0x1f, 0x15).upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        up.downstreamPort("0000:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x5d)
                .endpoint(NIC, 0x15b3, 0x1025, 0x020000)
                .ats(0x0060, 0x8000)
                .driver("mlx5_core");
        up.downstreamPort("0000:02:01.0", 0x15b3, 0x197c)
                .acs(0x5f, 0x1d)
                .endpoint(GPU, 0x10de, 0x3040, 0x030200)
                .driver("nvidia");
        return host;
    }

    private static List<PathReport> paths(HostModel host, Scenario scenario) {
        return new PathJudge(host, scenario).judge(PathSelection.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"2f95, true", "2f96, true", "22b2, false", "1234, false"})
    void aBitThatIsAdvertisedAndReadsZeroIsNoFaultWhereTheRowSaysSo(String device, boolean right) {
        HostModel host = HostModel.of(vera(0x10de, Integer.parseInt(device, 16)).build());
        PathReport path = paths(host, Scenario.VM).getFirst();
        assertEquals(
                right ? Isolation.ENFORCED : Isolation.OPEN, path.isolation().isolation());
        boolean said = Findings.of(host, Scenario.VM, paths(host, Scenario.VM)).stream()
                .anyMatch(
                        f -> f.id() == FindingId.ISOLATION_OPEN && f.functions().contains(Address.of(ROOT)));
        assertEquals(!right, said);
        Plan plan = Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
        Optional<Step> step = plan.steps().stream()
                .filter(s -> s.target().equals(Address.of(ROOT)))
                .filter(s -> s.state() == Step.State.TO_DO)
                .findFirst();
        assertEquals(!right, step.isPresent(), "a write that cannot succeed is never planned");
    }

    /** {@code check} counts them beside a NIC that shows its RDMA device, and without any driver. */
    @ParameterizedTest
    @CsvSource({"1dd8, 1002", "14e4, 1760", "14e4, 1780", "15b3, 1025", "1d0f, efa4"})
    void aNicThatIsKnownToDoRdmaNeedsNoDriverToSaySo(String vendor, String device) {
        HostBuilder host = HostBuilder.named("nics");
        host.rootPort("0000:00:01.0", 0x1022, 1)
                .endpoint("0000:01:00.0", Integer.parseInt(vendor, 16), Integer.parseInt(device, 16), 0x020000);
        host.rootPort("0000:00:02.0", 0x1022, 1)
                .endpoint("0000:02:00.0", 0x15b3, 0x1023, 0x020000)
                .rdma("mlx5_0", "40.50.0464", "ens2");
        host.rootPort("0000:00:03.0", 0x1022, 1).endpoint("0000:03:00.0", 0xabcd, 1, 0x020000);
        assertEquals(
                List.of("0000:01:00.0", "0000:02:00.0"),
                Roles.nics(HostModel.of(host.build()).topology(), false).stream()
                        .map(nic -> nic.address().toString())
                        .toList());
    }

    private static PciFunction connectX7(Consumer<FunctionBuilder> more) {
        HostBuilder host = HostBuilder.named("b200");
        more.accept(host.rootPort("0000:00:01.0", 0x8086, 1).endpoint(NIC, 0x15b3, 0x1021, 0x020700));
        return HostModel.of(host.build()).topology().get(Address.of(NIC));
    }

    @Test
    void aCardThatManagesTheSwitchesOfNvLinkIsNoNetworkCard() {
        PciFunction manages = connectX7(f -> f.rdma("mlx5_0", "28.1.1", "ib0")
                .vpd(VpdBytes.of("NVIDIA ConnectX-7 HGX NVLink bridge", "PN", "P4105", "V0", "SMDL=SW_MNG")));
        assertEquals(Optional.of(DeviceKind.MANAGEMENT), manages.knownKind());
        assertTrue(!Roles.isNetwork(manages) && !Roles.isRdmaNic(manages));
        assertTrue(
                Roles.isRdmaNic(connectX7(f -> f.vpd(VpdBytes.of("ConnectX-7", "PN", "MCX", "V0", "PCIeGen5 x16")))));
        assertTrue(Roles.isRdmaNic(connectX7(f -> {})), "not read: a network card, as nearly all are");
    }
}
