// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.report.Csv;
import org.peerpath.report.MarkdownReport;

/**
 * A page of the window as a table of texts, to be taken away.
 *
 * @param head names of the columns
 * @param rows each as long as the head
 */
public record Table(List<String> head, List<List<String>> rows) {
    public Table {
        head = List.copyOf(head);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** As spreadsheets and chats take it from the clipboard: columns separated by tabs. */
    public String tabs() {
        return lines().map(
                        line -> line.stream().map(cell -> Csv.safe(flat(cell))).collect(Collectors.joining("\t")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** As a file's name asks: Markdown for {@code .md}, tabs for {@code .tsv} and {@code .txt}, else CSV. */
    public byte[] file(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        String text = switch (ending) {
            case "md", "markdown" -> markdown();
            case "tsv", "txt" -> tabs();
            default -> lines().map(Csv::line).collect(Collectors.joining());
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String markdown() {
        String rule = head.stream().map(each -> " --- ").collect(Collectors.joining("|", "|", "|\n"));
        return markdown(head) + rule + rows.stream().map(Table::markdown).collect(Collectors.joining());
    }

    private static String markdown(List<String> line) {
        return line.stream()
                .map(cell -> " " + MarkdownReport.escape(flat(cell)) + " ")
                .collect(Collectors.joining("|", "|", "|\n"));
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(head), rows.stream());
    }

    /** A cell is one line, whatever it holds. */
    private static String flat(String cell) {
        return cell.replaceAll("[\\t\\r\\n]+", " ");
    }
}
