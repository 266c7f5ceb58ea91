// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Which way the answers to reads go, and whether they meet their requests again. */
class CompletionFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                metal(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.INFO,
                        h -> h.get(FaultyHost.GPU_PORT).acs(0x5f, 0x08)),
                vm(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC).relaxedOrdering(false)),
                vm(
                        FindingId.READS_NEED_STRICT_ORDERING,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.MIXED_REDIRECT, Severity.ERROR, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x5f, 0x04);
                    h.get(FaultyHost.ROOT).acs(0x1f, 0x10);
                }));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(FindingId.READS_NEED_STRICT_ORDERING, CompletionFindingsTest::answersUnread),
                unread(FindingId.MIXED_REDIRECT, CompletionFindingsTest::answersUnread),
                unread(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        h -> h.get(FaultyHost.GPU_PORT).readable(64)),
                unreadMetal(
                        FindingId.MIXED_REDIRECT,
                        h -> h.get(FaultyHost.NIC_PORT).readable(64)));
    }

    private static void answersUnread(HostBuilder host) {
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        host.get(FaultyHost.GPU_PORT).readable(256);
    }

    @Test
    void readsNameThePortsThatDecideBothWays() {
        Finding finding = find(FaultyHost.vm(), Scenario.VM, FindingId.READS_NEED_RELAXED_ORDERING)
                .orElseThrow();
        assertEquals(
                List.of(Address.of(FaultyHost.GPU_PORT), Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)),
                finding.functions());
        assertEquals(
                List.of(
                        "ACSCtl 0x005d (" + FaultyHost.NIC_PORT + ", read from sysfs)",
                        "ACSCtl 0x001d (" + FaultyHost.GPU_PORT + ", read from sysfs)"),
                evidence(finding));
        assertTrue(Texts.ENGLISH.say(finding.message()).endsWith("sent up at port 17:01.0."));
    }
}
