// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.peerpath.host.Host.Output;
import org.peerpath.host.Host.Privilege;
import org.peerpath.host.Host.Script;

class LocalHostTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private final LocalHost host = new LocalHost(LocalHost.Elevation.SUDO_WITHOUT_ASKING);

    private Output run(String... command) throws Exception {
        return host.run(List.of(command), Privilege.USER, LONG);
    }

    @Test
    void wordsArriveAsTheyAre() throws Exception {
        String nasty = "a b'c\"d$HOME`id`\\ ;*\n-";
        Output output = run("printf", "%s|", "-n", nasty);
        assertEquals("-n|" + nasty + "|", output.output());
        assertEquals(0, output.status());
        assertEquals("", output.errors());
    }

    @Test
    void statusAndErrorsAreKeptApart() throws Exception {
        Output output = run("sh", "-c", "printf 'a\\nb'; printf 'bad \\033[31mnews' >&2; exit 7");
        assertEquals(7, output.status());
        assertEquals("a\nb", output.output());
        assertEquals("bad news", output.errors());
        assertEquals(127, run("no-such-program-anywhere").status());
    }

    @Test
    void whatTakesTooLongIsStopped() {
        Script endless = new Script("exec sleep 1000\n", Privilege.USER, Duration.ofMillis(200));
        HostException e = assertThrows(
                HostException.class, () -> host.<byte[], HostException>run(endless, out -> out.readAllBytes()));
        assertEquals(HostException.Kind.TIMED_OUT, e.kind());
    }

    @Test
    void tooMuchOutputIsStopped() {
        Script yes = new Script("exec yes\n", Privilege.USER, LONG);
        HostException e = assertThrows(
                HostException.class,
                () -> host.<Long, HostException>run(yes, out -> {
                    byte[] buffer = new byte[1 << 16];
                    long all = 0;
                    for (int got = out.read(buffer); got >= 0; got = out.read(buffer)) {
                        all += got;
                    }
                    return all;
                }));
        assertEquals(HostException.Kind.TOO_MUCH, e.kind());
    }

    @Test
    void interruptingTheWaitEndsTheProcess() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<ProcessHandle> started = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Script script = new Script("echo $$; exec sleep 1000\n", Privilege.USER, LONG);
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                thrown.complete(new AssertionError(host.<Integer, HostException>run(script, out -> {
                    StringBuilder pid = new StringBuilder();
                    for (int c = out.read(); c != '\n'; c = out.read()) {
                        pid.append((char) c);
                    }
                    started.complete(
                            ProcessHandle.of(Long.parseLong(pid.toString())).orElseThrow());
                    begun.countDown();
                    return out.read();
                })));
            } catch (InterruptedException | HostException e) {
                thrown.complete(e);
            }
        });
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        waiting.interrupt();
        assertTrue(thrown.get(30, TimeUnit.SECONDS) instanceof InterruptedException);
        started.get().onExit().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aReaderThatIsDoneEndsAProcessThatIsNot() throws Exception {
        Script script = new Script("echo $$; while :; do echo more; done\n", Privilege.USER, LONG);
        long pid = host.<Long, HostException>run(script, out -> {
            StringBuilder first = new StringBuilder();
            for (int c = out.read(); c != '\n'; c = out.read()) {
                first.append((char) c);
            }
            return Long.parseLong(first.toString());
        });
        var process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void twoMegabytesOfJunkOnStandardErrorHoldNothingUp() throws Exception {
        Script script = new Script(
                "i=0; while [ $i -lt 2000 ]; do printf '%01024d\\n' 0 >&2; i=$((i + 1)); done; echo done; exit\n",
                Privilege.USER, LONG);
        String said =
                host.<String, HostException>run(script, out -> new String(out.readAllBytes(), StandardCharsets.UTF_8));
        assertEquals("done\n", said);
    }

    @Test
    void whoWeAre() throws Exception {
        Privileges privileges = Privileges.read();
        String id = run("id", "-u").output().strip();
        assertEquals(id, Integer.toString(privileges.effectiveUser()));
        assertEquals(privileges.effectiveUser() == 0, LocalHost.isRoot());
        assertTrue(privileges.capabilities().isPresent());
        assertEquals(Optional.empty(), VfioContainer.read().filter(c -> c.apiVersion() != 0));
    }
}
