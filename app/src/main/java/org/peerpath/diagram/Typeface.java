// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** The typefaces the program ships, all under the SIL Open Font License; widths come from their files. */
public enum Typeface {
    SANS("Inter-Regular.ttf", "Inter", 400),
    BOLD("Inter-SemiBold.ttf", "Inter", 600),
    MONO("JetBrainsMono-Regular.ttf", "JetBrains Mono", 400);

    private static final String FOLDER = "/org/peerpath/fonts/";

    private final String file;
    private final String family;
    private final int weight;

    Typeface(String file, String family, int weight) {
        this.file = file;
        this.family = family;
        this.weight = weight;
    }

    /** The font file's path on the classpath. */
    public String resource() {
        return FOLDER + file;
    }

    public String family() {
        return family;
    }

    /** As CSS counts: 400 regular, 600 semi-bold. */
    public int weight() {
        return weight;
    }
}
