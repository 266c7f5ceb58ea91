// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddHostTest {
    @ParameterizedTest
    @CsvSource({
        "gpu-node-07, ssh://gpu-node-07",
        "root@10.0.0.1:2222, ssh://root@10.0.0.1:2222",
        "ssh://a@b, ssh://a@b",
        "[fe80::1%eth0], ssh://[fe80::1%eth0]"
    })
    void whatSshKnowsIsAHost(String typed, String source) {
        assertEquals(source, AddHost.source(typed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "-oProxyCommand=x", "ssh://-oProxyCommand=x", "a b", "a;b", "$(id)", "a\nb"})
    void whatCouldBeAnOptionOrACommandIsNone(String typed) {
        assertEquals("", AddHost.source(typed));
    }
}
