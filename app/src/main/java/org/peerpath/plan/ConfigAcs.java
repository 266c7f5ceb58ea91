// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.OptionalInt;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.snapshot.Address;

/**
 * What a kernel makes of {@code pci=config_acs=} (Linux drivers/pci/pci.c __pci_config_acs): entries of bits and a
 * function, {@code 1011101@0000:17:00.0}, parted by semicolons.
 */
final class ConfigAcs {
    private static final int BITS = 0x7f;

    private ConfigAcs() {}

    /** Returns whether a kernel knows the parameter and takes every entry and every bit as it is written: from 6.15 on. */
    static boolean isSound(KernelVersion kernel) {
        return kernel.atLeast(6, 15);
    }

    /**
     * Returns the ACS Control register of a function after boot.
     *
     * @param kernel the kernel that boots
     * @param parameter the value of the parameter
     * @param firmware the register as the firmware leaves it
     * @param standard the register as the kernel sets it before it looks at the parameter
     */
    static int control(KernelVersion kernel, String parameter, Address function, int firmware, int standard) {
        if (!kernel.atLeast(6, 11)) {
            return standard;
        }
        int mask = 0;
        int flags = 0;
        for (String entry : parameter.split(";", -1)) {
            int at = entry.indexOf('@');
            boolean keepsFirst = !isSound(kernel) && mask != 0;
            if (keepsFirst && at >= 0) {
                // The flags are taken for read already, so that the next ones are no function's name.
                return standard;
            }
            if (!keepsFirst) {
                OptionalInt read = at < 0 ? OptionalInt.empty() : bits(entry.substring(0, at));
                if (read.isEmpty()) {
                    return standard;
                }
                mask = read.getAsInt() >> 8;
                flags = read.getAsInt() & BITS;
            }
            if (entry.substring(at + 1).equals(function.toString())) {
                return isSound(kernel)
                        ? (firmware & ~mask) | (flags & mask)
                        : (standard & ~mask) | (firmware & mask) | flags;
            }
        }
        return standard;
    }

    /** The mask above the flags; the last digit is bit 0, and {@code x} leaves a bit. */
    private static OptionalInt bits(String text) {
        int mask = 0;
        int flags = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(text.length() - 1 - i);
            if ("01xX".indexOf(digit) < 0 || i >= 7) {
                return OptionalInt.empty();
            }
            mask |= digit == '0' || digit == '1' ? 1 << i : 0;
            flags |= digit == '1' ? 1 << i : 0;
        }
        return OptionalInt.of(mask << 8 | flags);
    }
}
