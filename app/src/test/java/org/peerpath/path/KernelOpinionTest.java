// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.KernelOpinion.Mapping;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** The kernel's P2PDMA rules up to 7.3, which are not ours. */
class KernelOpinionTest {
    private static final Address NIC = Address.of("0000:18:00.0");
    private static final Address GPU = Address.of("0000:1b:00.0");
    private static final String INTEL_CPU = "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n";

    /** A NIC and a GPU one level deeper below one switch, a second GPU below another host bridge; nothing redirects. */
    private static HostBuilder host() {
        HostBuilder host = HostBuilder.named("k").kernel("6.14.0-37-generic").text(HostFiles.CPUINFO_FLAGS, INTEL_CPU);
        host.conventional("0000:15:00.0", 0x8086, 0x09a2, 0x088000);
        FunctionBuilder root = host.rootPort("0000:15:01.0", 0x8086, 0x0db0).acs(0x1f, 0x1d);
        FunctionBuilder up = root.upstreamPort("0000:16:00.0", 0x15b3, 0x197c);
        up.downstreamPort("0000:17:00.0", 0x15b3, 0x197c)
                .acs(0x7f, 0x11)
                .endpoint("0000:18:00.0", 0x15b3, 0x1023, 0x020000);
        up.downstreamPort("0000:17:01.0", 0x15b3, 0x197c)
                .acs(0x7f, 0x11)
                .upstreamPort("0000:19:00.0", 0x15b3, 0x197c)
                .downstreamPort("0000:1a:00.0", 0x15b3, 0x197c)
                .acs(0x7f, 0x11)
                .endpoint("0000:1b:00.0", 0x10de, 0x3182, 0x030200);
        host.conventional("0000:35:00.0", 0x8086, 0x09a2, 0x088000);
        host.rootPort("0000:35:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .endpoint("0000:36:00.0", 0x10de, 0x3182, 0x030200);
        return host;
    }

    private static KernelOpinion opinion(HostBuilder host) {
        return KernelOpinion.of(HostModel.of(host.build()), NIC, GPU);
    }

    private static KernelOpinion across(HostBuilder host) {
        return KernelOpinion.of(HostModel.of(host.build()), NIC, Address.of("0000:36:00.0"));
    }

    @Test
    void withoutRedirectionTheBusAddressIsUsed() {
        assertEquals(Mapping.BUS_ADDRESS, opinion(host()).mapping());
        assertEquals(List.of(), opinion(host()).redirecting());
    }

    @ParameterizedTest
    @CsvSource({
        "0000:17:00.0, 0x04",
        "0000:17:00.0, 0x08",
        "0000:17:00.0, 0x20",
        "0000:17:01.0, 0x04",
        "0000:17:01.0, 0x08",
        // Far below the ports that choose: no way but up there, and the kernel counts it all the same.
        "0000:1a:00.0, 0x04",
        "0000:1a:00.0, 0x20",
    })
    void anyBridgeBelowTheSharedOneCounts(String port, String control) {
        HostBuilder host = host();
        host.get(port).acs(0x7f, Integer.decode(control));
        KernelOpinion opinion = opinion(host);
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, opinion.mapping());
        assertEquals(List.of(Address.of(port)), opinion.redirecting());
    }

    @Test
    void theSharedBridgeItselfCountsButNothingAboveIt() {
        HostBuilder host = host();
        host.get("0000:16:00.0").acs(0x04, 0x04);
        assertEquals(List.of(Address.of("0000:16:00.0")), opinion(host).redirecting());
        assertEquals(Mapping.BUS_ADDRESS, opinion(host()).mapping(), "the root port redirects, and is not asked");
    }

