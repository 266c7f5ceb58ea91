// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;

/**
 * Writes the samples that ship with the program. Run it after a change of {@link SampleHosts}:
 * {@code mvn -q test -Dtest=SamplesTest -Dpeerpath.samples.write=true}.
 */
public final class SampleWriter {
    private SampleWriter() {}

    /** File names and contents. */
    static byte[] file(Snapshot snapshot) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SnapshotFile.write(snapshot, out, true);
        return out.toByteArray();
    }

    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, Snapshot> sample : SampleHosts.all().entrySet()) {
            Files.write(folder.resolve(sample.getKey() + ".json.gz"), file(sample.getValue()));
        }
        Files.writeString(
                folder.resolve("index.txt"), String.join("\n", SampleHosts.all().keySet()) + "\n");
    }
}
