// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The mishaps that other tests order: each is one call, and does what it says. */
@Lab("hgx")
class LabHostTest {
    /** Far beyond the keep-alive limit of the connection, for busy machines. */
    private static final int NOTICED_WITHIN_SECONDS = 120;

    @Test
    void frozenIsNoticed(LabHost host) throws Exception {
        String boot = host.bootId();
        Process session = openSession(host);
        host.freeze();
        assertGone(session);
        host.resume();
        assertEquals(boot, host.bootId(), "the same boot goes on");
    }

    @Test
    void continuedWorksOn(LabHost host) throws Exception {
        Process session = openSession(host);
        host.freeze();
        host.resume();
        assertEquals("still here", ask(session, "still here"));
        session.destroy();
        assertTrue(session.waitFor(NOTICED_WITHIN_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void resetShowsAnotherBootId(LabHost host) throws Exception {
        Process session = openSession(host);
        String boot = host.bootId();
        host.reset();
        assertNotEquals(boot, host.bootId());
        assertGone(session);
    }

    @Test
    void panicIsNoticedAndDoesNotReboot(LabHost host) throws Exception {
        String boot = host.bootId();
        Process session = openSession(host);
        long boots = boots(host);
        host.panic();
        assertGone(session);
        assertEquals(boots, boots(host), "it did not start anew");
        host.reset();
        assertNotEquals(boot, host.bootId());
    }

    @Test
    void aResetUndoesWhatWasWritten(LabHost host) {
        host.run("setpci -s 02:01.0 ECAP_ACS+6.w=005d");
        host.reset();
        assertEquals("001d", host.run("setpci -s 02:01.0 ECAP_ACS+6.w"), "what the kernel sets at boot");
    }

    @Test
    void ordinaryUsersSeeOnlyTheHeaderAndAdminsMaySudo(LabHost host) {
        assertEquals(
                "64",
                host.tryRunAs("user", "wc -c < /sys/bus/pci/devices/0000:02:00.0/config")
                        .out()
                        .strip());
        assertNotEquals(0, host.tryRunAs("user", "sudo -n true").status());
        assertEquals("0", host.tryRunAs("admin", "sudo -n id -u").out().strip());
    }

    private static Process openSession(LabHost host) throws IOException {
        Process session = host.start("cat");
        assertEquals("hello", ask(session, "hello"));
        return session;
    }

    private static String ask(Process session, String line) throws IOException {
        session.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        session.getOutputStream().flush();
        BufferedReader reader = session.inputReader(StandardCharsets.UTF_8);
        return String.valueOf(reader.readLine());
    }

    private static void assertGone(Process session) throws InterruptedException {
        assertTrue(session.waitFor(NOTICED_WITHIN_SECONDS, TimeUnit.SECONDS), "the session did not notice");
        assertEquals(255, session.exitValue());
    }

    private static long boots(LabHost host) throws IOException {
        try (var lines = Files.lines(host.console(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("lab: ready ")).count();
        }
    }
}
