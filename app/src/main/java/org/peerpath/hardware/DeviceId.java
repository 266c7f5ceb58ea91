// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;
import java.util.regex.Pattern;

/** Vendor and device id of a PCI function, printed as {@code 15b3:1023}. */
public record DeviceId(int vendor, int device) {
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{4}:[0-9a-f]{4}");

    static Optional<DeviceId> parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new DeviceId(Integer.parseInt(text.substring(0, 4), 16), Integer.parseInt(text.substring(5), 16)));
    }

    @Override
    public String toString() {
        return String.format("%04x:%04x", vendor, device);
    }
}
