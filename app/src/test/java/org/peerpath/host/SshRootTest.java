// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.text.Message;

/** The way to root against stand-ins for sudo that behave as sudo does in each case. */
class SshRootTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private String run(String sudo, String password) throws Exception {
        Path program = Files.writeString(folder.resolve("sudo"), "#!/bin/sh\n" + sudo);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        SshRoot root = new SshRoot();
        try (Secret secret = Secret.of(password.toCharArray())) {
            ChildProcess process = new ChildProcess(
                    List.of("sh", "-c", root.command()), Map.of("PATH", folder + ":" + System.getenv("PATH")));
            return process.<String, HostException>talk(
                    "here",
                    root.feeder(secret, "echo script ran; exit\n"),
                    LONG,
                    root.whenReady((out, in) -> new String(out.readAllBytes(), StandardCharsets.UTF_8)),
                    ended -> new HostException(
                            HostException.Kind.NO_ROOT, Message.of("host.no-root", "sudo", ended.errors())));
        }
    }

    /** Goes through sudo's options to the command. */
    private static final String COMMAND = "while [ \"${1#-}\" != \"$1\" ]; do [ \"$1\" = -p ] && shift; shift; done\n";

    @Test
    void sudoReadsThePassword() throws Exception {
        String sudo = "IFS= read -r password; [ \"$password\" = 'se cret' ] || exit 1\n" + COMMAND + "exec \"$@\"\n";
        assertEquals("script ran\n", run(sudo, "se cret"));
    }

    /** A rule that needs no password for just this command, or an answer that is still cached. */
    @Test
    void whatSudoDoesNotReadReachesNoShell() throws Exception {
        Path proof = folder.resolve("proof");
        String said = run(COMMAND + "exec \"$@\" 2>&1\n", "touch " + proof + "; echo executed");
        assertEquals("script ran\n", said);
        assertFalse(Files.exists(proof));
    }

    @Test
    void aWrongPasswordIsTriedOnceAndTheScriptIsNotTakenForAnother() throws Exception {
        Path tries = folder.resolve("tries");
        String sudo = "for try in 1 2 3; do IFS= read -r password || break; echo \"$password\" >> " + tries
                + "; echo 'Sorry, try again.' >&2; done; echo 'sudo: 1 incorrect password attempt' >&2; exit 1\n";
        HostException e = assertThrows(HostException.class, () -> run(sudo, "wrong"));
        assertEquals(HostException.Kind.NO_ROOT, e.kind());
        assertEquals(List.of("wrong"), Files.readAllLines(tries));
    }

    @Test
    void theSecretIsWipedAndNeverPrinted() {
        char[] typed = "hunter2".toCharArray();
        Secret secret = Secret.of(typed);
        byte[] bytes = secret.bytes();
        assertEquals("hunter2", new String(bytes, StandardCharsets.UTF_8));
        assertFalse(secret.toString().contains("hunter2"));
        assertEquals("\0".repeat(7), new String(typed));
        secret.close();
        assertTrue(new String(bytes, StandardCharsets.UTF_8).chars().allMatch(c -> c == 0));
    }
}
