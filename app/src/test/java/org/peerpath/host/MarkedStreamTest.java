// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One script's output among others: it ends at its mark, and nothing of it is held back. */
class MarkedStreamTest {
    private static final String MARK = "@@0b1c";

    /** A channel that brings its bytes piece by piece: the first is there, each other is waited for. */
    @SuppressWarnings("InputStreamSlowMultibyteRead") // As slow as it likes: it plays a line.
    private static final class Channel extends InputStream {
        private final List<byte[]> pieces;
        private int piece;
        private int at;

        Channel(String... texts) {
            pieces = Stream.of(texts)
                    .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
                    .toList();
        }

        /** How often somebody waited. */
        int waits() {
            return piece;
        }

        @Override
        public int available() {
            return pieces.get(piece).length - at;
        }

        @Override
        public int read() {
            if (available() == 0) {
                if (piece + 1 == pieces.size()) {
                    return -1;
                }
                piece++;
                at = 0;
            }
            return pieces.get(piece)[at++] & 0xff;
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void endsAtTheMark() throws Exception {
        MarkedStream stream = new MarkedStream(new Channel("one\ntwo\n" + MARK + "\nnext"), MARK);
        assertEquals("one\ntwo", text(stream.readAllBytes()));
        assertTrue(stream.isOver());
    }

    @Test
    void whatOnlyLooksLikeTheMarkIsOutput() throws Exception {
        String output = "\n" + MARK + "x\n\n\n@@\n@@0b\n" + MARK + MARK;
        MarkedStream stream = new MarkedStream(new Channel(output + "\n" + MARK + "\n"), MARK);
        assertEquals(output, text(stream.readAllBytes()));
    }

    @Test
    void aChannelThatEndsBeforeTheMarkIsBroken() {
        MarkedStream stream = new MarkedStream(new Channel("one\n"), MARK);
        assertThrows(EOFException.class, stream::readAllBytes);
        assertFalse(stream.isOver());
    }

    /** A pulse that is only handed on when a buffer is full makes a host look silent for minutes. */
    @Test
    void linesAreHandedOnAsTheyCome() throws Exception {
        Channel channel = new Channel("@@7 pulse 1\n\n", "@@7 pulse 2\n\n", "@@7 pulse 3\n\n");
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(new MarkedStream(channel, MARK), StandardCharsets.UTF_8));
        for (int pulse = 0; pulse < 3; pulse++) {
            assertEquals("@@7 pulse " + (pulse + 1), lines.readLine());
            assertEquals(pulse, channel.waits(), "for the pulse itself, and nothing behind it");
            if (pulse < 2) {
                assertEquals("", lines.readLine());
            }
        }
    }

    @Test
    void atMostWhatIsThereIsReadAtOnce() throws Exception {
        byte[] to = new byte[100];
        MarkedStream stream = new MarkedStream(new Channel("one\n", "two\n", "."), MARK);
        int count = stream.read(to, 0, to.length);
        assertEquals("one", text(Arrays.copyOf(to, count)));
    }

    @Test
    void anyBytesComeThroughInAnyPieces() throws Exception {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            StringBuilder output = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                output.append("\n@0bc1\n\u00ff".charAt(random.nextInt(8)));
            }
            String whole = output + "\n" + MARK + "\n";
            if (whole.indexOf("\n" + MARK + "\n") < output.length()) {
                continue;
            }
            Deque<String> pieces = new ArrayDeque<>();
            for (int from = 0; from < whole.length(); ) {
                int to = Math.min(whole.length(), from + 1 + random.nextInt(7));
                pieces.add(whole.substring(from, to));
                from = to;
            }
            MarkedStream stream = new MarkedStream(new Channel(pieces.toArray(String[]::new)), MARK);
            assertArrayEquals(output.toString().getBytes(StandardCharsets.ISO_8859_1), stream.readAllBytes(), whole);
        }
    }
}
