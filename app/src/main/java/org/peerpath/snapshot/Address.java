// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of one PCI function: segment ("domain" in Linux), bus, device, function. Printed as
 * {@code dddd:bb:dd.f}, lower case, always with its domain; domains above 0xffff (Intel VMD) take more digits.
 *
 * @param domain segment group, 0 to 0xffffffff kept in an int (unsigned)
 * @param bus 0–255
 * @param device 0–31
 * @param function 0–7
 */
public record Address(int domain, int bus, int device, int function) implements Comparable<Address> {
    private static final Pattern TEXT =
            Pattern.compile("(?:([0-9a-fA-F]{4,8}):)?([0-9a-fA-F]{2}):([0-9a-fA-F]{2})\\.([0-7])");
    private static final Comparator<Address> ORDER = Comparator.<Address>comparingLong(
                    a -> Integer.toUnsignedLong(a.domain))
            .thenComparingInt(Address::routingId);

    public Address {
        if ((bus & ~0xff) != 0 || (device & ~0x1f) != 0 || (function & ~0x7) != 0) {
            throw new IllegalArgumentException("bus " + bus + " device " + device + " function " + function);
        }
    }

    /** Reads {@code dddd:bb:dd.f} or {@code bb:dd.f} (domain 0), any case; empty if it is neither. */
    public static Optional<Address> parse(String text) {
        Matcher m = TEXT.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        int domain = m.group(1) == null ? 0 : Integer.parseUnsignedInt(m.group(1), 16);
        int device = Integer.parseInt(m.group(3), 16);
        if (device > 0x1f) {
            return Optional.empty();
        }
        return Optional.of(
                new Address(domain, Integer.parseInt(m.group(2), 16), device, Integer.parseInt(m.group(4), 16)));
    }

    /** For addresses that are known to be well formed: code and tests, never input. */
    public static Address of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException(text));
    }

    /** The function with this routing id in the given domain. */
    public static Address ofRoutingId(int domain, int routingId) {
        return new Address(domain, routingId >> 8 & 0xff, routingId >> 3 & 0x1f, routingId & 7);
    }

    /** Bus, device and function as the 16 bits that travel in a TLP (PCIe 2.2.4.2). */
    public int routingId() {
        return bus << 8 | device << 3 | function;
    }

    /** The same device, whatever the function. */
    public boolean sameDevice(Address other) {
        return domain == other.domain && bus == other.bus && device == other.device;
    }

    @Override
    public int compareTo(Address other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        char[] out = new char[8];
        hex(out, 0, bus);
        out[2] = ':';
        hex(out, 3, device);
        out[5] = '.';
        out[6] = Character.forDigit(function, 16);
        String tail = new String(out, 0, 7);
        String head = Integer.toHexString(domain);
        return "0".repeat(Math.max(0, 4 - head.length())) + head + ":" + tail;
    }

    private static void hex(char[] out, int at, int value) {
        out[at] = Character.forDigit(value >> 4, 16);
        out[at + 1] = Character.forDigit(value & 0xf, 16);
    }
}
