// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.redaction;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Stands something else in for each value that names a thing or a person: the same for the same value, wherever and in
 * whatever spelling it occurs. Values are numbered as they come, not hashed: a hash of a serial number or an address
 * could be undone by trying them all.
 */
final class Pseudonyms {
    private static final int MAC_DIGITS = 12;
    private static final int EUI64_DIGITS = 16;
    private static final int UUID_DIGITS = 32;

    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();

    /** The number of this value among those of its kind, from 1. */
    private int number(String kind, String value) {
        Map<String, Integer> known = numbers.computeIfAbsent(kind, k -> new HashMap<>());
        return known.computeIfAbsent(value, v -> known.size() + 1);
    }

    /**
     * Other hexadecimal digits of the same count: a MAC address (12), an EUI-64 such as a GUID or a Device Serial Number
     * (16), a UUID (32), or any other. All zeros and all ones mean "none" and stay.
     */
    String digits(String hex) {
        String value = hex.toLowerCase(Locale.ROOT);
        if (value.chars().allMatch(c -> c == '0') || value.chars().allMatch(c -> c == 'f')) {
            return value;
        }
        int number = number("hex" + value.length(), value);
        return switch (value.length()) {
            case MAC_DIGITS -> String.format("020000%06x", number);
            case EUI64_DIGITS -> String.format("020000fffe%06x", number);
            case UUID_DIGITS -> String.format("00000000000040008000%012x", number);
            default -> last(value.length(), String.format("%040x", number));
        };
    }

    /** Text of the same length for a serial number and the like; blank text stays. */
    String serial(String value) {
        if (value.isBlank()) {
            return value;
        }
        String core = value.strip();
        String number = Integer.toString(number("serial", core));
        String padded = core.length() <= number.length()
                ? last(core.length(), number)
                : "X" + "0".repeat(core.length() - number.length() - 1) + number;
        return value.replace(core, padded);
    }

    String host(String name) {
        return name.isEmpty() ? name : "host-" + number("host", name);
    }

    String user(String name) {
        return name.isEmpty() || name.equals("root") ? name : "user-" + number("user", name);
    }

    String guest(String name) {
        return "guest-" + number("guest", name);
    }

    /** In the block for benchmarks (RFC 2544), which nobody's network uses. */
    String ipv4(String address) {
        int number = number("ipv4", address);
        return "198." + (18 + (number >> 16 & 1)) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    /** In the block for documentation (RFC 3849). */
    String ipv6(String address) {
        return "2001:db8::" + Integer.toHexString(number("ipv6", address.toLowerCase(Locale.ROOT)));
    }

    private static String last(int count, String text) {
        return text.substring(text.length() - count);
    }
}
