// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of file a whole answer can be written as, beside pictures and JSON. */
public enum ReportFormat {
    /** The paths, one a line. */
    CSV("csv"),
    MARKDOWN("md"),
    /** One page that needs no network and no script. */
    HTML("html");

    private final String ending;

    ReportFormat(String ending) {
        this.ending = ending;
    }

    /** The file name's ending, without the dot; also the word of {@code --format}. */
    public String ending() {
        return ending;
    }

    /** The format with this ending, in any case. */
    public static Optional<ReportFormat> of(String ending) {
        return Arrays.stream(values())
                .filter(format -> format.ending.equalsIgnoreCase(ending))
                .findFirst();
    }
}
