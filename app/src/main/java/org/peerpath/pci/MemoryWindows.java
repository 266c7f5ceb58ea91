// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.FunctionFacts;

/**
 * The addresses that a bridge passes down, as one of three witnesses names them; see {@link MemoryBars}.
 *
 * @param open the windows that are open
 */
public record MemoryWindows(List<Range> open) {
    /** Lines of sysfs {@code resource} for a bridge, where the kernel knows SR-IOV and where it does not. */
    private static final int WITH_VIRTUAL = 17;

    private static final int WITHOUT_VIRTUAL = 11;
    private static final int WINDOWS = 4;
    private static final Pattern LINE = Pattern.compile(
            "(Memory|Prefetchable memory) behind bridge:(?: ([0-9a-f]{8,16})-([0-9a-f]{8,16}).*| None.*| \\[disabled\\].*)");

    public MemoryWindows {
        open = List.copyOf(open);
    }

    /** Both ends inclusive, as unsigned numbers. */
    public record Range(long first, long last) {
        boolean holds(long address, long end) {
            return Long.compareUnsigned(first, address) <= 0 && Long.compareUnsigned(end, last) <= 0;
        }
    }

    /** Returns whether a request for this address is passed down. */
    public boolean hold(long address) {
        return hold(address, 1);
    }

    /** Returns whether requests for all addresses of a range are passed down. */
    public boolean hold(long address, long size) {
        return open.stream().anyMatch(range -> range.holds(address, address + size - 1));
    }

    /** As the bridge's registers have them; empty where they were not read. */
    public static Optional<MemoryWindows> ofRegisters(PciFunction bridge) {
        return Details.of(bridge)
                .windows()
                .map(windows -> ranges(
                        new Range(windows.memoryBase(), windows.memoryLimit()),
                        new Range(windows.prefetchableBase(), windows.prefetchableLimit())))
                .asOptional();
    }

    private static MemoryWindows ranges(Range... all) {
        List<Range> open = new ArrayList<>();
        for (Range range : all) {
            if (Long.compareUnsigned(range.first(), range.last()) <= 0) {
                open.add(range);
            }
        }
        return new MemoryWindows(open);
    }

    /**
     * As the kernel shows them in sysfs {@code resource}, behind BARs, ROM and SR-IOV (drivers/pci/pci-sysfs.c resource_show);
     * empty where the file does not have them.
     */
    public static Optional<MemoryWindows> ofKernel(FunctionFacts bridge) {
        List<Resources.Region> all =
                Resources.of(bridge).map(Resources::all).asOptional().orElse(List.of());
        if (all.size() != WITH_VIRTUAL && all.size() != WITHOUT_VIRTUAL) {
            return Optional.empty();
        }
        return Optional.of(new MemoryWindows(all.subList(all.size() - WINDOWS, all.size()).stream()
                .filter(region -> region.memory() && !region.unset())
                .map(region -> new Range(region.start(), region.end()))
                .toList()));
    }

    /** As lspci prints them; empty unless it prints both. */
    public static Optional<MemoryWindows> ofText(FunctionFacts bridge) {
        List<Range> open = new ArrayList<>();
        int told = 0;
        for (String line : bridge.lspciText()) {
            Matcher m = LINE.matcher(line.strip());
            if (!m.matches() || told == 2) {
                continue;
            }
            told++;
            if (m.group(2) != null) {
                open.add(new Range(Long.parseUnsignedLong(m.group(2), 16), Long.parseUnsignedLong(m.group(3), 16)));
            }
        }
        return told == 2 ? Optional.of(ranges(open.toArray(Range[]::new))) : Optional.empty();
    }
}
