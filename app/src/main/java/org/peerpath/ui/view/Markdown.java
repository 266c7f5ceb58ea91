// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.Ui;

/** Shows the Markdown of the guide: headings, paragraphs, lists, commands. Pictures and links become their words. */
final class Markdown {
    private final VBox page = Ui.column(8);
    private final List<String> paragraph = new ArrayList<>();

    private Markdown() {}

    static VBox page(String text) {
        Markdown markdown = new Markdown();
        boolean code = false;
        for (String line : text.lines().toList()) {
            if (line.startsWith("```")) {
                markdown.flush(code ? "mono" : "body");
                code = !code;
            } else if (code) {
                markdown.paragraph.add(line);
            } else {
                markdown.line(line);
            }
        }
        markdown.flush("body");
        return markdown.page;
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("![") || line.startsWith("<")) {
            flush("body");
        } else if (line.startsWith("#")) {
            flush("body");
            paragraph.add(line.replaceFirst("^#+\\s*", ""));
            flush(line.startsWith("# ") ? "inspector-title" : "state-title");
        } else if (line.startsWith("|")) {
            flush("body");
            if (!line.matches("[|\\s:-]+")) {
                paragraph.add(
                        line.replaceAll("^\\||\\|$", "").replace("|", " — ").strip());
                flush("body");
            }
        } else {
            if (line.matches("\\s*([-*]|\\d+\\.) .*")) {
                flush("body");
            }
            paragraph.add(line.strip().replaceFirst("^[-*] ", "• "));
        }
    }

    private void flush(String style) {
        if (!paragraph.isEmpty()) {
            boolean code = style.equals("mono");
            String text = code ? String.join("\n", paragraph) : plain(String.join(" ", paragraph));
            var label = Ui.wrapped(text, style);
            label.setMinHeight(Region.USE_PREF_SIZE);
            page.getChildren().add(label);
            paragraph.clear();
        }
    }

    private static String plain(String text) {
        return text.replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1").replaceAll("\\*\\*|`", "");
    }
}
