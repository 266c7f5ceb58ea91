// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

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

    /** The file name's ending, without the dot. */
    public String ending() {
        return ending;
    }
}
