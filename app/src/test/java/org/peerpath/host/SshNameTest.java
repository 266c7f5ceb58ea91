// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SshNameTest {
    @ParameterizedTest
    @CsvSource({
        "gpu-node-07,-- gpu-node-07",
        "root@gpu-node-07,-l root -- gpu-node-07",
        "ssh://gpu.example.org,-- gpu.example.org",
        "ssh://admin@gpu.example.org:2222,-l admin -p 2222 -- gpu.example.org",
        "ssh://[fe80::1%eth0]:22,-p 22 -- fe80::1%eth0",
        "ssh://10.0.0.1:22/,-p 22 -- 10.0.0.1",
        "DOM\\user@host,-l DOM\\user -- host"
    })
    void names(String typed, String arguments) throws Exception {
        assertEquals(arguments, String.join(" ", SshName.parse(typed).arguments()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-oProxyCommand=id",
                "ssh://-oProxyCommand=id",
                "-l@host",
                "user@-host",
                "ssh://-x@host",
                "a b",
                "a;id",
                "$(id)",
                "`id`",
                "a'b",
                "a\nb",
                "ssh://host:0",
                "ssh://host:99999",
                "ssh://host:22:22",
                "ssh://a@b@c",
                "a@b@c",
                "ssh://",
                "host/../x",
                "a\u0000b",
                "a\u202eb"
            })
    void whatCouldBeAnythingElseIsNone(String typed) {
        assertEquals(
                HostException.Kind.BAD_NAME,
                assertThrows(HostException.class, () -> SshName.parse(typed)).kind());
    }

    @Test
    void aliasesComeFromTheFileAndWhatItIncludes(@TempDir Path home) throws Exception {
        Path ssh = Files.createDirectories(home.resolve(".ssh/conf.d"));
        Files.writeString(home.resolve(".ssh/config"), """
                # Host commented
                Include conf.d/*.conf
                Include config
                Host=alpha "quoted name" beta *.wild !not gamma? # trailing
                  HostName 10.0.0.1
                HOST delta
                Match host epsilon
                Include ~/elsewhere
                Host -oProxyCommand=id
                """);
        Files.writeString(ssh.resolve("one.conf"), "Host in-one\n");
        Files.writeString(ssh.resolve("ignored"), "Host ignored\n");
        Files.writeString(home.resolve("elsewhere"), "host far away\n");
        assertEquals(
                List.of("alpha", "away", "beta", "delta", "far", "in-one"),
                SshAliases.list(home.resolve(".ssh/config"), home));
    }
}
