// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.time.Duration;
import java.util.Optional;
import javafx.scene.CacheHint;
import javafx.scene.Scene;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import javafx.scene.layout.Pane;
import javafx.scene.transform.Affine;
import org.peerpath.diagram.Detail;
import org.peerpath.diagram.Rect;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;

/**
 * Zoom and pan over a picture. While a gesture lasts the group is a cached image, which keeps the frame rate; shortly
 * after it text is drawn anew and sharp.
 */
public final class Camera {
    private static final double SMALLEST = 0.08;
    private static final double LARGEST = 6;
    /** Below these scales letters of the lesser kinds could not be read and are left out. */
    private static final double NEAR = 0.7;

    private static final double CLOSE = 0.8;
    private static final double MARGIN = 4;
    private static final double TOP = 16;
    /** Room for the buttons that lie over the picture's lower edge. */
    private static final double BOTTOM = 38;

    private static final Duration SHARP_AFTER = Duration.ofMillis(150);

    private final Pane pane;
    private final PicturePane picture;
    private final TaskExecutor executor;
    private final Scrolling bars;
    private final Affine place = new Affine();
    private Running sharpen = Running.NONE;
    private double textScale = 1;
    private boolean fitted = true;
    private boolean held;
    /** The window's size when the picture was last fitted: only a change of that fits it anew. */
    private double fittedHeight;

    public Camera(Pane pane, PicturePane picture, TaskExecutor executor) {
        this.pane = pane;
        this.picture = picture;
        this.executor = executor;
        this.bars = new Scrolling(this::moveTo);
        picture.getTransforms().setAll(place);
        pane.addEventHandler(ScrollEvent.SCROLL, this::scrolled);
        pane.addEventHandler(ZoomEvent.ZOOM, event -> zoom(event.getZoomFactor(), event.getX(), event.getY()));
        new Drag(pane, this::pan);
        pane.widthProperty().subscribe(width -> refit());
        pane.heightProperty().subscribe(height -> higher());
    }

    /** The bars by which a picture is scrolled that is larger than its room. */
    public Scrolling bars() {
        return bars;
    }

    /** Picture units to screen pixels. */
    public double scale() {
        return place.getMxx();
    }

    /** How large text is to be; the picture follows. */
    public void textScale(double times) {
        textScale = times;
        refit();
    }

    /** The room that pictures are laid out for. */
    public Fit room() {
        return new Fit(pane.getWidth(), pane.getHeight(), textScale);
    }

    /** Keeps what is pointed at where it is: while held, nothing but the person moves the picture. */
    public void hold(boolean still) {
        held = still;
        bars.update(pane, scale(), place, picture.picture());
    }

    public boolean isHeld() {
        return held;
    }

    private void scrolled(ScrollEvent event) {
        if (event.isShiftDown()) {
            pan(event.getDeltaY() + event.getDeltaX(), 0);
        } else if (fitted && bars.isNeeded() && !event.isShortcutDown()) {
            // As first shown it does not fit: turning the wheel reads on.
            shift(event.getDeltaX(), event.getDeltaY());
        } else {
            zoom(Math.pow(1.0015, event.getDeltaY()), event.getX(), event.getY());
        }
        event.consume();
    }

    /** Zooms around the middle of the pane. */
    public void zoom(double factor) {
        zoom(factor, pane.getWidth() / 2, pane.getHeight() / 2);
    }

    private void zoom(double factor, double x, double y) {
        double next = Math.clamp(scale() * factor, SMALLEST, LARGEST);
        double by = next / scale();
        fitted = false;
        moving();
        set(next, x - by * (x - place.getTx()), y - by * (y - place.getTy()));
    }

    public void pan(double dx, double dy) {
        fitted = false;
        shift(dx, dy);
    }

    /** A page down, or up for a negative number of pages. */
    public void page(double pages) {
        shift(0, -pages * pane.getHeight() * 0.8);
    }

    private void shift(double dx, double dy) {
        moving();
        if (fitted) {
            set(scale(), bars.acrossWithin(place.getTx() + dx), bars.downWithin(place.getTy() + dy));
        } else {
            set(scale(), place.getTx() + dx, place.getTy() + dy);
        }
    }

    private void moveTo(double x, double y) {
        set(scale(), x, y);
    }

    /** Shows the whole picture where its letters can be read so, else its beginning. */
    public void fit() {
        fitted = true;
        fittedHeight = windowHeight();
        picture.picture().ifPresent(shown -> {
            double next = room().scale(shown);
            double free = pane.getHeight() - BOTTOM - shown.height() * next;
            set(
                    next,
                    Math.max(MARGIN, (pane.getWidth() - shown.width() * next) / 2),
                    free < 0 ? MARGIN : Math.clamp(free / 2, MARGIN, TOP));
        });
    }

    /** Another picture of another size is fitted as the one before was; while held it stays, as well as it can. */
    public void pictureChanged() {
        refit();
    }

    /** Whether it shows what fits, rather than a place that a person has chosen. */
    public boolean isFitted() {
        return fitted;
    }

    /** A picture laid out for a window of another size: nothing is where it was, so it is fitted even while held. */
    public void windowChanged() {
        fit();
    }

    /** Moves what was at one place of the picture before, and is at another now, back to where it was on the screen. */
    public void keep(Optional<Rect> before, Optional<Rect> after) {
        if (before.isPresent() && after.isPresent()) {
            double dx = (before.get().x() - after.get().x()) * scale();
            double dy = (before.get().y() - after.get().y()) * scale();
            set(scale(), place.getTx() + dx, place.getTy() + dy);
        }
    }

    private void refit() {
        if (fitted && !held) {
            fit();
        } else {
            bars.update(pane, scale(), place, picture.picture());
        }
    }

    /** Bars above and below the picture come and go; only a window of another height fits it anew. */
    private void higher() {
        if (windowHeight() != fittedHeight || picture.picture().isEmpty()) {
            refit();
        } else {
            bars.update(pane, scale(), place, picture.picture());
        }
    }

    private double windowHeight() {
        Scene scene = pane.getScene();
        return scene == null ? 0 : scene.getHeight();
    }

    /** Moves as little as needed to bring a place into view. */
    public void reveal(Rect bounds) {
        double left = bounds.x() * scale() + place.getTx();
        double top = bounds.y() * scale() + place.getTy();
        double right = bounds.right() * scale() + place.getTx();
        double bottom = bounds.bottom() * scale() + place.getTy();
        double dx = left < 0 ? -left + 24 : right > pane.getWidth() ? pane.getWidth() - right - 24 : 0;
        double dy = top < 0 ? -top + 24 : bottom > pane.getHeight() ? pane.getHeight() - bottom - 24 : 0;
        if (dx != 0 || dy != 0) {
            moving();
            set(scale(), place.getTx() + dx, place.getTy() + dy);
        }
    }

    private void set(double scale, double x, double y) {
        // On whole pixels, so that images of parts are not blurred.
        place.setToTransform(scale, 0, Math.rint(x), 0, scale, Math.rint(y));
        picture.scale(scale, scale >= CLOSE ? Detail.CLOSE : scale >= NEAR ? Detail.NEAR : Detail.FAR);
        bars.update(pane, scale, place, picture.picture());
    }

    private void moving() {
        picture.setCacheHint(CacheHint.SPEED);
        picture.setCache(true);
        sharpen.cancel();
        sharpen = executor.after(SHARP_AFTER, () -> picture.setCache(false));
    }
}
