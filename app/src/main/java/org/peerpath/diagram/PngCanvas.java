// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pixels, by Java2D, which needs no display. The only class that knows Java2D. */
final class PngCanvas implements Canvas {
    /** No picture takes more pixels than this: about 400 MB of memory. */
    static final long MOST_PIXELS = 100_000_000;

    private static final double HATCH = 3;

    /** How far, in units of the picture, the pieces of a flattened curve may lie beside it. */
    private static final double FLATNESS = 0.01;

    private final BufferedImage image;
    private final Graphics2D graphics;
    private final Map<Typeface, Font> fonts = new EnumMap<>(Typeface.class);
    private final Map<Typeface, Font> others = new EnumMap<>(Typeface.class);

    private PngCanvas(BufferedImage image, double scale, OtherFonts other) {
        this.image = image;
        this.graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(scale, scale);
        for (Typeface face : Typeface.values()) {
            fonts.put(face, font(Fonts.bytes(face)));
            other.of(face).ifPresent(file -> others.put(face, font(file)));
        }
    }

    /**
     * Paints a picture and writes it.
     *
     * @param scale pixels for each unit of the picture, 1 to 4
     * @param other fonts for characters the shipped ones lack
     * @throws IOException if the stream does not take it, or it would have more pixels than {@link #MOST_PIXELS}
     */
    static void write(Picture picture, Theme theme, double scale, OtherFonts other, OutputStream out)
            throws IOException {
        long width = (long) Math.ceil(picture.width() * scale);
        long height = (long) Math.ceil(picture.height() * scale);
        if (width * height > MOST_PIXELS) {
            throw new TooLargeException(width, height);
        }
        BufferedImage image = new BufferedImage((int) width, (int) height, BufferedImage.TYPE_INT_RGB);
        PngCanvas canvas = new PngCanvas(image, scale, other);
        canvas.graphics.setColor(color(theme.palette().background()));
        canvas.graphics.fill(new Rectangle2D.Double(0, 0, width, height));
        Painter.paint(picture, theme, canvas);
        canvas.graphics.dispose();
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            ImageIO.write(canvas.image, "png", stream);
        }
    }

    /** A picture too large for pixels. */
    static final class TooLargeException extends IOException {
        private final long width;
        private final long height;

        TooLargeException(long width, long height) {
            super(width + " x " + height + " pixels");
            this.width = width;
            this.height = height;
        }

        long width() {
            return width;
        }

        long height() {
            return height;
        }
    }

    private static Font font(byte[] file) {
        try {
            return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(file));
        } catch (FontFormatException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void box(Mark mark, Rect b, double radius, Look look) {
        double inset = look.stroke().isPresent() ? Math.min(look.width(), 1) / 2 : 0;
        Rect r = b.grown(-inset);
        Corners.Outline outline = Corners.rounded(r, radius);
        Path2D shape = path(outline.start(), outline.pieces());
        shape.closePath();
        look.fill().ifPresent(fill -> {
            graphics.setColor(color(fill));
            graphics.fill(shape);
        });
        look.stroke().ifPresent(stroke -> {
            graphics.setColor(color(stroke));
            if (look.hatched()) {
                graphics.setStroke(new BasicStroke(0.6f));
                Corners.hatch(r, HATCH).forEach(line -> graphics.draw(path(line, 0)));
            }
            graphics.setStroke(stroke(look, BasicStroke.CAP_BUTT));
            draw(shape, look);
        });
    }

    /** Java2D measures curves only roughly when it dashes them, so that dashes behind a bend would shift. */
    private void draw(Path2D path, Look look) {
        if (look.dash().isEmpty()) {
            graphics.draw(path);
            return;
        }
        Path2D straight = new Path2D.Double();
        straight.append(path.getPathIterator(null, FLATNESS), false);
        graphics.draw(straight);
    }

    @Override
    public void line(Mark mark, List<Point> points, double radius, Look look) {
        if (points.size() < 2) {
            return;
        }
        look.stroke().ifPresent(colour -> {
            graphics.setColor(color(colour));
            boolean dots = !look.dash().isEmpty() && look.dash().getFirst() < look.width();
            graphics.setStroke(stroke(look, dots ? BasicStroke.CAP_ROUND : BasicStroke.CAP_BUTT));
            draw(path(points, radius), look);
        });
    }

    @Override
    public void area(Mark mark, List<Point> points, Look look) {
        look.fill().ifPresent(fill -> {
            graphics.setColor(color(fill));
            Path2D path = path(points, 0);
            path.closePath();
            graphics.fill(path);
        });
    }

    @Override
    public void text(Shape.Label label, Look look) {
        graphics.setColor(color(look.ink()));
        Rect bounds = label.bounds();
        double x = bounds.x();
        FontRenderContext context = graphics.getFontRenderContext();
        for (FontRuns.FontRun run :
                FontRuns.of(label.text(), label.face(), Fonts.shipped(), others.containsKey(label.face()))) {
            Font font = font(label.face(), run.shipped()).deriveFont((float) label.size());
            GlyphVector glyphs = font.createGlyphVector(context, run.text());
            double natural = glyphs.getLogicalBounds().getWidth();
            double wanted = Fonts.shipped().width(run.text(), label.face(), label.size());
            AffineTransform before = graphics.getTransform();
            graphics.translate(x, label.baseline());
            if (natural > wanted && natural > 0) {
                graphics.scale(wanted / natural, 1);
            }
            graphics.drawGlyphVector(glyphs, 0, 0);
            graphics.setTransform(before);
            x += wanted;
        }
    }

    private Font font(Typeface face, boolean shipped) {
        return Optional.ofNullable(shipped ? fonts.get(face) : others.get(face)).orElseThrow();
    }

    private static BasicStroke stroke(Look look, int cap) {
        float width = (float) look.width();
        if (look.dash().isEmpty()) {
            return new BasicStroke(width, cap, BasicStroke.JOIN_ROUND);
        }
        float[] dash = new float[look.dash().size()];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = look.dash().get(i).floatValue();
        }
        return new BasicStroke(width, cap, BasicStroke.JOIN_ROUND, 10, dash, 0);
    }

    private static Path2D path(List<Point> points, double radius) {
        return path(points.getFirst(), Corners.pieces(points, radius));
    }

    private static Path2D path(Point start, List<Corners.Piece> pieces) {
        Path2D path = new Path2D.Double();
        path.moveTo(start.x(), start.y());
        for (Corners.Piece piece : pieces) {
            switch (piece) {
                case Corners.Straight(Point to) -> path.lineTo(to.x(), to.y());
                case Corners.Curve(Point one, Point two, Point to) ->
                    path.curveTo(one.x(), one.y(), two.x(), two.y(), to.x(), to.y());
            }
        }
        return path;
    }

    private static Color color(Rgb rgb) {
        return new Color(rgb.red(), rgb.green(), rgb.blue());
    }
}
