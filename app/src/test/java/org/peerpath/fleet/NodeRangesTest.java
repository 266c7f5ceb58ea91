// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRangesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gpu01 gpu02 gpu03; gpu[01-03]",
                "gpu03 gpu01; gpu[01,03]",
                "gpu1; gpu1",
                "gpu09 gpu10 gpu11; gpu[09-11]",
                "gpu9 gpu10; gpu9,gpu10",
                "gpu01-ib gpu02-ib; gpu[01-02]-ib",
                "r1n1 r1n2 r2n1; r1n[1-2],r2n1",
                "login gpu01 gpu02; gpu[01-02],login",
                "a[1] a[2]; a[1],a[2]",
                "gpu01 gpu01; gpu01",
            })
    void foldsWhereOnlyANumberDiffers(String names, String folded) {
        assertEquals(folded, NodeRanges.of(List.of(names.split(" "))));
    }

    @Test
    void leavesOutWhatIsMissing() {
        List<String> names = IntStream.rangeClosed(1, 22)
                .filter(n -> n != 19)
                .mapToObj("gpu%02d"::formatted)
                .toList();
        assertEquals("gpu[01-18,20-22]", NodeRanges.of(names));
    }
}
