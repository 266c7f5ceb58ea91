// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of file a picture can be written as. */
public enum Format {
    SVG("svg"),
    PNG("png"),
    PDF("pdf"),
    /** Graphviz. */
    DOT("dot"),
    MERMAID("mmd"),
    DRAWIO("drawio");

    private final String ending;

    Format(String ending) {
        this.ending = ending;
    }

    /** The file name's ending, without the dot; also the word of {@code --format}. */
    public String ending() {
        return ending;
    }

    /** The format with this ending, in any case. */
    public static Optional<Format> of(String ending) {
        return Arrays.stream(values())
                .filter(format -> format.ending.equalsIgnoreCase(ending))
                .findFirst();
    }
}
