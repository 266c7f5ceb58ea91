// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.peerpath.text.Clean;

/**
 * Reads a stream to its end and remembers the last of it: a program's last words are where it says why it failed. What
 * ssh says of a changed host key is noticed as it passes, however much comes after it.
 */
final class Tail implements Runnable {
    private static final int KEPT = 16 * 1024;
    private static final int LONGEST_SOUGHT = 64;

    private final InputStream in;
    private final byte[] ring = new byte[KEPT];
    private long written;
    /** The end of what has passed, as long as what is looked for. */
    private String passing = "";

    private boolean keyChanged;

    Tail(InputStream in) {
        this.in = in;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[4096];
        try {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                add(buffer, got);
            }
        } catch (IOException e) {
            // The process was killed; what it said until then stays.
        }
    }

    private synchronized void add(byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            ring[(int) (written++ % KEPT)] = buffer[i];
        }
        String now = passing + new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        keyChanged |= SshFailure.KEY_CHANGED.stream().anyMatch(now::contains);
        passing = now.substring(Math.max(0, now.length() - LONGEST_SOUGHT));
    }

    /** Returns whether it said that a host shows another key than the one known. */
    synchronized boolean saysKeyChanged() {
        return keyChanged;
    }

    /** The last of it, cleaned, without empty lines at the end. */
    synchronized String text() {
        int length = (int) Math.min(written, KEPT);
        byte[] last = new byte[length];
        for (int i = 0; i < length; i++) {
            last[i] = ring[(int) ((written - length + i) % KEPT)];
        }
        return Clean.text(new String(last, StandardCharsets.UTF_8)).strip();
    }

    /** The last line of a text: the shortest answer to why. */
    static String lastLine(String text) {
        return Clean.line(text.substring(text.lastIndexOf('\n') + 1).strip());
    }
}
