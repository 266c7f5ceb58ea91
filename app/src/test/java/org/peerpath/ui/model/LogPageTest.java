// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.advice.log.Signature;
import org.peerpath.snapshot.UnreadableSourceException;

/** A log that somebody opens, drops or pastes gets its page; nothing else does. */
class LogPageTest {
    private static final String FAULT = "[   10.000000] mlx5_core 0000:43:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT "
            + "domain=0x001e address=0x30000400000 flags=0x0020]\n";
    private static final String LISTING = """
            44:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2331] (rev a1)
            \tRegion 1: Memory at 30000000000 (64-bit, prefetchable) [size=128G]

            """;

    @TempDir
    private Path folder;

    private Optional<LogPage> page(String text) throws IOException, UnreadableSourceException {
        Path file = folder.resolve("posted");
        Files.writeString(file, text);
        return LogPage.of(file);
    }

    private static Optional<Signature> first(Optional<LogPage> page) {
        return page.map(p -> p.diagnosis().conclusions().getFirst().signature());
    }

    @Test
    void aLogHasAPageWithTheFirstCauseOnTop() throws IOException, UnreadableSourceException {
        assertEquals(Optional.of(Signature.TRANSLATION_FAULT), first(page(FAULT)));
        assertEquals(Optional.of(Signature.TRANSLATION_FAULT), first(LogPage.ofPaste(FAULT, "pasted")));
    }

    @Test
    void aListingInTheSameTextTellsWhoseAddressItIs() throws IOException, UnreadableSourceException {
        assertEquals(Optional.of(Signature.PEER_TO_PEER_REFUSED), first(page(FAULT + LISTING)));
        assertEquals(Optional.of(Signature.PEER_TO_PEER_REFUSED), first(LogPage.ofPaste(FAULT + LISTING, "pasted")));
    }

    @Test
    void whatIsNoLogHasNone() throws IOException, UnreadableSourceException {
        assertEquals(Optional.empty(), page(LISTING));
        assertEquals(Optional.empty(), LogPage.ofPaste(LISTING, "pasted"));
        assertEquals(Optional.empty(), LogPage.of(folder));
    }

    @Test
    void aQuietLogSaysSo() throws IOException, UnreadableSourceException {
        Optional<LogPage> quiet = page("[    1.000000] all is well\n");
        assertTrue(quiet.orElseThrow().diagnosis().conclusions().isEmpty());
    }
}
