// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import org.peerpath.text.Message;

/** A configuration space of which single bits are known, filled from text. Confined to the decode of one function. */
final class KnownBits {
    private final byte[] values = new byte[ConfigSpace.SIZE];
    private final byte[] masks = new byte[ConfigSpace.SIZE];
    private Message why;

    KnownBits(Message why) {
        this.why = why;
    }

    /** Why the bits that are not known are not. */
    Message whyUnknown() {
        return why;
    }

    void because(Message reason) {
        why = reason;
    }

    int known(int offset) {
        return masks[offset] & 0xff;
    }

    int value(int offset) {
        return values[offset] & 0xff;
    }

    /** Makes the bits of the mask known; outside configuration space nothing happens. */
    void put(int offset, int width, int mask, int value) {
        if (offset < 0 || offset + width > ConfigSpace.SIZE) {
            return;
        }
        for (int i = 0; i < width; i++) {
            int m = (mask >> (8 * i)) & 0xff;
            int v = (value >> (8 * i)) & m;
            masks[offset + i] |= (byte) m;
            values[offset + i] = (byte) ((values[offset + i] & ~m) | v);
        }
    }

    void put(Register register, int base, int value) {
        put(base + register.offset(), register.width(), -1, value);
    }

    void put(Field field, int base, int value) {
        Register register = field.register();
        put(base + register.offset(), register.width(), field.mask(), value << field.low());
    }
}
