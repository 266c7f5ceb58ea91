// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Arrays;
import java.util.Optional;

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
    private static final int SHORTEST_DOMAIN = 4;
    private static final int LONGEST_DOMAIN = 8;

    public Address {
        if ((bus & ~0xff) != 0 || (device & ~0x1f) != 0 || (function & ~0x7) != 0) {
            throw new IllegalArgumentException("bus " + bus + " device " + device + " function " + function);
        }
    }

    /** Reads {@code dddd:bb:dd.f} or {@code bb:dd.f} (domain 0), any case; empty if it is neither. */
    public static Optional<Address> parse(String text) {
        // By hand: hosts with thousands of virtual functions link each of them twice.
        int digits = text.length() - "bb:dd.f".length() - 1;
        int at = 0;
        int domain = 0;
        if (digits != -1) {
            if (digits < SHORTEST_DOMAIN || digits > LONGEST_DOMAIN || text.charAt(digits) != ':') {
                return Optional.empty();
            }
            for (; at < digits; at++) {
                int digit = digit(text, at);
                if (digit < 0) {
                    return Optional.empty();
                }
                domain = (domain << 4) | digit;
            }
            at++;
        }
        int bus = (digit(text, at) << 4) | digit(text, at + 1);
        int device = (digit(text, at + 3) << 4) | digit(text, at + 4);
        int function = digit(text, at + 6);
        boolean well = text.charAt(at + 2) == ':' && text.charAt(at + 5) == '.';
        // A digit that is none is -1 and makes the whole number negative.
        return well && bus >= 0 && device >= 0 && device <= 0x1f && function >= 0 && function <= 7
                ? Optional.of(new Address(domain, bus, device, function))
                : Optional.empty();
    }

    private static int digit(String text, int at) {
        char c = text.charAt(at);
        return c < 0x80 ? Character.digit(c, 16) : -1;
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
        int domains = Integer.compareUnsigned(domain, other.domain);
        return domains != 0 ? domains : Integer.compare(routingId(), other.routingId());
    }

    @Override
    public int hashCode() {
        return domain * 0x10001 + routingId();
    }

    @Override
    public String toString() {
        String head = Integer.toHexString(domain);
        int at = Math.max(SHORTEST_DOMAIN, head.length());
        char[] out = new char[at + ":bb:dd.f".length()];
        Arrays.fill(out, 0, at, '0');
        head.getChars(0, head.length(), out, at - head.length());
        out[at] = ':';
        hex(out, at + 1, bus);
        out[at + 3] = ':';
        hex(out, at + 4, device);
        out[at + 6] = '.';
        out[at + 7] = Character.forDigit(function, 16);
        return new String(out);
    }

    private static void hex(char[] out, int at, int value) {
        out[at] = Character.forDigit(value >> 4, 16);
        out[at + 1] = Character.forDigit(value & 0xf, 16);
    }
}
