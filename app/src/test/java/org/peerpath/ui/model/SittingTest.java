// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.base.SameThread;
import org.peerpath.ui.base.Settings;

/** What was open last is opened again only for those who want it. */
class SittingTest {
    @TempDir
    Path folder;

    private final Settings settings = new Settings();

    private Fleet fleet() {
        return new Fleet(
                source -> Samples.open("no-switch"),
                new SameThread(),
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                (entry, why) -> {});
    }

    @Test
    void filesAreOpenedAgainWhereThatIsWanted() {
        Fleet first = fleet();
        var _ = new Sitting(first, settings);
        first.open("/captures/a.json");
        first.open("sample:no-switch");
        first.open("/captures/b.json");
        assertEquals(List.of("/captures/a.json", "/captures/b.json"), settings.open());
        assertEquals(List.of(), new Sitting(fleet(), settings).sources(List.of()), "nobody asked for it");
        settings.restoreProperty().set(true);
        Sitting next = new Sitting(fleet(), settings);
        assertEquals(List.of("/captures/a.json", "/captures/b.json"), next.sources(List.of()));
        assertEquals(List.of("x.json"), next.sources(List.of("x.json")), "what is named comes alone");
    }

    @Test
    void filesOfTheCommandLineWereOpenedLately() throws Exception {
        Path file = Files.writeString(folder.resolve("host.json"), "");
        new Sitting(fleet(), settings).sources(List.of("sample:no-switch", file.toString(), "ssh://gpu-07", "missing"));
        assertEquals(List.of(file.toString()), settings.recent());
    }
}
