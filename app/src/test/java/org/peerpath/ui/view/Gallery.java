// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.peerpath.ui.base.Settings;

/** Pictures of every view, dialog and page, in every dress and size, to be looked at. */
final class Gallery {
    /** How large a window is. */
    record Size(int width, int height) {}

    /** Colours and language. */
    record Dress(boolean dark, Settings.LanguageChoice language) {
        static final Dress LIGHT = new Dress(false, Settings.LanguageChoice.ENGLISH);
        static final Dress DARK = new Dress(true, Settings.LanguageChoice.ENGLISH);
        static final Dress KOREAN = new Dress(false, Settings.LanguageChoice.KOREAN);
        static final Dress KOREAN_DARK = new Dress(true, Settings.LanguageChoice.KOREAN);

        void put(Settings settings) {
            settings.themeProperty().set(dark ? Settings.ThemeChoice.DARK : Settings.ThemeChoice.LIGHT);
            settings.languageProperty().set(language);
        }

        String suffix() {
            return (language == Settings.LanguageChoice.KOREAN ? "-ko" : "") + (dark ? "-dark-" : "-light-");
        }
    }

    /** The sizes that the pictures are judged in. */
    static final List<Size> SIZES = List.of(new Size(1280, 800), new Size(1920, 1080));

    private final Path folder;
    private final Dress dress;
    private final List<Size> sizes;
    private final List<String> cut = new ArrayList<>();

    Gallery(Path folder, Dress dress, List<Size> sizes) {
        this.folder = folder;
        this.dress = dress;
        this.sizes = sizes;
    }

    /** Takes the pictures whose name is wanted; returns what text in them is cut off and cannot be read in full. */
    List<String> take(Predicate<String> wanted) {
        WindowShots.take(this, wanted);
        WizardShots.take(this, wanted);
        FleetShots.take(this, wanted);
        VmShots.take(this, wanted);
        return List.copyOf(cut);
    }

    Dress dress() {
        return dress;
    }

    /** One view in every size, and the windows that lie over it. */
    void picture(Stages stages, String name) {
        // Popups close when the window's content is taken out for its picture.
        stages.others(
                folder.resolve(name + dress.suffix() + "window.png"),
                root -> CutText.in(root).forEach(text -> cut.add(name + dress.suffix() + "window: " + text)));
        for (Size size : sizes) {
            String file = name + dress.suffix() + size.width();
            stages.picture(
                    folder.resolve(file + ".png"),
                    size.width(),
                    size.height(),
                    root -> CutText.in(root).forEach(text -> cut.add(file + ": " + text)));
        }
    }

    /** NAME[,NAME...] or "all", then any of: dark, ko, WIDTHxHEIGHT. A name ending in * stands for all that begin so. */
    public static void main(String[] args) {
        List<String> names = List.of(args[0].split(","));
        List<String> rest = List.of(args).subList(1, args.length);
        List<Size> sizes = rest.stream()
                .filter(arg -> arg.matches("\\d+x\\d+"))
                .map(arg -> arg.split("x"))
                .map(size -> new Size(Integer.parseInt(size[0]), Integer.parseInt(size[1])))
                .toList();
        Dress dress = new Dress(
                rest.contains("dark"),
                rest.contains("ko") ? Settings.LanguageChoice.KOREAN : Settings.LanguageChoice.ENGLISH);
        List<String> cut = new Gallery(folder(), dress, sizes.isEmpty() ? SIZES : sizes)
                .take(name -> names.stream().anyMatch(wanted -> fits(name, wanted.toLowerCase(Locale.ROOT))));
        cut.forEach(text -> System.out.println("cut: " + text));
        // Threads of simulated hosts that keep silent would hold the program up.
        Runtime.getRuntime().halt(0);
    }

    private static boolean fits(String name, String wanted) {
        return wanted.equals("all")
                || wanted.equals(name)
                || (wanted.endsWith("*") && name.startsWith(wanted.substring(0, wanted.length() - 1)));
    }

    static Path folder() {
        return Path.of(System.getProperty("peerpath.build", "target"), "screenshots");
    }
}
