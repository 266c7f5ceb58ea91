// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Texts;

/**
 * Runs a reader over mutations of good inputs. Case after case comes from one seed, so a failure names the seed that
 * brings it back: {@code -Dpeerpath.fuzz.seed=N}. Nothing but {@link UnreadableSourceException} may come out, its message
 * can be said, and what is read is a whole, clean snapshot.
 */
public final class Fuzz {
    private static final String REPLAY = "peerpath.fuzz.seed";
    /** Far above what any case takes, even on a busy machine; an endless loop is what it is for. */
    private static final Duration LONGEST_CASE = Duration.ofSeconds(30);

    private static final List<String> TOKENS = List.of(
            "\0",
            "\u001b[31m",
            "\u001b]0;x\u0007",
            "\r",
            "\n",
            "\n\n",
            "\t",
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "null",
            "-1",
            "99999999999999999999",
            "1e999999",
            "\\u0000",
            "\\ud800",
            "\u202e",
            "0000:00:00.0 ",
            "ffff:ff:1f.7 Class",
            "00: ff ff",
            "ff0: 00",
            "Slot:\t",
            "Device:\t00:00.0",
            "<access denied>",
            "(rev ff)",
            "[8086:",
            "../",
            "/",
            "\"schema\":\"peerpath.snapshot/1\"",
            "@@ end 0",
            "@@ text",
            "\ufffd",
            "\ud83d\ude00");

    /** What reads. */
    @FunctionalInterface
    public interface Reader {
        Snapshot read(byte[] input) throws Exception;
    }

    private Fuzz() {}

    /** Runs for about this long; always at least a hundred cases. */
    static void run(List<byte[]> inputs, Duration time, Reader reader) {
        String replay = System.getProperty(REPLAY, "");
        if (!replay.isEmpty()) {
            once(inputs, Long.parseLong(replay), reader);
            return;
        }
        long until = System.nanoTime() + time.toNanos();
        int read = 0;
        for (long seed = 1; seed <= 100 || System.nanoTime() < until; seed++) {
            read += once(inputs, seed, reader) ? 1 : 0;
        }
        assertTrue(read > 0, "no mutation was readable: the mutations are too coarse to test anything");
    }

    /** Runs so many cases, on all processors: each comes from its own seed, whatever the order. */
    public static void cases(List<byte[]> inputs, int count, Reader reader) {
        String replay = System.getProperty(REPLAY, "");
        if (!replay.isEmpty()) {
            once(inputs, Long.parseLong(replay), reader);
            return;
        }
        long read = IntStream.rangeClosed(1, count)
                .parallel()
                .filter(seed -> once(inputs, seed, reader))
                .count();
        assertTrue(read > 0, "no mutation was readable: the mutations are too coarse to test anything");
    }

    private static boolean once(List<byte[]> inputs, long seed, Reader reader) {
        Random random = new Random(seed * 0x9e3779b97f4a7c15L);
        byte[] input = mutated(inputs, random);
        long start = System.nanoTime();
        try {
            check(reader.read(input));
            return true;
        } catch (UnreadableSourceException expected) {
            assertTrue(!Texts.ENGLISH.say(expected.reason()).isBlank());
            return false;
        } catch (Throwable e) {
            throw new AssertionError("replay with -D" + REPLAY + "=" + seed, e);
        } finally {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(took.compareTo(LONGEST_CASE) < 0, "seed " + seed + " took " + took);
        }
    }

    private static byte[] mutated(List<byte[]> inputs, Random random) {
        byte[] input = inputs.get(random.nextInt(inputs.size())).clone();
        int changes = random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(input.length + 1);
            int length = Math.min(input.length - at, 1 + random.nextInt(random.nextBoolean() ? 8 : 2000));
            input = switch (random.nextInt(8)) {
                case 0 -> Arrays.copyOf(input, at);
                case 1, 2 -> flipped(input, random);
                case 3 -> joined(Arrays.copyOf(input, at), Arrays.copyOfRange(input, at + length, input.length));
                case 4 -> joined(Arrays.copyOf(input, at + length), Arrays.copyOfRange(input, at, input.length));
                case 5 -> lineTwice(input, at);
                case 6 -> {
                    byte[] other = inputs.get(random.nextInt(inputs.size()));
                    int from = random.nextInt(other.length + 1);
                    yield joined(Arrays.copyOf(input, at), Arrays.copyOfRange(other, from, other.length));
                }
                default -> {
                    byte[] token = TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8);
                    yield joined(joined(Arrays.copyOf(input, at), token), Arrays.copyOfRange(input, at, input.length));
                }
            };
        }
        return input;
    }

    private static byte[] flipped(byte[] input, Random random) {
        byte[] out = input.clone();
        for (int i = 0; i < 1 + random.nextInt(4) && out.length > 0; i++) {
            out[random.nextInt(out.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return out;
    }

    private static byte[] lineTwice(byte[] input, int near) {
        int start = near;
        while (start > 0 && input[start - 1] != '\n') {
            start--;
        }
        int end = near;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        return joined(Arrays.copyOf(input, end), Arrays.copyOfRange(input, Math.max(0, start - 1), input.length));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(first.length + second.length);
        out.writeBytes(first);
        out.writeBytes(second);
        return out.toByteArray();
    }

    /** What holds for every snapshot, whoever read it. */
    private static void check(Snapshot snapshot) throws UnreadableSourceException {
        assertEquals(snapshot, SnapshotFileTest.read(SnapshotFileTest.write(snapshot, false)));
        assertEquals(
                snapshot.functions().keySet(),
                Redaction.redact(snapshot).functions().keySet());
        snapshot.notes()
                .forEach(note -> assertTrue(!Texts.ENGLISH.say(note.what()).isBlank()));
        for (FunctionFacts function : snapshot.functions().values()) {
            function.bytes(Attributes.CONFIG).asOptional().ifPresent(config -> assertTrue(config.length() <= 4096));
        }
    }
}
