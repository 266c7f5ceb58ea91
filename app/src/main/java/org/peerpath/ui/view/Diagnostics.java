// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.stage.Screen;
import org.peerpath.program.ProgramLog;
import org.peerpath.text.Texts;
import org.peerpath.ui.base.Settings;

/**
 * What a maintainer asks for first: version, system, settings and the end of the program's log, in English whatever the
 * window speaks. Hosts are counted, not named; the log names them, so that a person reads the text before sending it.
 * Nothing that was typed into a dialog is kept anywhere, so none of it can be here.
 */
final class Diagnostics {
    /** They say how the desktop draws windows; other variables may hold anything. */
    private static final List<String> VARIABLES = List.of(
            "LANG",
            "LC_ALL",
            "XDG_SESSION_TYPE",
            "XDG_CURRENT_DESKTOP",
            "GDK_SCALE",
            "GDK_BACKEND",
            "DISPLAY",
            "WAYLAND_DISPLAY");

    private Diagnostics() {}

    /** What of this machine matters. */
    record Machine(Map<String, String> environment, String home, String user) {
        static Machine here() {
            return new Machine(
                    System.getenv(), System.getProperty("user.home", ""), System.getProperty("user.name", ""));
        }
    }

    /** On the window's thread, which knows the screens. */
    static List<String> screens() {
        return Screen.getScreens().stream()
                .map(screen -> String.format(
                        Locale.ROOT,
                        "%.0fx%.0f at %.0f %%",
                        screen.getBounds().getWidth(),
                        screen.getBounds().getHeight(),
                        100 * screen.getOutputScaleX()))
                .toList();
    }

    static String text(Settings settings, List<String> screens, Machine machine) {
        List<String> lines = new ArrayList<>();
        lines.add(Reports.about(Texts.ENGLISH));
        lines.add("os: " + System.getProperty("os.version", "?"));
        lines.add("memory: " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
        lines.add("screens: " + String.join(", ", screens));
        lines.add("locale: " + Locale.getDefault().toLanguageTag());
        VARIABLES.forEach(name -> {
            String value = machine.environment().get(name);
            if (value != null) {
                lines.add(name + ": " + value);
            }
        });
        lines.add("theme: " + settings.themeProperty().get());
        lines.add("language: " + settings.languageProperty().get());
        lines.add("text: " + settings.textScaleProperty().get());
        lines.add("window: " + settings.placeProperty().get());
        lines.add("panels: " + settings.sidebarShownProperty().get() + " "
                + settings.inspectorShownProperty().get());
        lines.add("hosts kept: " + settings.hosts().size() + ", files lately: "
                + settings.recent().size());
        lines.add("");
        lines.add("log (" + ProgramLog.file().getFileName() + "):");
        lines.addAll(ProgramLog.tail());
        return lines.stream().map(line -> nameless(line, machine)).collect(Collectors.joining("\n", "", "\n"));
    }

    /** Without the person's name, which paths are full of. */
    private static String nameless(String line, Machine machine) {
        String homeless = machine.home().length() > 1 ? line.replace(machine.home(), "~") : line;
        return machine.user().length() > 2 && !machine.user().equals("root")
                ? homeless.replace(machine.user(), "USER")
                : homeless;
    }
}
