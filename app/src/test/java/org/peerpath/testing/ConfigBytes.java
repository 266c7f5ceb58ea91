// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.Arrays;
import org.peerpath.snapshot.Bytes;

/**
 * A configuration space being written. Offsets are written out here on purpose, not taken from the product's register
 * table: a wrong number there must not cancel itself out.
 */
public final class ConfigBytes {
    public static final int FULL = 4096;
    public static final int CONVENTIONAL = 256;

    private final byte[] bytes = new byte[FULL];
    private int lastPointer = 0x34;
    private int nextFree = 0x40;
    private int lastExtended;
    private int nextExtendedFree = 0x100;

    public ConfigBytes put8(int offset, int value) {
        bytes[offset] = (byte) value;
        return this;
    }

    public ConfigBytes put16(int offset, int value) {
        return put8(offset, value).put8(offset + 1, value >> 8);
    }

    public ConfigBytes put32(int offset, int value) {
        return put16(offset, value).put16(offset + 2, value >> 16);
    }

    public int get8(int offset) {
        return bytes[offset] & 0xff;
    }

    public int get16(int offset) {
        return get8(offset) | (get8(offset + 1) << 8);
    }

    public int get32(int offset) {
        return get16(offset) | (get16(offset + 2) << 16);
    }

    /** Sets the bits of the mask to those of the value, in 16 bits. */
    public ConfigBytes change16(int offset, int mask, int value) {
        return put16(offset, (get16(offset) & ~mask) | (value & mask));
    }

    /** Sets the bits of the mask to those of the value, in 32 bits. */
    public ConfigBytes change32(int offset, int mask, int value) {
        return put32(offset, (get32(offset) & ~mask) | (value & mask));
    }

    /** Appends a capability of the conventional list. */
    public int capability(int id, int length) {
        return capabilityAt(nextFree, id, length);
    }

    /** Appends a capability of the conventional list at an offset of choice. */
    public int capabilityAt(int offset, int id, int length) {
        change16(0x06, 0x0010, 0x0010);
        put8(lastPointer, offset);
        put8(offset, id);
        lastPointer = offset + 1;
        nextFree = Math.max(nextFree, (offset + length + 3) & ~3);
        return offset;
    }

    /** Appends an extended capability. */
    public int extended(int id, int version, int length) {
        return extendedAt(nextExtendedFree, id, version, length);
    }

    /** Appends an extended capability at an offset of choice; the first must be at 100h. */
    public int extendedAt(int offset, int id, int version, int length) {
        if (lastExtended != 0) {
            change32(lastExtended, 0xfff00000, offset << 20);
        }
        put32(offset, (version << 16) | id);
        lastExtended = offset;
        nextExtendedFree = Math.max(nextExtendedFree, (offset + length + 15) & ~15);
        return offset;
    }

    /** Where the first extended capability with this id is, 0 if there is none. */
    public int findExtended(int id) {
        for (int at = 0x100; at != 0; at = get32(at) >>> 20) {
            if ((get32(at) & 0xffff) == id) {
                return at;
            }
        }
        return 0;
    }

    /** What is read of a function that does not answer. */
    public static Bytes ones(int length) {
        byte[] all = new byte[length];
        Arrays.fill(all, (byte) 0xff);
        return Bytes.copyOf(all);
    }

    public Bytes bytes(int length) {
        return Bytes.copyOf(bytes).slice(0, length);
    }
}
