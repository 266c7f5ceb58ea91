// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of causes is closed, and docs/vm.md holds it. */
class VmCausesTest {
    @Test
    void documented() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "vm.md"));
        String table = page.substring(page.indexOf("## Causes"));
        List<String> documented = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|")
                .matcher(table)
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
        assertEquals(Stream.of(VmCause.values()).map(VmCause::id).toList(), documented);
    }
}
