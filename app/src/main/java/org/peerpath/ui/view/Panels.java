// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.function.DoubleConsumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.Cursor;
import javafx.scene.layout.Region;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/**
 * A panel at each side and the pages between them. The wanted widths are those that the person dragged; in a small window
 * the panels are narrower for as long as it is small.
 */
final class Panels extends Region {
    private static final double HANDLE = 6;
    private static final double LEAST_LEFT = 150;
    private static final double LEAST_RIGHT = 240;
    private static final double LEAST_MIDDLE = 360;
    private static final double STEP = 16;

    private final Region left;
    private final Region middle;
    private final Region right;
    private final Region leftHandle;
    private final Region rightHandle;
    private final DoubleProperty leftWidth;
    private final DoubleProperty rightWidth;
    private final BooleanProperty leftShown;
    private final BooleanProperty rightShown;
    private final BooleanBinding rightWanted;

    Panels(AppContext context, Region left, Region middle, Region right) {
        Settings settings = context.settings();
        this.left = left;
        this.middle = middle;
        this.right = right;
        leftWidth = settings.sidebarWidthProperty();
        rightWidth = settings.inspectorWidthProperty();
        leftShown = settings.sidebarShownProperty();
        rightShown = settings.inspectorShownProperty();
        getStyleClass().add("panels");
        leftHandle = handle("sidebar-handle", context.say("ui.panel.sidebar-width"), leftShown, this::dragLeft);
        rightHandle = handle("inspector-handle", context.say("ui.panel.inspector-width"), rightShown, this::dragRight);
        getChildren().addAll(left, leftHandle, middle, rightHandle, right);
        context.watch().on(leftWidth, width -> requestLayout());
        context.watch().on(rightWidth, width -> requestLayout());
        context.watch().on(leftShown, shown -> show(left, shown));
        // What is selected is of one host; all of them need the room.
        rightWanted = Bindings.and(rightShown, context.fleet().allProperty().not());
        context.watch().on(rightWanted, shown -> show(right, shown));
    }

    private void show(Region panel, boolean shown) {
        panel.setVisible(shown);
        requestLayout();
    }

    private Region handle(String id, String name, BooleanProperty shown, DoubleConsumer drag) {
        Region handle = Ui.styled(new Region(), "panel-handle");
        handle.setId(id);
        handle.setCursor(Cursor.H_RESIZE);
        handle.setFocusTraversable(true);
        handle.setAccessibleText(name);
        handle.setOnMouseDragged(event ->
                drag.accept(sceneToLocal(event.getSceneX(), event.getSceneY()).getX()));
        handle.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                shown.set(!shown.get());
            }
        });
        handle.setOnKeyPressed(event -> {
            double middleOf = handle.getLayoutX() + HANDLE / 2;
            switch (event.getCode()) {
                case LEFT -> drag.accept(middleOf - STEP);
                case RIGHT -> drag.accept(middleOf + STEP);
                case ENTER, SPACE -> shown.set(!shown.get());
                default -> {
                    return;
                }
            }
            event.consume();
        });
        return handle;
    }

    private void dragLeft(double x) {
        leftShown.set(true);
        double most = getWidth() - taken(rightWanted, right) - LEAST_MIDDLE - 2 * HANDLE;
        leftWidth.set(Math.rint(Math.clamp(x - HANDLE / 2, LEAST_LEFT, Math.max(LEAST_LEFT, most))));
    }

    private void dragRight(double x) {
        rightShown.set(true);
        double most = getWidth() - taken(leftShown, left) - LEAST_MIDDLE - 2 * HANDLE;
        double wanted = getWidth() - x - HANDLE / 2;
        rightWidth.set(Math.rint(Math.clamp(wanted, LEAST_RIGHT, Math.max(LEAST_RIGHT, most))));
    }

    private static double taken(ObservableBooleanValue shown, Region panel) {
        return shown.get() ? panel.getWidth() : 0;
    }

    @Override
    protected void layoutChildren() {
        double whole = getWidth();
        double height = getHeight();
        double wantedLeft = leftShown.get() ? Math.max(LEAST_LEFT, leftWidth.get()) : 0;
        double wantedRight = rightWanted.get() ? Math.max(LEAST_RIGHT, rightWidth.get()) : 0;
        double room = Math.max(0, whole - LEAST_MIDDLE - 2 * HANDLE);
        double leastLeft = Math.min(wantedLeft, LEAST_LEFT);
        double r = Math.max(Math.min(wantedRight, LEAST_RIGHT), Math.min(wantedRight, room - wantedLeft));
        double l = Math.max(leastLeft, Math.min(wantedLeft, room - r));
        left.resizeRelocate(0, 0, l, height);
        leftHandle.resizeRelocate(l, 0, HANDLE, height);
        double from = l + HANDLE;
        double to = Math.max(from, whole - r - HANDLE);
        middle.resizeRelocate(from, 0, to - from, height);
        rightHandle.resizeRelocate(to, 0, HANDLE, height);
        right.resizeRelocate(to + HANDLE, 0, r, height);
    }

    @Override
    protected double computeMinWidth(double height) {
        return LEAST_MIDDLE + 2 * HANDLE;
    }

    @Override
    protected double computeMinHeight(double width) {
        return 0;
    }
}
