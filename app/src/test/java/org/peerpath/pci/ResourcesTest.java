// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/** A list of regions that was not read is no list of BARs without size. */
class ResourcesTest {
    private static FunctionFacts facts(Map<String, Reading> read) {
        return new FunctionFacts(Address.of("0000:18:00.0"), new TreeMap<>(read), List.of(), true);
    }

    @Test
    void sizesAreByNumberOfTheBar() {
        String regions = """
                0x0000000000000000 0x0000000000000000 0x0000000000000000
                0x0000000000001000 0x0000000000001fff 0x0000000000040200
                0x000021c000000000 0x000021dfffffffff 0x000000000014220c
                0x0000000000000000 0x0000000000000000 0x0000000000000000
                0x0000000000000000 0x0000000000000000 0x0000000000000000
                0x0000000000000000 0x0000000000000000 0x0000000000000000
                0x0000000000080000 0x00000000000fffff 0x0000000000046200""";
        Resources read = Resources.of(facts(Map.of(Attributes.RESOURCE, new Reading.Text(regions, "sysfs"))))
                .asOptional()
                .orElseThrow();
        assertEquals(List.of(0L, 0x1000L, 0x20_0000_0000L, 0L, 0L, 0L), read.barSizes());
        assertEquals(7, read.all().size());
    }

    @Test
    void whatWasNotReadStaysSo() {
        assertTrue(Resources.of(facts(Map.of())).isAbsent());
        Reading refused = new Reading.Failed(Message.of("unknown.not-root"), "sysfs");
        assertTrue(Resources.of(facts(Map.of(Attributes.RESOURCE, refused))).isUnknown());
    }
}
