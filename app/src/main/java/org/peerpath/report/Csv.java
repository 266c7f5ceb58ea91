// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.regex.Pattern;

/** Comma-separated values (RFC 4180). */
public final class Csv {
    private static final Pattern FORMULA =
            Pattern.compile("((?:^|[;\\t\\r\\n])\\s{0,9})(?=[=+@\\uff1d\\uff0b\\uff20\\uff0d-])");

    private Csv() {}

    /** Returns one line with its end. */
    public static String line(List<String> cells) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            out.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
        }
        return out.append("\r\n").toString();
    }

    /**
     * What a spreadsheet would take for a formula, with the apostrophe by which it asks to be told that it is a text; also
     * behind a semicolon, a tab or a line break, which part cells in other countries, and in signs of full width.
     */
    public static String safe(String text) {
        return FORMULA.matcher(text).replaceAll("$1'");
    }

    /** Quoted where needed, and never a formula. */
    static String cell(String text) {
        String safe = safe(text);
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
