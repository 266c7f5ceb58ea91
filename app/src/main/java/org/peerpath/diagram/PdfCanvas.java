// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.util.Matrix;

/** PDF, one page as large as the picture, all vectors and text, fonts embedded as far as they are used. */
final class PdfCanvas implements Canvas {
    private static final double POINTS_PER_PIXEL = 0.75;
    private static final double HATCH = 3;

    /** PDF's own limit on a page's side is 14,400 units (ISO 32000-1, C.2); larger pictures are drawn smaller. */
    private static final double LONGEST = 14_000;

    private final PDPageContentStream page;
    private final Picture picture;
    private final Map<Typeface, PDType0Font> fonts;
    private final Map<Typeface, PDType0Font> others;
    private final Map<PDType0Font, Map<Integer, Boolean>> known = new HashMap<>();

    private PdfCanvas(
            PDPageContentStream page,
            Picture picture,
            Map<Typeface, PDType0Font> fonts,
            Map<Typeface, PDType0Font> others) {
        this.page = page;
        this.picture = picture;
        this.fonts = fonts;
        this.others = others;
    }

    static void write(Picture picture, Theme theme, OtherFonts other, String language, OutputStream out)
            throws IOException {
        try (PDDocument document = new PDDocument()) {
            // Otherwise the file's id is made of the time, and no two files are the same.
            document.setDocumentId(1L);
            document.getDocumentInformation().setTitle(picture.title());
            document.getDocumentInformation().setSubject(picture.description());
            document.getDocumentCatalog().setLanguage(language);
            double scale = Math.min(POINTS_PER_PIXEL, LONGEST / Math.max(picture.width(), picture.height()));
            PDPage sheet =
                    new PDPage(new PDRectangle((float) (picture.width() * scale), (float) (picture.height() * scale)));
            document.addPage(sheet);
            Map<Typeface, PDType0Font> fonts = new EnumMap<>(Typeface.class);
            Map<Typeface, PDType0Font> others = new EnumMap<>(Typeface.class);
            for (Typeface face : Typeface.values()) {
                fonts.put(face, font(document, Fonts.bytes(face)));
                Optional<byte[]> file = other.of(face);
                if (file.isPresent()) {
                    others.put(face, font(document, file.get()));
                }
            }
            try (PDPageContentStream stream = new PDPageContentStream(document, sheet)) {
                stream.transform(new Matrix((float) scale, 0, 0, (float) scale, 0, 0));
                Painter.paint(picture, theme, new PdfCanvas(stream, picture, fonts, others));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            document.save(out);
        }
    }

    private static PDType0Font font(PDDocument document, byte[] file) throws IOException {
        return PDType0Font.load(document, new ByteArrayInputStream(file), true);
    }

    /** PDF counts upwards from the bottom. */
    private float y(double y) {
        return (float) (picture.height() - y);
    }

    @Override
    public void box(Mark mark, Rect b, double radius, Look look) {
        Rect r = look.stroke().isPresent() ? b.grown(-Math.min(look.width(), 1) / 2) : b;
        double corner = Math.min(radius, Math.min(r.width(), r.height()) / 2);
        draw(() -> {
            if (look.fill().isPresent()) {
                fill(look.fill().get());
                rounded(r, corner);
                page.fill();
            }
            if (look.stroke().isPresent()) {
                if (look.hatched()) {
                    stroke(look.stroke().get(), 0.6, List.of(), 0);
                    for (List<Point> line : Corners.hatch(r, HATCH)) {
                        path(line, 0);
                    }
                    page.stroke();
                }
                stroke(look.stroke().get(), look.width(), look.dash(), 0);
                rounded(r, corner);
                page.stroke();
            }
        });
    }

    @Override
    public void line(Mark mark, List<Point> points, double radius, Look look) {
        if (points.size() < 2 || look.stroke().isEmpty()) {
            return;
        }
        boolean dots = !look.dash().isEmpty() && look.dash().getFirst() < look.width();
        draw(() -> {
            stroke(look.stroke().get(), look.width(), look.dash(), dots ? 1 : 0);
            path(points, radius);
            page.stroke();
        });
    }

    @Override
    public void area(Mark mark, List<Point> points, Look look) {
        if (look.fill().isEmpty()) {
            return;
        }
        draw(() -> {
            fill(look.fill().get());
            path(points, 0);
            page.closePath();
            page.fill();
        });
    }

    @Override
    public void text(Shape.Label label, Look look) {
        draw(() -> {
            double x = label.bounds().x();
            for (FontRuns.FontRun run :
                    FontRuns.of(label.text(), label.face(), Fonts.shipped(), others.containsKey(label.face()))) {
                double width = Fonts.shipped().width(run.text(), label.face(), label.size());
                run(run, label, look, x, width);
                x += width;
            }
        });
    }

    private void run(FontRuns.FontRun run, Shape.Label label, Look look, double x, double width) throws IOException {
        Optional<PDType0Font> chosen =
                Optional.ofNullable(run.shipped() ? fonts.get(label.face()) : others.get(label.face()));
        PDType0Font font = chosen.orElseThrow();
        String text = known(font, run.text());
        if (text.isEmpty()) {
            return;
        }
        double natural = font.getStringWidth(text) / 1000 * label.size();
        page.beginText();
        fill(look.ink());
        page.setFont(font, (float) label.size());
        page.setHorizontalScaling(natural > width && natural > 0 ? (float) (100 * width / natural) : 100);
        page.newLineAtOffset((float) x, y(label.baseline()));
        page.showText(text);
        page.endText();
    }

    /** What the font can show; a question mark stands for the rest, for PDFBox refuses what is missing. */
    private String known(PDType0Font font, String text) {
        StringBuilder out = new StringBuilder(text.length());
        Map<Integer, Boolean> has = known.computeIfAbsent(font, f -> new HashMap<>());
        text.codePoints().forEach(c -> out.appendCodePoint(has.computeIfAbsent(c, code -> has(font, code)) ? c : '?'));
        return out.toString();
    }

    private static boolean has(PDType0Font font, int codePoint) {
        try {
            font.encode(Character.toString(codePoint));
            return true;
        } catch (IOException | IllegalArgumentException missing) {
            return false;
        }
    }

    private void rounded(Rect r, double corner) throws IOException {
        if (corner <= 0) {
            page.addRect((float) r.x(), y(r.bottom()), (float) r.width(), (float) r.height());
            return;
        }
        Corners.Outline outline = Corners.rounded(r, corner);
        path(outline.start(), outline.pieces());
        page.closePath();
    }

    private void path(List<Point> points, double radius) throws IOException {
        path(points.getFirst(), Corners.pieces(points, radius));
    }

    private void path(Point start, List<Corners.Piece> pieces) throws IOException {
        page.moveTo((float) start.x(), y(start.y()));
        for (Corners.Piece piece : pieces) {
            switch (piece) {
                case Corners.Straight(Point to) -> page.lineTo((float) to.x(), y(to.y()));
                case Corners.Curve(Point one, Point two, Point to) ->
                    page.curveTo((float) one.x(), y(one.y()), (float) two.x(), y(two.y()), (float) to.x(), y(to.y()));
            }
        }
    }

    private void fill(Rgb colour) throws IOException {
        page.setNonStrokingColor(colour.red() / 255f, colour.green() / 255f, colour.blue() / 255f);
    }

    private void stroke(Rgb colour, double width, List<Double> dash, int cap) throws IOException {
        page.setStrokingColor(colour.red() / 255f, colour.green() / 255f, colour.blue() / 255f);
        page.setLineWidth((float) width);
        page.setLineCapStyle(cap);
        page.setLineJoinStyle(1);
        float[] pattern = new float[dash.size()];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = dash.get(i).floatValue();
        }
        page.setLineDashPattern(pattern, 0);
    }

    private interface Drawing {
        void run() throws IOException;
    }

    private static void draw(Drawing drawing) {
        try {
            drawing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
