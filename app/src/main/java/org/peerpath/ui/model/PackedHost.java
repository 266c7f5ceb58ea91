// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;

/**
 * A host that nobody looks at, as a packed snapshot: a host of hundred functions takes some kilobytes instead of a
 * megabyte. Packing and unpacking take some milliseconds.
 *
 * @param origin as it was read, which a snapshot file would not say
 */
record PackedHost(Origin origin, Bytes snapshot) {
    static PackedHost of(Snapshot snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SnapshotFile.write(snapshot, bytes, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PackedHost(snapshot.origin(), Bytes.copyOf(bytes.toByteArray()));
    }

    /** Returns the host as it was read. */
    HostModel unpacked() throws UnreadableSourceException {
        return HostModel.of(SnapshotFile.read(new ByteArrayInputStream(snapshot.toArray()), origin.source())
                .withOrigin(origin));
    }
}
