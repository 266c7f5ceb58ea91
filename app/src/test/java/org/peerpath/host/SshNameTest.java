// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
