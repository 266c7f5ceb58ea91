// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** The hosts shipped with the program, to try it without hardware: {@code sample:NAME}. */
public final class Samples {
    /** How a source begins that names a sample. */
    public static final String PREFIX = "sample:";

    private static final String FOLDER = "/org/peerpath/samples/";
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private Samples() {}

    /** The names of all samples, in the order in which they are best shown: one a line in {@code index.txt}. */
    public static List<String> names() {
        try (InputStream in = resource("index.txt")) {
            if (in == null) {
                return List.of();
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> NAME.matcher(line).matches())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Opens a sample.
     *
     * @param name without {@link #PREFIX}
     * @throws UnreadableSourceException if there is no sample of that name
     */
    public static Snapshot open(String name) throws UnreadableSourceException {
        String source = PREFIX + name;
        try (InputStream in = NAME.matcher(name).matches() ? resource(name + ".json.gz") : null) {
            if (in == null) {
                throw new UnreadableSourceException(
                        Message.of("read.no-such-sample", Clean.line(name), String.join(", ", names())));
            }
            Snapshot sample = SnapshotFile.read(in, source);
            return sample.withOrigin(new Origin(
                    source,
                    SourceKind.SNAPSHOT_FILE,
                    sample.origin().host(),
                    sample.origin().readAt()));
        } catch (IOException e) {
            throw Unreadable.io(source, e);
        }
    }

    private static @Nullable InputStream resource(String file) {
        return Samples.class.getResourceAsStream(FOLDER + file);
    }
}
