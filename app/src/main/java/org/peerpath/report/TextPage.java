// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Lines of text output under construction, in one language and with or without colour. */
final class TextPage {
    private final Texts texts;
    private final Ink ink;
    private final StringBuilder out = new StringBuilder();

    TextPage(Texts texts, Ink ink) {
        this.texts = texts;
        this.ink = ink;
    }

    Texts texts() {
        return texts;
    }

    Ink ink() {
        return ink;
    }

    String say(String key, Object... args) {
        return texts.say(key, args);
    }

    String say(Message message) {
        return texts.say(message);
    }

    TextPage line(String text) {
        out.append(text.stripTrailing()).append('\n');
        return this;
    }

    TextPage blank() {
        return line("");
    }

    /** Rows of cells, each column as wide as its widest cell, two blanks between. */
    TextPage columns(String indent, List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = TextWidth.of(row.get(i));
                if (i == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(i, Math.max(widths.get(i), width));
                }
            }
        }
        for (List<String> row : rows) {
            StringBuilder text = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                text.append(row.get(i)).append(" ".repeat(widths.get(i) - TextWidth.of(row.get(i)) + 2));
            }
            line(text.toString());
        }
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
