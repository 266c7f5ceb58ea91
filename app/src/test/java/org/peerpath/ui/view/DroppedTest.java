// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;

/** What a drop is taken for. */
class DroppedTest {
    @TempDir
    private Path folder;

    @Test
    void figuresBelongToTheHostAndEverythingElseIsOpened() throws IOException {
        Path run = Files.writeString(folder.resolve("run.txt"), Outputs.NCCL);
        Path listing =
                Files.writeString(folder.resolve("lspci.txt"), "00:00.0 Host bridge: Intel Corporation Device 0d00\n");
        Path mention = Files.writeString(folder.resolve("notes.txt"), "next: ib_write_bw -d mlx5_0 on both hosts\n");
        Path missing = folder.resolve("missing");
        Dropped dropped = Dropped.of(List.of(run, listing, mention, folder, missing));
        assertEquals(
                List.of("run.txt"),
                dropped.measured().stream().map(Readout::name).toList());
        assertEquals(List.of(listing, mention, folder, missing), dropped.sources());
    }
}
