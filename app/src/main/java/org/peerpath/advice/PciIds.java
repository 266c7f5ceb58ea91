// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/** The lines of the host's own pci.ids (format: pciutils, pci.ids) that the snapshot kept. */
final class PciIds {
    private static final Pattern VENDOR = Pattern.compile("([0-9a-f]{4})\\s+\\S.*");
    private static final Pattern DEVICE = Pattern.compile("\\t([0-9a-f]{4})\\s+(\\S.*)");

    private final Map<Long, String> devices = new HashMap<>();

    private PciIds() {}

    static PciIds of(Snapshot snapshot) {
        PciIds ids = new PciIds();
        snapshot.hostText(HostFiles.PCI_IDS).asOptional().ifPresent(ids::read);
        return ids;
    }

    private void read(String text) {
        int vendor = -1;
        for (String line : text.lines().toList()) {
            Matcher device = DEVICE.matcher(line);
            Matcher top = VENDOR.matcher(line);
            if (device.matches() && vendor >= 0) {
                devices.put(
                        key(vendor, Integer.parseInt(device.group(1), 16)),
                        device.group(2).strip());
            } else if (top.matches()) {
                vendor = Integer.parseInt(top.group(1), 16);
            }
        }
    }

    private static long key(int vendor, int device) {
        return (long) vendor << 16 | device;
    }

    Optional<String> device(int vendor, int device) {
        return Optional.ofNullable(devices.get(key(vendor, device)));
    }
}
