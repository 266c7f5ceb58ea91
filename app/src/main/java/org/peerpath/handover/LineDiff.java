// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts as {@code patch} reads it (unified format, three lines around each change). */
public final class LineDiff {
    private static final int CONTEXT = 3;
    private static final int MOST_CELLS = 25_000_000;

    private record Line(char sign, String text) {}

    private LineDiff() {}

    /** Returns the difference; empty text where there is none. */
    public static String of(String oldName, String newName, String before, String after) {
        List<Line> lines = lines(lines(before), lines(after));
        StringBuilder out = new StringBuilder();
        int[] at = {1, 1};
        int i = 0;
        while (i < lines.size()) {
            int next = i;
            while (next < lines.size() && lines.get(next).sign() == ' ') {
                next++;
            }
            if (next == lines.size()) {
                break;
            }
            int from = Math.max(i, next - CONTEXT);
            at[0] += from - i;
            at[1] += from - i;
            int to = end(lines, next);
            hunk(lines.subList(from, to), at, out);
            i = to;
        }
        return out.isEmpty() ? "" : "--- " + oldName + "\n+++ " + newName + "\n" + out;
    }

    /** With their ends, since {@code patch} compares those too: lines of Windows keep their carriage return. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            int next = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, next));
            from = next;
        }
        return lines;
    }

    private static int end(List<Line> lines, int change) {
        int last = change;
        for (int i = change; i < lines.size() && i - last <= 2 * CONTEXT; i++) {
            last = lines.get(i).sign() == ' ' ? last : i;
        }
        return Math.min(lines.size(), last + 1 + CONTEXT);
    }

    private static void hunk(List<Line> lines, int[] at, StringBuilder out) {
        int old = (int) lines.stream().filter(l -> l.sign() != '+').count();
        int now = (int) lines.stream().filter(l -> l.sign() != '-').count();
        out.append("@@ -").append(at[0]).append(',').append(old);
        out.append(" +").append(at[1]).append(',').append(now).append(" @@\n");
        for (Line line : lines) {
            out.append(line.sign()).append(line.text());
            if (!line.text().endsWith("\n")) {
                out.append("\n\\ No newline at end of file\n");
            }
        }
        at[0] += old;
        at[1] += now;
    }

    /** By the longest common subsequence between the first and the last line that differ. */
    private static List<Line> lines(List<String> before, List<String> after) {
        int head = 0;
        while (head < Math.min(before.size(), after.size()) && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(before.size(), after.size()) - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        List<Line> all = new ArrayList<>();
        before.subList(0, head).forEach(text -> all.add(new Line(' ', text)));
        middle(before.subList(head, before.size() - tail), after.subList(head, after.size() - tail), all);
        before.subList(before.size() - tail, before.size()).forEach(text -> all.add(new Line(' ', text)));
        return all;
    }

    private static void middle(List<String> before, List<String> after, List<Line> into) {
        if ((long) before.size() * after.size() > MOST_CELLS) {
            before.forEach(text -> into.add(new Line('-', text)));
            after.forEach(text -> into.add(new Line('+', text)));
            return;
        }
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                into.add(new Line(' ', before.get(i++)));
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                into.add(new Line('-', before.get(i++)));
            } else {
                into.add(new Line('+', after.get(j++)));
            }
        }
    }
}
