// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.geometry.Rectangle2D;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.peerpath.ui.base.Settings;

/** Where the window was last time, if that is still on a screen; else a place that fits. */
final class WindowPlace {
    /** Below this nothing could be read and used at once. */
    static final double LEAST_WIDTH = 800;

    static final double LEAST_HEIGHT = 560;

    /** Room for the frame and title that the desktop adds around a window before anybody can know how large they are. */
    private static final double FRAME = 48;

    private WindowPlace() {}

    static void restore(Stage stage, Settings settings) {
        Settings.Place place = settings.placeProperty().get();
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        stage.setMinWidth(Math.min(LEAST_WIDTH, screen.getWidth()));
        stage.setMinHeight(Math.min(LEAST_HEIGHT, screen.getHeight()));
        boolean visible = Double.isFinite(place.x())
                && !Screen.getScreensForRectangle(place.x() + 40, place.y() + 10, 100, 40)
                        .isEmpty();
        Rectangle2D at = visible ? kept(place, screen) : first(place, screen);
        stage.setX(at.getMinX());
        stage.setY(at.getMinY());
        stage.setWidth(at.getWidth());
        stage.setHeight(at.getHeight());
        stage.setMaximized(place.maximized());
    }

    private static Rectangle2D kept(Settings.Place place, Rectangle2D screen) {
        return new Rectangle2D(
                place.x(),
                place.y(),
                Math.min(place.width(), Math.max(LEAST_WIDTH, screen.getWidth())),
                Math.min(place.height(), Math.max(LEAST_HEIGHT, screen.getHeight())));
    }

    /** In the middle, with its title below the upper edge of the screen. */
    static Rectangle2D first(Settings.Place place, Rectangle2D screen) {
        double width = Math.min(place.width(), screen.getWidth() - FRAME / 2);
        double height = Math.min(place.height(), screen.getHeight() - FRAME);
        return new Rectangle2D(
                Math.rint(screen.getMinX() + (screen.getWidth() - width) / 2),
                Math.rint(screen.getMinY() + (screen.getHeight() - FRAME - height) / 3),
                width,
                height);
    }

    static void remember(Stage stage, Settings settings) {
        stage.xProperty().subscribe((was, now) -> save(stage, settings));
        stage.yProperty().subscribe((was, now) -> save(stage, settings));
        stage.widthProperty().subscribe((was, now) -> save(stage, settings));
        stage.heightProperty().subscribe((was, now) -> save(stage, settings));
        stage.maximizedProperty().subscribe((was, now) -> save(stage, settings));
    }

    private static void save(Stage stage, Settings settings) {
        Settings.Place was = settings.placeProperty().get();
        settings.placeProperty()
                .set(
                        stage.isMaximized()
                                ? new Settings.Place(was.x(), was.y(), was.width(), was.height(), true)
                                : new Settings.Place(
                                        stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), false));
    }
}
