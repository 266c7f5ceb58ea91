// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
