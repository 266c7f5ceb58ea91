// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Format;
import org.peerpath.handover.nccl.HostNccl;

/** Every kind of file that an answer can be exported as: one list for the command line and the window. */
public enum ExportKind {
    SVG(Nature.PICTURE),
    PNG(Nature.PICTURE),
    PDF(Nature.PICTURE),
    HTML(Nature.PICTURE),
    DRAWIO(Nature.PICTURE),
    DOT(Nature.CHART),
    MMD(Nature.CHART),
    MD(Nature.CHART),
    CSV(Nature.DATA),
    JSON(Nature.DATA),
    /** The topology file of NCCL, for {@code NCCL_TOPO_FILE} on the host and in its containers. */
    NCCL(Nature.DATA);

    private enum Nature {
        PICTURE,
        CHART,
        DATA
    }

    private final Nature nature;

    ExportKind(Nature nature) {
        this.nature = nature;
    }

    /** The file name's ending, without the dot; also the word of {@code --format}. */
    public String ending() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind with this ending, in any case. */
    public static Optional<ExportKind> of(String ending) {
        return Arrays.stream(values())
                .filter(kind -> kind.ending().equalsIgnoreCase(ending))
                .findFirst();
    }

    /** Whether it holds the picture as it is painted; the others are text that other programs draw, or data. */
    public boolean isPicture() {
        return nature == Nature.PICTURE;
    }

    /** Whether it is data, which has neither colours nor a language. */
    public boolean isData() {
        return nature == Nature.DATA;
    }

    /**
     * Writes a file of this kind. Same answer and options, same bytes.
     *
     * @param asked how a picture looks, and the language; data is always English
     * @param out is not closed
     */
    public void write(Answer answer, ExportOptions asked, OutputStream out) throws IOException {
        ExportOptions options = MeasuredNotes.in(answer, asked);
        switch (this) {
            case SVG -> picture(Format.SVG, answer, options, out);
            case PNG -> picture(Format.PNG, answer, options, out);
            case PDF -> picture(Format.PDF, answer, options, out);
            case DRAWIO -> picture(Format.DRAWIO, answer, options, out);
            case DOT -> picture(Format.DOT, answer, options, out);
            case MMD -> picture(Format.MERMAID, answer, options, out);
            case HTML -> text(HtmlReport.of(answer, options), out);
            case MD -> text(MarkdownReport.of(answer, options), out);
            case CSV -> text(CsvExport.of(answer), out);
            case JSON -> text(Json.indented(CheckJson.of(answer)) + "\n", out);
            case NCCL -> text(HostNccl.of(answer.host()).text(), out);
        }
    }

    private static void picture(Format format, Answer answer, ExportOptions options, OutputStream out)
            throws IOException {
        Exporter.write(format, answer.host(), answer.paths(), options, out);
    }

    private static void text(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
