// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.util.Locale;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.ObservableMap;

/** What the window remembers between starts. Used on the window's thread only. */
public final class Settings {
    /** The smallest and largest text, times the normal size. */
    public static final double SMALLEST = 0.8;

    public static final double LARGEST = 1.6;

    private static final double STEP = 0.1;
    private static final int MOST_RECENT = 12;

    /** Light, dark, or as the desktop says. */
    public enum ThemeChoice {
        SYSTEM,
        LIGHT,
        DARK
    }

    /** English, Korean, or as the locale says. */
    public enum LanguageChoice {
        SYSTEM,
        ENGLISH,
        KOREAN;

        /** The locale to speak. */
        public Locale locale(Locale system) {
            return switch (this) {
                case SYSTEM -> system;
                case ENGLISH -> Locale.ENGLISH;
                case KOREAN -> Locale.KOREAN;
            };
        }
    }

    /** Where the window was; not a number where it was never. */
    public record Place(double x, double y, double width, double height, boolean maximized) {
        /** A first window, where the screen has room for it. */
        public static final Place FIRST = new Place(Double.NaN, Double.NaN, 1440, 900, false);
    }

    private final ObjectProperty<ThemeChoice> theme = new SimpleObjectProperty<>(ThemeChoice.SYSTEM);
    private final ObjectProperty<LanguageChoice> language = new SimpleObjectProperty<>(LanguageChoice.SYSTEM);
    private final DoubleProperty textScale = new SimpleDoubleProperty(1);
    private final ObjectProperty<Place> place = new SimpleObjectProperty<>(Place.FIRST);
    private final DoubleProperty sidebarWidth = new SimpleDoubleProperty(224);
    private final DoubleProperty inspectorWidth = new SimpleDoubleProperty(336);
    private final BooleanProperty sidebarShown = new SimpleBooleanProperty(true);
    private final BooleanProperty inspectorShown = new SimpleBooleanProperty(true);
    private final BooleanProperty restore = new SimpleBooleanProperty(false);
    private final ObservableList<String> open = FXCollections.observableArrayList();
    private final ObservableList<String> recent = FXCollections.observableArrayList();
    private final ObservableMap<String, String> names = FXCollections.observableHashMap();
    private final ObservableList<String> hosts = FXCollections.observableArrayList();

    public ObjectProperty<ThemeChoice> themeProperty() {
        return theme;
    }

    public ObjectProperty<LanguageChoice> languageProperty() {
        return language;
    }

    /** Times the normal size of text. */
    public DoubleProperty textScaleProperty() {
        return textScale;
    }

    public ObjectProperty<Place> placeProperty() {
        return place;
    }

    public DoubleProperty sidebarWidthProperty() {
        return sidebarWidth;
    }

    public DoubleProperty inspectorWidthProperty() {
        return inspectorWidth;
    }

    public BooleanProperty sidebarShownProperty() {
        return sidebarShown;
    }

    public BooleanProperty inspectorShownProperty() {
        return inspectorShown;
    }

    /** Whether what is open at the end is opened again at the next start. */
    public BooleanProperty restoreProperty() {
        return restore;
    }

    /** What was open last; hosts added by the person are in {@link #hosts}. */
    public ObservableList<String> open() {
        return open;
    }

    /** Files opened lately, the last first. */
    public ObservableList<String> recent() {
        return recent;
    }

    /** Hosts added by the person, opened again at the next start. */
    public ObservableList<String> hosts() {
        return hosts;
    }

    /** Names that a person gave to hosts and files, by source. */
    public ObservableMap<String, String> names() {
        return names;
    }

    public void remember(String file) {
        recent.remove(file);
        recent.addFirst(file);
        if (recent.size() > MOST_RECENT) {
            recent.remove(MOST_RECENT, recent.size());
        }
    }

    public void larger() {
        scale(textScale.get() + STEP);
    }

    public void smaller() {
        scale(textScale.get() - STEP);
    }

    public void normalSize() {
        scale(1);
    }

    private void scale(double to) {
        textScale.set(Math.round(Math.clamp(to, SMALLEST, LARGEST) * 10) / 10.0);
    }
}
