// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import org.peerpath.diagram.Theme;
import org.peerpath.ui.base.Settings;

/** Whether the window is dark now: as chosen, else as the desktop is. */
final class ThemeWatch {
    private final ReadOnlyBooleanWrapper dark = new ReadOnlyBooleanWrapper();

    ThemeWatch(Settings settings) {
        var system = Platform.getPreferences().colorSchemeProperty();
        dark.bind(Bindings.createBooleanBinding(
                () -> switch (settings.themeProperty().get()) {
                    case LIGHT -> false;
                    case DARK -> true;
                    case SYSTEM -> system.get() == ColorScheme.DARK;
                },
                settings.themeProperty(),
                system));
    }

    ReadOnlyBooleanProperty darkProperty() {
        return dark.getReadOnlyProperty();
    }

    Theme theme() {
        return dark.get() ? Theme.DARK : Theme.LIGHT;
    }
}
