// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** Isolation needs an IOMMU that translates and every bit at every port on both sides. */
class IsolationsTest {
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");

    private static void is(Isolation wanted, String why, HostBuilder host, Scenario scenario) {
        IsolationReport report = Small.path(host, scenario).isolation();
        assertEquals(wanted, report.isolation(), report.toString());
        assertEquals(why, report.why().key());
    }

    @Test
    void everyBitEverywhereIsEnough() {
        is(Isolation.ENFORCED, "isolation.enforced", Small.host(), Scenario.AS_IS);
    }

    @ParameterizedTest
    @CsvSource({"0x1c", "0x19", "0x15", "0x0d", "0x3d", "0x00"})
    void oneBitMissingAtOnePortOpensIt(String control) {
        for (String port : new String[] {Small.ROOT, Small.NIC_PORT, Small.GPU_PORT}) {
            HostBuilder host = Small.host();
            host.get(port).acs(0x7f, Integer.decode(control));
            is(Isolation.OPEN, "isolation.open.port", host, Scenario.AS_IS);
        }
    }

    /** What the capability does not offer counts as on, as Linux reads it; Egress Control that is not there as off. */
    @ParameterizedTest
    @CsvSource({"0x1e, 0x1c", "0x1b, 0x19", "0x17, 0x15", "0x0f, 0x0d"})
    void aBitThatIsNotImplementedIsHardWired(String capability, String control) {
        HostBuilder host = Small.host();
        host.get(Small.ROOT).acs(Integer.decode(capability), Integer.decode(control));
        is(Isolation.ENFORCED, "isolation.enforced", host, Scenario.AS_IS);
    }

    @Test
    void aPortWithoutAcsOpensItAndAnUpstreamPortNeedsNone() {
        HostBuilder host = Small.host();
        host.get(Small.SWITCH)
                .downstreamPort("0000:02:02.0", 0x1000, 0xc030)
                .endpoint("0000:05:00.0", 0x10de, 0x3182, 0x030200);
        IsolationReport open = Small.path(host, Scenario.AS_IS, "0000:05:00.0").isolation();
        assertEquals(Isolation.OPEN, open.isolation());
    }

    @ParameterizedTest
    @ValueSource(strings = {Small.ROOT, Small.NIC_PORT, Small.GPU_PORT})
    void anUnreadPortLeavesItUnknownUnlessAnotherIsOpen(String port) {
        HostBuilder host = Small.host();
        host.get(port).readable(64);
        is(Isolation.UNKNOWN, "unknown.route.port", host, Scenario.AS_IS);
        host.get(port.equals(Small.ROOT) ? Small.GPU_PORT : Small.ROOT).acs(0x1f, 0);
        is(Isolation.OPEN, "isolation.open.port", host, Scenario.AS_IS);
    }

    @Test
    void withoutAnIommuItIsOpenInEveryScenario() {
        HostBuilder host = Small.host();
        host.get(Small.NIC).without("iommu_group");
        for (Scenario scenario : Scenario.values()) {
            is(Isolation.OPEN, "isolation.open.no-iommu", host, scenario);
        }
    }

    @Test
    void anIdentityDomainIsOpenExceptInAVm() {
        HostBuilder host = Small.host().groups("identity");
        is(Isolation.OPEN, "isolation.open.identity", host, Scenario.AS_IS);
        is(Isolation.OPEN, "isolation.open.identity", host, Scenario.BARE_METAL);
        is(Isolation.ENFORCED, "isolation.enforced", host, Scenario.VM);
    }

    /** What a VM has is checked whatever the domain of host drivers is. */
    @Test
    void anIdentityDomainSaysNothingOfWhatVfioHolds() {
        HostBuilder host = Small.host().groups("identity");
        host.get(Small.NIC).driver("vfio-pci");
        is(Isolation.ENFORCED, "isolation.enforced", host, Scenario.AS_IS);
        is(Isolation.OPEN, "isolation.open.identity", host, Scenario.BARE_METAL);
    }

    @Test
    void directTranslatedRestsOnTrust() {
        HostBuilder host = Small.host();
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        is(Isolation.ENFORCED, "isolation.enforced.trusting", host, Scenario.VM);
        HostBuilder other = Small.host();
        other.get(Small.GPU_PORT).acs(0x5f, 0x5d);
        is(Isolation.ENFORCED, "isolation.enforced", other, Scenario.VM);
    }

    /** Neither bridge has ports, and what is below it has no requester id of its own. */
    @Test
    void whatIsBelowAPciBridgeIsNotKeptApart() {
        HostBuilder host = Small.host();
        host.get(Small.FAR_ROOT)
                .pciBridge("0000:41:01.0", 0x1b21, 0x1080)
                .conventional("0000:42:00.0", 0x10de, 0x3182, 0x030000);
        IsolationReport express = Small.path(host, Scenario.VM, "0000:42:00.0").isolation();
        assertEquals(Isolation.OPEN, express.isolation());
        assertEquals("isolation.open.pci-bridge", express.why().key());
        host.get("0000:41:01.0").config(config -> config.put8(0x34, 0));
        assertTrue(HostModel.of(host.build())
                .topology()
                .get(Address.of("0000:41:01.0"))
                .portType()
                .isAbsent());
        assertEquals(
                "isolation.open.pci-bridge",
                Small.path(host, Scenario.VM, "0000:42:00.0").isolation().why().key());
    }

    /** As VFIO makes one for a function without an IOMMU (enable_unsafe_noiommu_mode). */
    @Test
    void aGroupWithoutAnIommuGuardsNobody() {
        HostBuilder host = HostBuilder.named("none").groups("unknown");
        host.rootPort("0000:00:01.0", 0x8086, 0x0db0).acs(0x1f, 0x1d).endpoint(Small.NIC, 0x15b3, 0x1023, 0x020000);
        host.rootPort("0000:00:02.0", 0x8086, 0x0db0).acs(0x1f, 0x1d).endpoint(Small.GPU, 0x10de, 0x3182, 0x030200);
        for (Scenario scenario : Scenario.values()) {
            is(Isolation.UNKNOWN, "unknown.iommu.domain", host, scenario);
        }
    }

    @Test
    void anUnreadDomainTypeIsUnknownExceptInAVm() {
        HostBuilder host = Small.host();
        host.get(Small.NIC).group(50);
        host.file(HostFiles.groupType("50"), UNREAD);
        is(Isolation.UNKNOWN, "unknown.not-in-source", host, Scenario.AS_IS);
        is(Isolation.ENFORCED, "isolation.enforced", host, Scenario.VM);
    }

    @Test
    void withoutAPortAboveNothingIsSaid() {
        HostBuilder host = Small.host();
        host.integrated("0000:00:02.0", 0x10de, 0x3182, 0x030200);
        IsolationReport report =
                Small.path(host, Scenario.AS_IS, "0000:00:02.0").isolation();
        assertEquals(Isolation.UNKNOWN, report.isolation());
        assertEquals("isolation.unknown.no-port", report.why().key());
    }
}
