// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.text.Clean;

/**
 * Lines of YAML for Ansible. Text of a host stands in two places only: in comments, as one visible line, and as scalars
 * tagged {@code !unsafe}, which Ansible never takes for a template. It is in no name, label or pattern, which Ansible
 * expands whatever they are tagged with.
 */
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

    /** Comments of readable width. YAML breaks lines at U+0085, U+2028 and U+2029, too: none of them is left. */
    void remark(int depth, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : Clean.line(text).split(" +")) {
            if (!line.isEmpty() && line.length() + word.length() > WIDTH) {
                line(depth, "# " + line.toString().strip());
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        line(depth, "# " + line.toString().strip());
    }

    /** A scalar that is data: double-quoted, every sign that is not plainly visible escaped, tagged so that it is no template. */
    static String text(String text) {
        StringBuilder quoted = new StringBuilder("!unsafe \"");
        text.codePoints().forEach(sign -> {
            if (sign == '"' || sign == '\\') {
                quoted.append('\\').appendCodePoint(sign);
            } else if (sign == '\n') {
                quoted.append("\\n");
            } else if (isVisible(sign)) {
                quoted.appendCodePoint(sign);
            } else {
                quoted.append(String.format("\\U%08x", Character.getType(sign) == Character.SURROGATE ? 0xfffd : sign));
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean isVisible(int sign) {
        boolean ascii = sign >= ' ' && sign <= '~';
        return ascii || (sign > 0xa0 && !Clean.line(Character.toString(sign)).isEmpty());
    }

    /** A name of a play or a task: our own words, numbers and addresses; any other sign becomes a dash. */
    static String name(String name) {
        return "\"" + name.replaceAll("[^A-Za-z0-9 ,.:()/_-]", "-") + "\"";
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
