// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.time.Duration;
import javafx.scene.CacheHint;
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
    private static final double LARGEST = 4;
    private static final double NEAR = 0.42;
    private static final double CLOSE = 0.62;
    private static final double MARGIN = 4;
    private static final double TOP = 16;
    /** Room for the buttons that lie over the picture's lower edge. */
    private static final double BOTTOM = 34;

    private static final Duration SHARP_AFTER = Duration.ofMillis(150);

    private final Pane pane;
    private final PicturePane picture;
    private final TaskExecutor executor;
    private final Affine place = new Affine();
    private Running sharpen = Running.NONE;
    private boolean fitted = true;

    public Camera(Pane pane, PicturePane picture, TaskExecutor executor) {
        this.pane = pane;
        this.picture = picture;
        this.executor = executor;
        picture.getTransforms().setAll(place);
        pane.addEventHandler(ScrollEvent.SCROLL, this::scrolled);
        pane.addEventHandler(ZoomEvent.ZOOM, event -> zoom(event.getZoomFactor(), event.getX(), event.getY()));
        new Drag(pane, this::pan);
        pane.widthProperty().subscribe(width -> refit());
        pane.heightProperty().subscribe(height -> refit());
    }

    /** Picture units to screen pixels. */
    public double scale() {
        return place.getMxx();
    }

    private void scrolled(ScrollEvent event) {
        if (event.isShiftDown()) {
            pan(event.getDeltaY() + event.getDeltaX(), 0);
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
        moving();
        set(scale(), place.getTx() + dx, place.getTy() + dy);
    }

    /** Shows the whole picture, never larger than life. */
    public void fit() {
        fitted = true;
        picture.picture().ifPresent(shown -> {
            double room = Math.min(
                    (pane.getWidth() - 2 * MARGIN) / shown.width(),
                    (pane.getHeight() - MARGIN - BOTTOM) / shown.height());
            double next = Math.clamp(room, SMALLEST, 1.15);
            set(
                    next,
                    Math.max(MARGIN, (pane.getWidth() - shown.width() * next) / 2),
                    Math.clamp((pane.getHeight() - BOTTOM - shown.height() * next) / 2, MARGIN, TOP));
        });
    }

    /** The same view of a new picture; the whole of it if the whole was in view. */
    public void pictureChanged() {
        refit();
    }

    private void refit() {
        if (fitted) {
            fit();
        }
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
            pan(dx, dy);
        }
    }

    private void set(double scale, double x, double y) {
        // On whole pixels, so that images of parts are not blurred.
        place.setToTransform(scale, 0, Math.rint(x), 0, scale, Math.rint(y));
        picture.scale(scale, scale >= CLOSE ? Detail.CLOSE : scale >= NEAR ? Detail.NEAR : Detail.FAR);
    }

    private void moving() {
        picture.setCacheHint(CacheHint.SPEED);
        picture.setCache(true);
        sharpen.cancel();
        sharpen = executor.after(SHARP_AFTER, () -> picture.setCache(false));
    }
}
