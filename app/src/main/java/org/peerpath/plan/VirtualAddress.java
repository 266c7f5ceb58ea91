// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses for virtual functions, made from that of their physical function, so that the same VF always gets the same one
 * and no two of a site's do. All are locally administered (IEEE 802, bit 1 of the first byte), which no maker gives out.
 *
 * <p>MAC of VF n: {@code 02 | (n div 256) × 4}, the exclusive or of the PF's first three bytes, {@code n mod 256}, the PF's
 * last three bytes. GUIDs of VF n: the PF's with bit 1 of the first byte set and {@code n + 1} in its fourth and fifth
 * byte, where NVIDIA's own have {@code 03 00}; in the port's the first bit of those is set as well.
 */
final class VirtualAddress {
    private static final Pattern MAC =
            Pattern.compile("([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2})((?::[0-9a-f]{2}){3})");
    /** As sysfs prints it: four groups of four. */
    private static final Pattern GUID = Pattern.compile("[0-9a-f]{4}(?::[0-9a-f]{4}){3}");

    private static final int LOCAL = 0x02;
    /** What fits into six bits and a byte. */
    private static final int MOST = 1 << 14;

    private static final int PORT = 0x8000;

    private VirtualAddress() {}

    /**
     * The MAC address of a VF.
     *
     * @param physical that of its PF
     * @return empty if that is none, or the number too high
     */
    static Optional<String> mac(String physical, int number) {
        Matcher own = MAC.matcher(physical.strip().toLowerCase(Locale.ROOT));
        if (!own.matches() || number < 0 || number >= MOST) {
            return Optional.empty();
        }
        int maker = hex(own.group(1)) ^ hex(own.group(2)) ^ hex(own.group(3));
        return Optional.of("%02x:%02x:%02x".formatted(LOCAL | (number >> 8) << 2, maker, number & 0xff) + own.group(4));
    }

    /** The node GUID of a VF, from that of its PF as sysfs prints it. */
    static Optional<String> nodeGuid(String physical, int number) {
        return guid(physical, number + 1);
    }

    static Optional<String> portGuid(String physical, int number) {
        return guid(physical, (number + 1) | PORT);
    }

    private static Optional<String> guid(String physical, int middle) {
        String own = physical.strip().toLowerCase(Locale.ROOT);
        if (!GUID.matcher(own).matches() || middle <= 0 || (middle & ~PORT) >= MOST) {
            return Optional.empty();
        }
        long bits = Long.parseUnsignedLong(own.replace(":", ""), 16);
        long changed = (bits & ~0x000000_ffff_000000L) | ((long) middle << 24) | ((long) LOCAL << 56);
        StringBuilder text = new StringBuilder();
        for (int shift = 56; shift >= 0; shift -= 8) {
            text.append("%02x".formatted((changed >>> shift) & 0xff)).append(shift == 0 ? "" : ":");
        }
        return Optional.of(text.toString());
    }

    private static int hex(String digits) {
        return Integer.parseInt(digits, 16);
    }
}
