// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.peerpath.diagram.ExportOptions;

/** Writes everything there is to say about a host into one file. Same answer and options, same bytes. */
public final class ReportExport {
    private ReportExport() {}

    /**
     * Writes a report.
     *
     * @param options language of Markdown and HTML, and how their picture looks; CSV is always English
     * @param out is not closed
     */
    public static void write(ReportFormat format, Answer answer, ExportOptions options, OutputStream out)
            throws IOException {
        String text = switch (format) {
            case CSV -> CsvExport.of(answer);
            case MARKDOWN -> MarkdownReport.of(answer, options);
            case HTML -> HtmlReport.of(answer, options);
        };
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
