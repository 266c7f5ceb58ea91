// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/**
 * A PCI address as a benchmark prints it, often with parts left out.
 *
 * @param domain empty where it was not printed
 * @param bus 0–255
 * @param device empty where it was not printed
 */
public record BusId(Optional<Integer> domain, int bus, Optional<Integer> device) {
    private static final Pattern COLONS =
            Pattern.compile("(?:([0-9a-fA-F]{4,8}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})(?:\\.[0-7])?");
    private static final Pattern BUS_ONLY = Pattern.compile("0[xX]([0-9a-fA-F]{1,2})");
    private static final Pattern NCCL = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,13})");
    private static final int HEX = 16;
    private static final int MOST_BUS = 0xff;
    private static final int MOST_DEVICE = 0x1f;

    /**
     * Reads {@code dddd:bb:dd.f}, {@code dddddddd:bb:dd}, {@code bb:dd} and {@code 0xbb}, all hexadecimal; empty if it is
     * none of these.
     */
    public static Optional<BusId> parse(String text) {
        Matcher colons = COLONS.matcher(text);
        if (colons.matches()) {
            int device = Integer.parseInt(colons.group(3), HEX);
            Optional<Integer> domain =
                    Optional.ofNullable(colons.group(1)).map(hex -> Integer.parseUnsignedInt(hex, HEX));
            return device > MOST_DEVICE
                    ? Optional.empty()
                    : Optional.of(new BusId(domain, Integer.parseInt(colons.group(2), HEX), Optional.of(device)));
        }
        Matcher bus = BUS_ONLY.matcher(text);
        return bus.matches()
                ? Optional.of(new BusId(Optional.empty(), Integer.parseInt(bus.group(1), HEX), Optional.empty()))
                : Optional.empty();
    }

    /** Returns the address with these numbers; empty where one is out of range. */
    public static Optional<BusId> of(int domain, int bus, int device) {
        boolean possible = domain >= 0 && bus >= 0 && bus <= MOST_BUS && device >= 0 && device <= MOST_DEVICE;
        return possible ? Optional.of(new BusId(Optional.of(domain), bus, Optional.of(device))) : Optional.empty();
    }

    /**
     * Reads the number NCCL makes of an address by leaving out its punctuation ({@code f01000} is {@code 000f:01:00.0},
     * src/misc/utils.cc busIdToInt64); empty if it is no such number.
     */
    public static Optional<BusId> ofNccl(String text) {
        Matcher number = NCCL.matcher(text);
        if (!number.matches()) {
            return Optional.empty();
        }
        long value = Long.parseLong(number.group(1), HEX);
        long domain = value >>> 20;
        return domain > Integer.MAX_VALUE
                ? Optional.empty()
                : of((int) domain, (int) (value >> 12 & MOST_BUS), (int) (value >> 4 & MOST_BUS));
    }

    /** Returns whether a function may be the one that was printed. */
    public boolean fits(Address address) {
        return bus == address.bus()
                && domain.map(d -> d == address.domain()).orElse(true)
                && device.map(d -> d == address.device()).orElse(true);
    }

    @Override
    public String toString() {
        return domain.map(d -> String.format("%04x:", d)).orElse("")
                + String.format("%02x", bus)
                + device.map(d -> String.format(":%02x", d)).orElse("");
    }
}
