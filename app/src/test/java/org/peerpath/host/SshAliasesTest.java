// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user's ssh configuration offers to pick from, whoever wrote it. */
class SshAliasesTest {
    @TempDir
    Path home;

    private Path ssh;

    @BeforeEach
    void folder() throws Exception {
        ssh = Files.createDirectories(home.resolve(".ssh"));
    }

    private Path write(String file, String text) throws Exception {
        Path path = ssh.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private SshAliases.Listing read() {
        return Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> SshAliases.read(ssh.resolve("config"), home));
    }

    @Test
    void namesComeFromTheFileAndWhatItIncludes() throws Exception {
        write("config", """
                # Host commented
                Include conf.d/*.conf teams/*/hosts
                Include config not-there
                Host=alpha "quoted name" beta *.wild !not gamma? # trailing
                  HostName 10.0.0.1
                HOST delta
                Match host epsilon
                Include ~/elsewhere
                Host -oProxyCommand=id
                """);
        write("conf.d/one.conf", "Host in-one\n");
        write("conf.d/.hidden.conf", "Host hidden\n");
        write("conf.d/ignored", "Host ignored\n");
        write("teams/red/hosts", "Host red-1\r\n");
        write("teams/blue/hosts", "Host blue-1\n");
        Files.writeString(home.resolve("elsewhere"), "host far away\n");
        assertEquals(List.of("alpha", "away", "beta", "blue-1", "delta", "far", "in-one", "red-1"), read().names());
        assertEquals(List.of(), read().unread(), "what is not there is passed over, as ssh does");
    }

    @Test
    void withoutAConfigurationThereIsNothingToPick() {
        assertEquals(new SshAliases.Listing(List.of(), List.of()), read());
    }

    @Test
    void loopsEndAndFilesAreReadOnce() throws Exception {
        write("config", "Include a\nHost top\n");
        write("a", "Include b ./a ../.ssh/config\nHost a\n");
        write("b", "Include a config b*\nHost b\n");
        Files.createSymbolicLink(ssh.resolve("b-link"), ssh.resolve("a"));
        assertEquals(new SshAliases.Listing(List.of("a", "b", "top"), List.of()), read());
    }

    @Test
    void whatCannotBeReadIsNamed() throws Exception {
        write("config", "Include large pipe folder\nHost good\n");
        Path large = write("large", "Host big\n" + "#".repeat(1 << 20));
        Path folder = Files.createDirectories(ssh.resolve("folder"));
        Path pipe = ssh.resolve("pipe");
        Sshd.output("mkfifo", pipe.toString());
        assertEquals(new SshAliases.Listing(List.of("good"), List.of(folder, large, pipe)), read());
    }

    @Test
    void aChainOfIncludesEnds() throws Exception {
        write("config", "Include chain-0\n");
        for (int i = 0; i < 40; i++) {
            write("chain-" + i, "Host at-" + i + "\nInclude chain-" + (i + 1) + "\n");
        }
        assertEquals(16, read().names().size());
        assertEquals(List.of(ssh.resolve("chain-16")), read().unread());
    }

    @Test
    void hostileTextOffersNothing() throws Exception {
        write("config", """
                Include [ ** {a,b} \0 ~nobody/x /proc/self/mem
                Host a;b $(id) `id` \u001b[31mred --option a\0b
                Host ok
                Host\
                """);
        assertEquals(List.of("ok"), read().names());
    }

    @Test
    void aHugeConfigurationIsBounded() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("Host n").append(i).append('\n');
        }
        write("config", text.toString());
        assertEquals(10_000, read().names().size());
    }
}
