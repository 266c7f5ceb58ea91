// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** How wide text is. */
@FunctionalInterface
public interface TextMeasure {
    /** In characters: longer text fits no place, so its tail is not even looked at. */
    int LONGEST = 300;

    /**
     * The width of one line.
     *
     * @param size of the font; the answer is in the same unit
     */
    double width(String text, Typeface face, double size);

    /** The text if it fits, else as much of its beginning as does, with an ellipsis. */
    default String clip(String text, Typeface face, double size, double room) {
        if (text.length() <= LONGEST && width(text, face, size) <= room) {
            return text;
        }
        int[] points = text.codePoints().limit(LONGEST).toArray();
        for (int length = points.length; length > 0; length--) {
            String cut = new String(points, 0, length).stripTrailing() + '…';
            if (width(cut, face, size) <= room) {
                return cut;
            }
        }
        return "";
    }
}
