// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The devices that a row is about: {@code 15b3:1023}, a range {@code 8086:a110-a11f}, or all of a vendor {@code 1a03:*}.
 *
 * @param vendor of all of them
 * @param first device id
 * @param last device id, itself included
 */
public record DeviceIds(int vendor, int first, int last) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{4}):(?:(\\*)|([0-9a-f]{4})(?:-([0-9a-f]{4}))?)");

    private static final int ANY = 0xffff;

    static Optional<DeviceIds> parse(String text) {
        Matcher m = TEXT.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        int vendor = Integer.parseInt(m.group(1), 16);
        if (m.group(2) != null) {
            return Optional.of(new DeviceIds(vendor, 0, ANY));
        }
        int first = Integer.parseInt(m.group(3), 16);
        int last = m.group(4) == null ? first : Integer.parseInt(m.group(4), 16);
        return first > last ? Optional.empty() : Optional.of(new DeviceIds(vendor, first, last));
    }

    /** Whether a device is one of them. */
    public boolean contains(int otherVendor, int device) {
        return vendor == otherVendor && first <= device && device <= last;
    }

    /** How many they are: of two rows about a device, the narrower one counts. */
    int count() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        if (first == last) {
            return new DeviceId(vendor, first).toString();
        }
        return first == 0 && last == ANY
                ? String.format("%04x:*", vendor)
                : String.format("%04x:%04x-%04x", vendor, first, last);
    }
}
