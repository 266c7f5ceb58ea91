// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Host.Privilege;

/** Root through a real doas (package opendoas), whose rules are in the namespace of the tests' sshd only. */
class DoasTest {
    private static final String ID = "id -u";

    @TempDir
    Path folder;

    @BeforeEach
    void needsDoas() {
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Assumptions.assumeTrue(doas().isPresent(), "skipped: no doas (package opendoas)");
    }

    private static Optional<Path> doas() {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
                .map(place -> Path.of(place, "doas"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void aRuleWithoutAPasswordGivesRoot() throws Exception {
        try (Sshd sshd = sshd("permit nopass " + Sshd.USER + " as root");
                SshHost host = host(sshd)) {
            assertEquals("0", user(host, Privilege.ROOT));
            assertEquals("0", user(host, Privilege.ROOT_IF_POSSIBLE));
            assertEquals(Sshd.owner(), user(host, Privilege.USER));
        }
    }

    /** doas reads passwords from a terminal only, and there is none. */
    @Test
    void aRuleThatWantsAPasswordGivesNone() throws Exception {
        try (Sshd sshd = sshd("permit " + Sshd.USER + " as root");
                SshHost host = host(sshd)) {
            assertEquals(Sshd.owner(), user(host, Privilege.ROOT_IF_POSSIBLE));
            HostException no = assertThrows(HostException.class, () -> user(host, Privilege.ROOT));
            assertEquals(HostException.Kind.NO_ROOT, no.kind());
        }
    }

    @Test
    void whoIsNotNamedIsDenied() throws Exception {
        try (Sshd sshd = sshd("permit nopass nobody as root");
                SshHost host = host(sshd)) {
            assertEquals(Sshd.owner(), user(host, Privilege.ROOT_IF_POSSIBLE));
        }
    }

    private Sshd sshd(String rule) throws Exception {
        Path place = Files.createDirectory(folder.resolve("sshd"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path program = Files.createDirectory(place.resolve("bin")).resolve("doas");
        Files.copy(doas().orElseThrow(), program);
        Sshd.output("chmod", "4755", program.toString());
        Path etc = Files.createDirectories(place.resolve("etc/pam.d"));
        Files.write(
                etc.resolve("doas"),
                List.of(
                        "auth required pam_permit.so",
                        "account required pam_permit.so",
                        "session required pam_permit.so"));
        Path rules = Files.writeString(place.resolve("etc/doas.conf"), rule + "\n");
        Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("r--------"));
        return Sshd.start(place, Sshd.Variant.USUAL);
    }

    private static SshHost host(Sshd sshd) throws Exception {
        SshSettings settings = new SshSettings(
                "ssh", Optional.of(sshd.clientConfig()), Duration.ofSeconds(30), Duration.ofSeconds(5), 3);
        return new SshHost(SshName.parse("target"), settings, Prompter.NOBODY, stage -> {});
    }

    private static String user(SshHost host, Privilege privilege) throws Exception {
        return host.run(List.of(ID.split(" ")), privilege, Duration.ofSeconds(60))
                .output()
                .strip();
    }
}
