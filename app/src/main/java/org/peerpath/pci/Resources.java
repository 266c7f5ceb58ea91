// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;

/**
 * The regions of a function as sysfs prints them, a line each: six BARs, the ROM, and where the kernel knows SR-IOV the six
 * VF BARs (Documentation/ABI/testing/sysfs-bus-pci, resource; include/linux/ioport.h).
 *
 * @param all in that order
 */
public record Resources(List<Region> all) {
    private static final Pattern LINE = Pattern.compile("0x([0-9a-f]{16}) 0x([0-9a-f]{16}) 0x([0-9a-f]{16})");
    private static final int BARS = 6;
    private static final int FIRST_VIRTUAL = 7;
    private static final long IORESOURCE_MEM = 0x200;
    private static final long IORESOURCE_MEM_64 = 0x0010_0000;
    private static final long IORESOURCE_UNSET = 0x2000_0000;

    public Resources {
        all = List.copyOf(all);
    }

    /** One region; a line that is none is empty. */
    public record Region(long start, long end, long flags) {
        public long size() {
            return end == 0 ? 0 : end - start + 1;
        }

        /** Whether it may lie anywhere in 64 bits. */
        public boolean wide() {
            return (flags & IORESOURCE_MEM_64) != 0;
        }

        /** Whether it is of memory, not of I/O ports. */
        boolean memory() {
            return (flags & IORESOURCE_MEM) != 0;
        }

        /** Whether the kernel has found no place for it, so that where it begins says nothing. */
        boolean unset() {
            return (flags & IORESOURCE_UNSET) != 0;
        }

        private boolean assigned() {
            return start != 0 && !unset();
        }
    }

    /** Reads what the kernel shows of a function; absent or unknown as the file itself is. */
    public static Fact<Resources> of(FunctionFacts facts) {
        return facts.text(Attributes.RESOURCE).map(Resources::parse);
    }

    static Resources parse(String text) {
        return new Resources(text.lines().limit(32).map(Resources::region).toList());
    }

    private static Region region(String line) {
        Matcher m = LINE.matcher(line.strip());
        return m.matches()
                ? new Region(
                        Long.parseUnsignedLong(m.group(1), 16),
                        Long.parseUnsignedLong(m.group(2), 16),
                        Long.parseUnsignedLong(m.group(3), 16))
                : new Region(0, 0, 0);
    }

    public List<Region> bars() {
        return all.subList(0, Math.min(BARS, all.size()));
    }

    /** Returns the sizes of the BARs in bytes, by number; 0 for one that is none. */
    public List<Long> barSizes() {
        return bars().stream().map(Region::size).toList();
    }

    /** Whether the kernel found a place for the VFs' registers, that is for their first BAR; empty where it lists none. */
    public Optional<Boolean> virtualAssigned() {
        return all.size() > FIRST_VIRTUAL ? Optional.of(all.get(FIRST_VIRTUAL).assigned()) : Optional.empty();
    }
}