    @Test
    void directTranslatedIsNotKnownToIt() {
        HostBuilder host = host();
        host.get("0000:17:00.0").acs(0x7f, 0x5d);
        host.get("0000:17:01.0").acs(0x7f, 0x1d);
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, opinion(host).mapping());
        assertEquals(2, opinion(host).redirecting().size());
    }

    @Test
    void anUnreadPortLeavesItUnknownUnlessAnotherRedirects() {
        HostBuilder host = host();
        host.get("0000:1a:00.0").readable(64);
        assertEquals(Mapping.UNKNOWN, opinion(host).mapping());
        assertEquals("unknown.route.port", opinion(host).why().key());
        host.get("0000:17:00.0").acs(0x7f, 0x04);
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, opinion(host).mapping());
    }

    @Test
    void acrossHostBridgesTheListOrTheProcessorDecides() {
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, across(host()).mapping());
        assertEquals(Mapping.NOT_SUPPORTED, across(otherBridge(0x1234)).mapping());
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, across(otherBridge(0x2033)).mapping());
        HostBuilder zen = otherBridge(0x1234).text(HostFiles.CPUINFO_FLAGS, cpu("AuthenticAMD", 25));
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, across(zen).mapping());
        HostBuilder first = otherBridge(0x1234).text(HostFiles.CPUINFO_FLAGS, cpu("AuthenticAMD", 23));
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, across(first).mapping());
        HostBuilder bulldozer = otherBridge(0x1234).text(HostFiles.CPUINFO_FLAGS, cpu("AuthenticAMD", 22));
        assertEquals(Mapping.NOT_SUPPORTED, across(bulldozer).mapping());
        HostBuilder hygon = otherBridge(0x1234).text(HostFiles.CPUINFO_FLAGS, cpu("HygonGenuine", 24));
        assertEquals(Mapping.NOT_SUPPORTED, across(hygon).mapping());
    }

    @Test
    void haswellIsAllowedWithinOneHostBridgeOnly() {
        assertEquals(Mapping.NOT_SUPPORTED, across(otherBridge(0x2f00)).mapping());
        HostBuilder host = otherBridge(0x09a2);
        host.get("0000:15:00.0").identity(0x8086, 0x2f00, 0x060000);
        host.get("0000:17:00.0").acs(0x7f, 0x04);
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, opinion(host).mapping());
    }

    @Test
    void anyOfGooglesIsAllowedAndOthersIdsAreTheirOwn() {
        HostBuilder google = host();
        google.get("0000:35:00.0").identity(0x1ae0, 0x0001, 0x060000);
        assertEquals(Mapping.THROUGH_HOST_BRIDGE, across(google).mapping());
        HostBuilder other = host();
        other.get("0000:35:00.0").identity(0x10de, 0x09a2, 0x060000);
        assertEquals(Mapping.NOT_SUPPORTED, across(other).mapping());
        HostBuilder mine = host();
        mine.get("0000:15:00.0").identity(0x10de, 0x09a2, 0x060000);
        assertEquals(Mapping.NOT_SUPPORTED, across(mine).mapping(), "both ends count");
    }

    @Test
    void aFileThatMayLeaveOutTheFirstDeviceLeavesItUnknown() {
        Snapshot whole = host().build();
        TreeMap<Address, FunctionFacts> some = new TreeMap<>();
        whole.functions().forEach((address, facts) -> {
            if (!address.equals(Address.of("0000:35:00.0"))) {
                some.put(address, new FunctionFacts(address, facts.attributes(), List.of(), false));
            }
        });
        Snapshot file = new Snapshot(whole.origin(), whole.host(), whole.hostListed(), some, List.of());
        KernelOpinion opinion = KernelOpinion.of(HostModel.of(file), NIC, Address.of("0000:36:00.0"));
        assertEquals(Mapping.UNKNOWN, opinion.mapping());
        assertEquals("kernel-opinion.no-host-bridge", opinion.why().key());
    }

    @Test
    void aRedirectedPathBelowAnUnlistedBridgeIsRefused() {
        HostBuilder host = host();
        host.get("0000:15:00.0").identity(0x8086, 0x1234, 0x060000);
        host.get("0000:17:00.0").acs(0x7f, 0x04);
        assertEquals(Mapping.NOT_SUPPORTED, opinion(host).mapping());
        assertEquals(List.of(Address.of("0000:17:00.0")), opinion(host).redirecting());
    }

    @Test
    void aFirstDeviceThatIsNeitherZeroNorARootPortIsNoHostBridge() {
        HostBuilder host = host();
        host.conventional("0000:55:02.0", 0x8086, 0x09a2, 0x088000);
        host.rootPort("0000:55:03.0", 0x8086, 0x2030).endpoint("0000:56:00.0", 0x10de, 0x3182, 0x030200);
        host.rootPort("0000:75:03.0", 0x8086, 0x2030).endpoint("0000:76:00.0", 0x10de, 0x3182, 0x030200);
        HostModel model = HostModel.of(host.build());
        assertEquals(
                Mapping.NOT_SUPPORTED,
                KernelOpinion.of(model, NIC, Address.of("0000:56:00.0")).mapping());
        assertEquals(
                Mapping.THROUGH_HOST_BRIDGE,
                KernelOpinion.of(model, NIC, Address.of("0000:76:00.0")).mapping());
    }

    @Test
    void unreadFactsLeaveItUnknown() {
        Reading unread = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");
        assertEquals(
                Mapping.UNKNOWN,
                opinion(host().file(HostFiles.KERNEL_RELEASE, unread)).mapping());
        assertEquals(
                Mapping.UNKNOWN,
                across(otherBridge(0x1234).file(HostFiles.CPUINFO_FLAGS, unread))
                        .mapping());
        assertEquals(
                Mapping.THROUGH_HOST_BRIDGE,
                across(host().file(HostFiles.CPUINFO_FLAGS, unread)).mapping(),
                "the list alone allows it");
    }

    @ParameterizedTest
    @CsvSource({
        "4.19.0-27-amd64, NOT_SUPPORTED",
        "4.20.0, BUS_ADDRESS",
        "7.3.2-generic, BUS_ADDRESS",
        "7.4.0, UNKNOWN",
        "8.0.0, UNKNOWN"
    })
    void theRulesHoldForTheirVersions(String release, Mapping mapping) {
        assertEquals(mapping, opinion(host().kernel(release)).mapping());
    }

    /** Ice Lake's host bridges, and root ports other than device 0, are on the list from 5.18 on. */
    @ParameterizedTest
    @CsvSource({
        "0x09a2, 00.0, 5.15.0-130-generic, NOT_SUPPORTED",
        "0x09a2, 00.0, 5.18.0, THROUGH_HOST_BRIDGE",
        "0x2030, 00.0, 5.15.0-130-generic, THROUGH_HOST_BRIDGE",
        "0x2030, 03.0, 5.15.0-130-generic, NOT_SUPPORTED",
        "0x2030, 03.0, 5.18.0, THROUGH_HOST_BRIDGE",
        "0x2030, 00.0, 5.4.0-200-generic, UNKNOWN",
    })
    void theListGrewWithTheReleases(String device, String place, String release, Mapping mapping) {
        HostBuilder host = HostBuilder.named("k").kernel(release).text(HostFiles.CPUINFO_FLAGS, INTEL_CPU);
        for (String bus : List.of("0000:15:", "0000:35:")) {
            host.rootPort(bus + place, 0x8086, Integer.decode(device));
        }
        host.rootPort("0000:15:04.0", 0x8086, 0x0db0).endpoint(NIC.toString(), 0x15b3, 0x1023, 0x020000);
        host.rootPort("0000:35:04.0", 0x8086, 0x0db0).endpoint("0000:36:00.0", 0x10de, 0x3182, 0x030200);
        assertEquals(mapping, across(host).mapping());
    }

    private static HostBuilder otherBridge(int device) {
        HostBuilder host = host();
        host.get("0000:35:00.0").identity(0x8086, device, 0x060000);
        return host;
    }

    private static String cpu(String vendor, int family) {
        return "processor\t: 0\nvendor_id\t: " + vendor + "\ncpu family\t: " + family + "\nmodel\t\t: 1\n";
    }
}
