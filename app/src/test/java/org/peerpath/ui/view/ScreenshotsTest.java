// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Pictures of the views into the build folder, and that no text in them is cut off. */
@Tag("screenshots")
class ScreenshotsTest {
    /** Those that once went wrong; all of them on demand. */
    private static final Set<String> SOME =
            Set.of("path", "hosts", "plan-bind", "wizard-checks", "script", "add-host", "groups");

    @Test
    void someViewsCutNoText() {
        List<String> cut =
                new ArrayList<>(new Gallery(Gallery.folder(), Gallery.Dress.LIGHT, List.of(new Gallery.Size(1280, 800)))
                        .take(SOME::contains));
        assertTrue(Files.exists(Gallery.folder().resolve("path-light-1280.png")));
        assertEquals(List.of(), cut);
    }

    /** Slow; asked for with {@code -Dpeerpath.screenshots=all}. */
    @Test
    @EnabledIfSystemProperty(named = "peerpath.screenshots", matches = "all")
    void everyViewInEveryDressCutsNoText() {
        List<String> cut = new ArrayList<>();
        for (Gallery.Dress dress :
                List.of(Gallery.Dress.LIGHT, Gallery.Dress.DARK, Gallery.Dress.KOREAN, Gallery.Dress.KOREAN_DARK)) {
            cut.addAll(new Gallery(Gallery.folder(), dress, Gallery.SIZES).take(name -> true));
        }
        assertEquals(List.of(), cut);
    }
}
