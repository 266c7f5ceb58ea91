// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;

/** Writes the picture of a host. The same host and options give the same bytes, in any time zone and locale. */
public final class Exporter {
    private Exporter() {}

    /**
     * Writes the picture of a host.
     *
     * @param reports the answers for its paths, all of one scenario
     * @param out is not closed
     * @throws IOException if the stream does not take it, or the picture has more pixels than a PNG may have
     */
    public static void write(
            Format format, HostModel host, List<PathReport> reports, ExportOptions options, OutputStream out)
            throws IOException {
        LayoutOptions layout = options.layout();
        Theme theme = options.theme();
        switch (format) {
            case SVG -> text(SvgCanvas.document(picture(host, reports, options), theme, language(options)), out);
            case PNG -> {
                Picture picture = picture(host, reports, options);
                PngCanvas.write(picture, theme, options.scale(), OtherFonts.neededFor(picture), out);
            }
            case PDF -> {
                Picture picture = picture(host, reports, options);
                PdfCanvas.write(picture, theme, OtherFonts.neededFor(picture), language(options), out);
            }
            case DOT -> text(DotWriter.write(Chart.of(host, reports, layout, options.texts()), theme), out);
            case MERMAID -> text(MermaidWriter.write(Chart.of(host, reports, layout, options.texts()), theme), out);
            case DRAWIO -> {
                Chart chart = Chart.of(host, reports, layout, options.texts());
                text(DrawioWriter.write(picture(host, reports, options), theme, chart), out);
            }
        }
    }

    private static Picture picture(HostModel host, List<PathReport> reports, ExportOptions options) {
        return Layout.of(host, reports, options.layout(), options.texts());
    }

    /** The picture as an {@code svg} element for a page. */
    public static String svgElement(Picture picture, ExportOptions options) {
        return svgElement(picture, options, "");
    }

    /**
     * The same where several stand in one page.
     *
     * @param prefix what the ids of this one begin with: letters, digits and hyphens
     */
    public static String svgElement(Picture picture, ExportOptions options, String prefix) {
        return SvgCanvas.element(picture, options.theme(), language(options), prefix);
    }

    private static String language(ExportOptions options) {
        return options.texts().locale().toLanguageTag();
    }

    private static void text(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
