// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what is known about a device. A later row adds to an earlier one about the same device and wins over it. */
final class DeviceTable {
    private final Map<DeviceId, KnownDevice> single = new HashMap<>();
    private final List<KnownDevice> ranges = new ArrayList<>();

    /** In the order of the files: shipped rows before a user's. */
    DeviceTable(List<KnownDevice> rows) {
        rows.stream().filter(row -> row.ids().count() > 1).forEach(ranges::add);
        ranges.sort(Comparator.comparing(KnownDevice::user)
                .reversed()
                .thenComparingInt(row -> row.ids().count()));
        rows.stream()
                .filter(row -> row.ids().count() == 1)
                .forEach(row -> single.merge(
                        new DeviceId(row.ids().vendor(), row.ids().first()), row, (old, later) -> later.over(old)));
    }

    /** The narrowest row about it, over the wider ones. */
    Optional<KnownDevice> find(int vendor, int device) {
        KnownDevice found = single.get(new DeviceId(vendor, device));
        for (KnownDevice range : ranges) {
            if (range.ids().contains(vendor, device)) {
                found = found == null ? range : range.user() && !found.user() ? range.over(found) : found.over(range);
            }
        }
        return Optional.ofNullable(found);
    }
}
