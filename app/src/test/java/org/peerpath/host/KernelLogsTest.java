// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands run in a real shell over programs of our own, so that no log of this machine is needed. */
class KernelLogsTest {
    @TempDir
    private Path programs;

    /** A machine whose dmesg and journalctl are these scripts. */
    private class Machine implements Host {
        private final String banner;

        Machine(String banner) {
            this.banner = banner;
        }

        @Override
        public String name() {
            return "machine";
        }

        @Override
        public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
                throws HostException, InterruptedException, X {
            String text = "printf '" + banner + "'\n" + script.text();
            return new ChildProcess(List.of("/bin/sh", "-s"), Map.of("PATH", programs + ":/usr/bin:/bin"))
                    .talk(
                            name(),
                            (in, errors) -> in.write(text.getBytes(StandardCharsets.UTF_8)),
                            script.limit(),
                            dialogue,
                            ended -> null);
        }
    }

    private void program(String name, String body) throws IOException {
        Path file = programs.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body);
        assertTrue(file.toFile().setExecutable(true));
    }

    private Optional<String> read(KernelLogs log, String banner) throws Exception {
        return log.read(
                new Machine(banner), Host.Privilege.USER, in -> new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void theLogIsReadWholeAndNothingElse() throws Exception {
        program("dmesg", "printf '[    1.0] one\\n[    2.0] two\\n'");
        assertEquals(Optional.of("[    1.0] one\n[    2.0] two\n"), read(KernelLogs.DMESG, ""));
        assertEquals(
                Optional.of("[    1.0] one\n[    2.0] two\n"), read(KernelLogs.DMESG, "Welcome!\\nToday: rain\\n"));
    }

    @Test
    void whatMayNotBeReadOrIsEmptyIsNotThere() throws Exception {
        program("dmesg", "echo 'dmesg: read kernel buffer failed: Operation not permitted' >&2; exit 1");
        program("journalctl", "exit 0");
        assertEquals(Optional.empty(), read(KernelLogs.DMESG, ""));
        assertEquals(Optional.empty(), read(KernelLogs.JOURNAL_BEFORE, ""));
        program("dmesg", "kill -9 $$");
        assertEquals(Optional.empty(), read(KernelLogs.DMESG, ""));
    }

    @Test
    void theJournalIsAskedForTheBootBefore() throws Exception {
        program("journalctl", "printf '%s\\n' \"$*\"");
        String asked = read(KernelLogs.JOURNAL_BEFORE, "").orElseThrow();
        assertTrue(asked.startsWith("-k -b -1 "), asked);
    }

    @Test
    void anEndlessLogIsCut() throws Exception {
        program("dmesg", "yes '[    1.0] again and again and again and again'");
        long read = KernelLogs.DMESG
                .read(new Machine(""), Host.Privilege.USER, in -> in.transferTo(OutputStream.nullOutputStream()))
                .orElseThrow();
        assertEquals(64L << 20, read);
    }

    @Test
    void aShellThatSaysNothingIsAnError() {
        Host silent = new Machine("") {
            @Override
            public <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
                    throws HostException, InterruptedException, X {
                return new ChildProcess(List.of("/bin/true"), Map.of())
                        .talk("silent", (in, errors) -> {}, script.limit(), dialogue, ended -> null);
            }
        };
        assertThrows(
                HostException.class,
                () -> KernelLogs.DMESG.read(silent, Host.Privilege.USER, in -> in.readAllBytes().length));
    }

    @Test
    void noScriptWrites() {
        for (KernelLogs log : KernelLogs.values()) {
            assertEquals(1, log.script().split("exit 0", -1).length - 1);
            assertTrue(log.script().replace("2> /dev/null", "").indexOf('>') < 0, log.script());
        }
    }
}
