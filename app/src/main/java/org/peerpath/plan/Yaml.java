// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.stream.Stream;

/** Lines of YAML for Ansible. Whatever a host called itself stays a text in them. */
final class Yaml {
    private static final int WIDTH = 110;

    private final StringBuilder out = new StringBuilder();

    /** An empty line. */
    void gap() {
        out.append('\n');
    }

    /** @param depth how far it is indented, in steps of two blanks */
    void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    /** Comments of readable width, whatever a host called itself. */
    void remark(int depth, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : raw(text).replaceAll("\\p{Cntrl}", " ").split(" +")) {
            if (!line.isEmpty() && line.length() + word.length() > WIDTH) {
                line(depth, "# " + line.toString().strip());
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        line(depth, "# " + line.toString().strip());
    }

    /** A double-quoted scalar of YAML in which Ansible finds nothing to evaluate. */
    static String text(String text) {
        return "\"" + escaped(raw(text)) + "\"";
    }

    /** The same for one of our own expressions, with a name put in. */
    static String text(String expression, String placeholder, String name) {
        return "\"" + escaped(expression.replace(placeholder, name)) + "\"";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    }

    /** Without what Ansible would evaluate. */
    static String raw(String text) {
        return Stream.of("{", "%", "#").reduce(text, (now, sign) -> now.replace("{" + sign, "{ " + sign));
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
