// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** Whose memory an address is: by the BARs of the host, and by those that the log itself tells of. */
final class Regions {
    /** {@code Region 1: Memory at 30000000000 (64-bit, prefetchable) [size=128G]}: lspci -v. */
    private static final Pattern LSPCI = Pattern.compile(
            "\\s*(?:Region ([0-5]): )?Memory at (?:0x)?([0-9a-f]{1,16}) \\([^)]*\\).*\\[size=(\\d{1,4})([KMGT]?)\\].*");
    /** {@code 0x0000030000000000 0x00000301ffffffff 0x000000000014220c}: sysfs, resource. */
    private static final Pattern SYSFS = Pattern.compile("0x([0-9a-f]{16}) 0x([0-9a-f]{16}) 0x[0-9a-f]{16}");

    private static final int BARS = 6;
    private static final String UNITS = "KMGT";

    private final List<Region> all = new ArrayList<>();

    Regions(Optional<HostModel> host, LogTopology log) {
        host.ifPresent(model -> model.topology().functions().values().forEach(this::add));
        all.addAll(log.regions());
    }

    /** The function's memory that holds the address; empty if no region is known to. */
    Optional<Region> holding(long address) {
        return all.stream().filter(region -> region.holds(address)).findFirst();
    }

    private void add(PciFunction function) {
        Optional<String> resource = function.facts().text("resource").asOptional();
        if (resource.isPresent()) {
            List<String> lines = resource.get().lines().limit(BARS).toList();
            for (int bar = 0; bar < lines.size(); bar++) {
                sysfs(function.address(), bar, lines.get(bar));
            }
            return;
        }
        int next = 0;
        for (String line : function.facts().lspciText()) {
            next = lspci(function.address(), next, line);
        }
    }

    private void sysfs(Address function, int bar, String line) {
        Matcher m = SYSFS.matcher(line.strip());
        if (m.matches()) {
            long start = Long.parseUnsignedLong(m.group(1), 16);
            long end = Long.parseUnsignedLong(m.group(2), 16);
            if (start != 0 && Long.compareUnsigned(start, end) < 0) {
                all.add(new Region(function, bar, start, end));
            }
        }
    }

    /** Without {@code -vv} lspci does not number the regions. */
    private int lspci(Address function, int next, String line) {
        Matcher m = LSPCI.matcher(line);
        if (!m.matches()) {
            return next;
        }
        int bar = m.group(1) == null ? next : Integer.parseInt(m.group(1));
        int shift = m.group(4).isEmpty() ? 0 : 10 * (UNITS.indexOf(m.group(4)) + 1);
        OptionalLong start = Hit.memory(m.group(2), 0, m.group(2).length());
        long size = Long.parseLong(m.group(3)) << shift;
        if (start.orElse(0) != 0 && size > 0) {
            all.add(new Region(function, bar, start.getAsLong(), start.getAsLong() + size - 1));
        }
        return bar + 1;
    }
}
