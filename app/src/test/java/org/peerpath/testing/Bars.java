// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The 64-bit prefetchable memory BARs of one function. */
final class Bars {
    private static final int REGIONS = 7;

    private record Bar(int index, long base, long size) {
        long last() {
            return base + size - 1;
        }
    }

    private final List<Bar> all = new ArrayList<>();

    void add(int index, long base, long size) {
        all.add(new Bar(index, base, size));
    }

    /** Opens a bridge's prefetchable window for the BARs below, in steps of 1 MB; the others stay closed. */
    static void openWindow(ConfigBytes config, Stream<Bars> below) {
        config.put8(0x1c, 0xf1).put8(0x1d, 0x01).put16(0x20, 0xfff0).put16(0x22, 0x0000);
        List<Bar> bars = below.flatMap(one -> one.all.stream()).toList();
        long base = bars.stream().map(Bar::base).min(Long::compareUnsigned).orElse(0xffff_ffff_fff0_0000L);
        long limit = bars.stream().map(Bar::last).max(Long::compareUnsigned).orElse(0L);
        config.put16(0x24, ((int) (base >> 16) & 0xfff0) | 1).put32(0x28, (int) (base >> 32));
        config.put16(0x26, ((int) (limit >> 16) & 0xfff0) | 1).put32(0x2c, (int) (limit >> 32));
    }

    /** As sysfs prints them: begin, end and flags of each region; the last added of an index counts. */
    String resource() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < REGIONS; i++) {
            int index = i;
            Bar bar = all.stream()
                    .filter(candidate -> candidate.index() == index)
                    .reduce((first, second) -> second)
                    .orElse(new Bar(i, 0, 0));
            boolean empty = bar.size() == 0;
            lines.append(
                    "0x%016x 0x%016x 0x%016x\n".formatted(bar.base(), empty ? 0 : bar.last(), empty ? 0 : 0x14220cL));
        }
        return lines.toString().strip();
    }
}
