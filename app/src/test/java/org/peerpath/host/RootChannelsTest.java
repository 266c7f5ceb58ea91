// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.Host.Script;

/** Many scripts through few root shells; what counts as becoming root here is only counted. */
class RootChannelsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final AtomicInteger becameRoot = new AtomicInteger();

    /** Becoming root is counted and otherwise done as whoever runs the test. */
    private final Host counting = new Host() {
        private final Host here = new LocalHost(LocalHost.Elevation.SUDO_WITHOUT_ASKING);

        @Override
        public String name() {
            return "here";
        }

        @Override
        public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
                throws HostException, InterruptedException, X {
            if (script.privilege() == Privilege.ROOT) {
                becameRoot.incrementAndGet();
            }
            return here.talk(new Script(script.text(), Privilege.USER, script.limit()), dialogue);
        }
    };

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Script root(String script, Duration limit) {
        return new Script(script, Privilege.ROOT, limit);
    }

    @Test
    void manyScriptsBecomeRootOnce() throws Exception {
        try (RootChannels channels = new RootChannels(counting)) {
            for (int i = 0; i < 20; i++) {
                String script = "printf 'one %s\\n\\n' " + i + "; exit " + i + "\n";
                assertEquals(
                        "one " + i + "\n\n",
                        channels.<String, HostException>run(root(script, LONG), RootChannelsTest::text));
            }
            assertEquals(
                    0,
                    channels.run(List.of("test", "-d", "/"), Privilege.ROOT, LONG)
                            .status());
            assertEquals(
                    "it's \"so\"\n",
                    channels.run(List.of("echo", "it's \"so\""), Privilege.ROOT, LONG)
                            .output());
        }
        assertEquals(1, becameRoot.get());
    }

    @Test
    void twoAtOnceHaveAShellEach() throws Exception {
        try (RootChannels channels = new RootChannels(counting);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            channels.<String, HostException>run(root("echo first\n", LONG), in -> {
                assertEquals("first", new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine());
                try {
                    return threads.submit(() -> channels.<String, HostException>run(
                                    root("echo second\n", LONG), RootChannelsTest::text))
                            .get();
                } catch (Exception e) {
                    throw new IOException(e);
                }
            });
        }
        assertEquals(2, becameRoot.get());
    }

    @Test
    void aReaderThatHeardEnoughLeavesTheShellForTheNext() throws Exception {
        try (RootChannels channels = new RootChannels(counting)) {
            String first = channels.<String, HostException>run(root("echo a; echo b; echo c\n", LONG), in -> {
                return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            });
            assertEquals("a", first);
            assertEquals("d\n", channels.<String, HostException>run(root("echo d\n", LONG), RootChannelsTest::text));
        }
        assertEquals(1, becameRoot.get());
    }

    @Test
    void aScriptThatDoesNotEndTakesItsShellWithItAndNoOther() throws Exception {
        try (RootChannels channels = new RootChannels(counting)) {
            HostException e = assertThrows(
                    HostException.class,
                    () -> channels.<String, HostException>run(
                            root("sleep 30\n", Duration.ofMillis(300)), RootChannelsTest::text));
            assertEquals(HostException.Kind.TIMED_OUT, e.kind());
            assertEquals("on\n", channels.<String, HostException>run(root("echo on\n", LONG), RootChannelsTest::text));
        }
        assertEquals(2, becameRoot.get());
    }

    @Test
    void aShellThatDiesIsToldAndReplaced() throws Exception {
        try (RootChannels channels = new RootChannels(counting)) {
            HostException e = assertThrows(
                    HostException.class,
                    () -> channels.<String, HostException>run(
                            root("echo half; kill -9 $PPID\n", LONG), RootChannelsTest::text));
            assertEquals(HostException.Kind.GONE, e.kind());
            assertEquals("on\n", channels.<String, HostException>run(root("echo on\n", LONG), RootChannelsTest::text));
        }
    }

    /** What a script left behind to wait at its standard input takes nothing of the next one. */
    @Test
    void whoWaitsAtAScriptsInputTakesNothingOfTheNext() throws Exception {
        try (RootChannels channels = new RootChannels(counting)) {
            for (int i = 0; i < 30; i++) {
                String script = "exec 3<&0; (read -r _ <&3) >/dev/null 2>&1 & echo " + "x".repeat(9000) + "\n";
                assertEquals(
                        "x".repeat(9000) + "\n",
                        channels.<String, HostException>run(root(script, LONG), RootChannelsTest::text));
            }
        }
        assertEquals(1, becameRoot.get());
    }

    /** Whatever stands before the mark, also most of a mark, comes through byte by byte. */
    @Test
    void theStreamGivesEverythingUpToTheMark() throws IOException {
        Random random = new Random(42);
        byte[] alphabet = "\n\n\n@@mark \0\u00ff".getBytes(StandardCharsets.ISO_8859_1);
        for (int run = 0; run < 5_000; run++) {
            byte[] before = new byte[random.nextInt(40)];
            for (int i = 0; i < before.length; i++) {
                before[i] = alphabet[random.nextInt(alphabet.length)];
            }
            String said = new String(before, StandardCharsets.ISO_8859_1);
            if ((said + "\n@@mark\n").indexOf("\n@@mark\n") != said.length()) {
                continue;
            }
            byte[] whole = (said + "\n@@mark\nrest").getBytes(StandardCharsets.ISO_8859_1);
            ByteArrayInputStream in = new ByteArrayInputStream(whole);
            MarkedStream marked = new MarkedStream(in, "@@mark");
            byte[] got = run % 2 == 0 ? marked.readAllBytes() : oneByOne(marked);
            assertArrayEquals(before, got, "run " + run);
            assertTrue(marked.isOver());
            assertEquals("rest", text(in));
        }
    }

    private static byte[] oneByOne(InputStream in) throws IOException {
        var all = new ByteArrayOutputStream();
        for (int value = in.read(); value >= 0; value = in.read()) {
            all.write(value);
        }
        return all.toByteArray();
    }
}
