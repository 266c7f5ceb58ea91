// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
    private static final List<String> KNOWN = List.of("gpu-1", "gpu-2", "gpu-20", "login");

    @ParameterizedTest
    @CsvSource({
        "gpu-node-07, ssh://gpu-node-07",
        "root@10.0.0.1:2222, ssh://root@10.0.0.1:2222",
        "ssh://a@b, ssh://a@b",
        "[fe80::1%eth0], ssh://[fe80::1%eth0]"
    })
    void whatSshKnowsIsAHost(String typed, String source) {
        assertEquals(source, HostNames.source(typed));
        assertEquals(List.of(source), HostNames.of(typed, List.of()).sources());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "-oProxyCommand=x", "ssh://-oProxyCommand=x", "a b", "a;b", "$(id)", "a\nb"})
    void whatCouldBeAnOptionOrACommandIsNone(String typed) {
        assertEquals("", HostNames.source(typed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "$(id)", "gpu-[3-1]", "gpu-[1-]", "gpu-[1-99999]", "nothing-*", "a|b"})
    void whatIsNoHostIsNamedAndNotOpened(String typed) {
        assertEquals(new HostNames.Named(List.of("ssh://a"), List.of(typed)), HostNames.of("a " + typed, KNOWN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb\r\n\nc\n", "a, b,c", " a b\tc ", "a;b;c", "a b a c b", "ssh://a ssh://b c"})
    void aPastedListIsOneHostAWord(String text) {
        assertEquals(
                List.of("ssh://a", "ssh://b", "ssh://c"),
                HostNames.of(text, List.of()).sources());
    }

    @Test
    void rangesAreSpreadWithTheirDigits() {
        assertEquals(
                List.of(
                        "ssh://r1-gpu08.x",
                        "ssh://r1-gpu09.x",
                        "ssh://r1-gpu10.x",
                        "ssh://r2-gpu08.x",
                        "ssh://r2-gpu09.x",
                        "ssh://r2-gpu10.x",
                        "ssh://login"),
                HostNames.of("r[1-2]-gpu[08-10].x,login", List.of()).sources());
        assertEquals(
                List.of("ssh://root@gpu-1", "ssh://root@gpu-3", "ssh://root@gpu-5"),
                HostNames.of("root@gpu-[1,3,5]", List.of()).sources());
        assertEquals(
                IntStream.rangeClosed(1, 40)
                        .mapToObj("ssh://gpu-%02d"::formatted)
                        .toList(),
                HostNames.of("gpu-[01-40]", List.of()).sources());
    }

    @Test
    void patternsMeanNamesThatAreKnown() {
        assertEquals(
                List.of("ssh://gpu-1", "ssh://gpu-2", "ssh://gpu-20"),
                HostNames.of("gpu-*", KNOWN).sources());
        assertEquals(
                List.of("ssh://gpu-1", "ssh://gpu-2"),
                HostNames.of("gpu-?", KNOWN).sources());
    }

    /** Two harmless-looking ranges multiply; neither memory nor a thousand connections are spent on them. */
    @Test
    void aThousandIsTheEnd() {
        HostNames.Named named = HostNames.of("a[0-999]b[0-999]c[0-999] d", List.of());
        assertEquals(new HostNames.Named(List.of("ssh://d"), List.of("a[0-999]b[0-999]c[0-999]")), named);
    }
}
