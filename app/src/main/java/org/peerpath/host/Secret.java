// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A password and the like: bytes that are wiped when they have been used, and never become a String. */
public final class Secret implements AutoCloseable {
    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes what was typed, and wipes it. */
    public static Secret of(char[] typed) {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(typed));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        encoded.rewind();
        while (encoded.hasRemaining()) {
            encoded.put((byte) 0);
        }
        Arrays.fill(typed, '\0');
        return new Secret(bytes);
    }

    /** The bytes themselves, not a copy: they become zeros on closing. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether it is {@code yes}, or repeats what is to be agreed to. */
    public boolean saysYes(String other) {
        return Arrays.equals(bytes, "yes".getBytes(StandardCharsets.UTF_8))
                || Arrays.equals(bytes, other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public String toString() {
        return "Secret";
    }
}
