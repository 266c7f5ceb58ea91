// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes as read, immutable and equal by content: a configuration space, an ACPI table, vital product data. */
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of these, which may be changed afterwards. */
    public static Bytes copyOf(byte[] content) {
        return new Bytes(content.clone());
    }

    public int length() {
        return content.length;
    }

    /** The byte at an offset, 0–255. */
    public int at(int offset) {
        return content[offset] & 0xff;
    }

    /** A little-endian 16-bit value. */
    public int word(int offset) {
        return at(offset) | at(offset + 1) << 8;
    }

    /** A little-endian 32-bit value; the sign bit is bit 31. */
    public int dword(int offset) {
        return word(offset) | word(offset + 2) << 16;
    }

    public byte[] toArray() {
        return content.clone();
    }

    /** A copy with one little-endian 16-bit value replaced. */
    public Bytes withWord(int offset, int value) {
        byte[] changed = content.clone();
        changed[offset] = (byte) value;
        changed[offset + 1] = (byte) (value >> 8);
        return new Bytes(changed);
    }

    /** Those from an offset up to, and without, another. */
    public Bytes slice(int from, int to) {
        return new Bytes(Arrays.copyOfRange(content, from, to));
    }

    /** Whether the first of them are these. */
    public boolean startsWith(Bytes beginning) {
        return length() >= beginning.length()
                && Arrays.equals(content, 0, beginning.length(), beginning.content, 0, beginning.length());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes b && Arrays.equals(content, b.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(content);
    }
}
