// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.peerpath.diagram.Markup;
import org.peerpath.diagram.Theme;
import org.peerpath.text.Texts;

/** One page of HTML being written: no network, no script, and every text escaped. */
public final class HtmlPage {
    private static final String STYLE = "/org/peerpath/report/report.css";

    private final StringBuilder out = new StringBuilder(256 * 1024);

    /**
     * Begins a page.
     *
     * @param title what the window and the first heading say
     */
    public HtmlPage(String title, Theme theme, Texts texts) {
        out.append("<!DOCTYPE html>\n<html lang=\"")
                .append(Markup.escape(texts.locale().toLanguageTag()))
                .append("\" class=\"")
                .append(theme.id())
                .append("\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
                .append("<meta name=\"color-scheme\" content=\"")
                .append(theme == Theme.DARK ? "dark" : "light")
                .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(Markup.escape(title))
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n");
        element("h1", "", title);
    }

    /** Writes markup as it is: nothing that a host says may be in it. */
    public HtmlPage markup(Object trusted) {
        out.append(trusted);
        return this;
    }

    /** Writes a text, escaped. */
    public HtmlPage text(String text) {
        out.append(Markup.escape(text));
        return this;
    }

    /**
     * Writes an element that holds a text.
     *
     * @param type its class; empty for none
     */
    public HtmlPage element(String name, String type, String text) {
        out.append('<').append(name);
        if (!type.isEmpty()) {
            out.append(" class=\"").append(type).append('"');
        }
        out.append('>').append(Markup.escape(text)).append("</").append(name).append(">\n");
        return this;
    }

    /** Ends the page and returns it. */
    public String end() {
        return out.append("</main>\n</body>\n</html>\n").toString();
    }

    private static String style() {
        try (InputStream in = HtmlPage.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException("not in the program: " + STYLE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
