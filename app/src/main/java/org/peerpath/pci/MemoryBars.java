// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.FunctionFacts;

/**
 * The memory BARs of a function, as one of three witnesses names them: its registers (bus addresses, no sizes), the kernel in
 * sysfs (its own addresses), or lspci's text. Addresses of one witness are not compared with those of another: on some
 * platforms the bus has other addresses than the processor.
 *
 * @param all by index; only BARs known to exist
 */
public record MemoryBars(List<Bar> all) {
    private static final int BARS = 6;
    private static final int FIRST_REGISTER = 0x10;
    private static final int IO_SPACE = 1;
    private static final int TYPE = 0x6;
    private static final int TYPE_64 = 0x4;
    private static final int FLAGS = 0xf;
    private static final Pattern REGION = Pattern.compile("Region ([0-5]): Memory at ([0-9a-f]{1,16}|<unassigned>)"
            + " \\([^)]*\\)(?: \\[[a-z]+\\])*(?: \\[size=([0-9]{1,6})([KMGT]?)\\])?.*");

    public MemoryBars {
        all = List.copyOf(all);
    }

    /**
     * One memory BAR.
     *
     * @param index 0–5
     * @param address where it lies, as an unsigned number; empty where it was given none
     * @param size in bytes; empty where the witness does not say
     * @param wide whether it has 64 bits and so takes the place of the next one too
     */
    public record Bar(int index, OptionalLong address, OptionalLong size, boolean wide) {}

    /** Finds the BAR with an index. */
    public Optional<Bar> at(int index) {
        return all.stream().filter(bar -> bar.index() == index).findFirst();
    }

    /** Those that the registers show to exist: a register of zeros may be one that is not implemented. */
    public static MemoryBars ofRegisters(PciFunction function) {
        ConfigSpace config = ConfigSpace.of(function.facts(), LspciText.Context.NONE);
        List<Bar> bars = new ArrayList<>();
        if (function.kind().isBridge()) {
            return new MemoryBars(bars);
        }
        for (int i = 0; i < BARS; i++) {
            int at = FIRST_REGISTER + 4 * i;
            if (!config.knows(at, 4, -1)) {
                continue;
            }
            int low = config.get(at, 4);
            boolean wide = (low & IO_SPACE) == 0 && (low & TYPE) == TYPE_64;
            if (low == 0 || (low & IO_SPACE) != 0 || (wide && (i + 1 == BARS || !config.knows(at + 4, 4, -1)))) {
                continue;
            }
            long address = Integer.toUnsignedLong(low & ~FLAGS) | (wide ? (long) config.get(at + 4, 4) << 32 : 0);
            bars.add(new Bar(i, place(address), OptionalLong.empty(), wide));
            i += wide ? 1 : 0;
        }
        return new MemoryBars(bars);
    }

    /** As the kernel shows them in sysfs {@code resource}; a line of zeros is no BAR, or one that it gave up. */
    public static MemoryBars ofKernel(FunctionFacts facts) {
        List<Bar> bars = new ArrayList<>();
        List<Resources.Region> regions =
                Resources.of(facts).map(Resources::bars).asOptional().orElse(List.of());
        for (int i = 0; i < regions.size(); i++) {
            Resources.Region region = regions.get(i);
            if (region.memory() && region.size() > 0) {
                OptionalLong address = region.unset() ? OptionalLong.empty() : place(region.start());
                bars.add(new Bar(i, address, OptionalLong.of(region.size()), region.wide()));
            }
        }
        return new MemoryBars(bars);
    }

    /**
     * As lspci prints them with {@code -vv}. One without an address counts only beside a size: without a kernel, the upper
     * half of a 64-bit BAR is printed like that (pciutils lspci.c show_bases).
     */
    public static MemoryBars ofText(FunctionFacts facts) {
        List<Bar> bars = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (String line : facts.lspciText()) {
            Matcher m = REGION.matcher(line.strip());
            if (!m.matches() || !seen.add(Integer.parseInt(m.group(1)))) {
                continue;
            }
            OptionalLong size = m.group(3) == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(m.group(3)) << shift(m.group(4)));
            boolean placed = !m.group(2).startsWith("<");
            if (placed || size.isPresent()) {
                bars.add(new Bar(
                        Integer.parseInt(m.group(1)),
                        placed ? place(Long.parseUnsignedLong(m.group(2), 16)) : OptionalLong.empty(),
                        size,
                        line.contains("(64-bit,")));
            }
        }
        return new MemoryBars(bars);
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            case "T" -> 40;
            default -> 0;
        };
    }

    private static OptionalLong place(long address) {
        return address == 0 ? OptionalLong.empty() : OptionalLong.of(address);
    }
}
