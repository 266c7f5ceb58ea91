// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a spreadsheet of any country parts the lines, no cell begins with what it would compute. */
class CsvTest {
    private static final Pattern PARTED = Pattern.compile("[,;\\t\\r\\n]");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1",
                "@x",
                "\t=1",
                " =1",
                "a;=1",
                "a; =1;+2;-3;@4",
                "a\t=1",
                "a\n=1",
                "a\r\n@1",
                "a;\t=1",
                "\uff1d1",
                "a;\uff0b1;\uff0d1;\uff201",
            })
    void noCellIsAFormula(String text) {
        for (String line : List.of(Csv.line(List.of("x", text)), Csv.safe(text))) {
            for (String cell : PARTED.split(line.replace("\"", ""))) {
                assertFalse(cell.strip().matches("[=+@\\uff1d\\uff0b\\uff20\\uff0d-].*"), line);
            }
        }
    }

    @Test
    void whatIsNoneStaysAsItIs() {
        assertEquals("a=b,c;d,1-2,\"x,y\"\r\n", Csv.line(List.of("a=b", "c;d", "1-2", "x,y")));
    }
}
