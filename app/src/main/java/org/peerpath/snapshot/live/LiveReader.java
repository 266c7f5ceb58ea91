// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.LocalHost;
import org.peerpath.host.VfioContainer;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Reads a host that can be reached, by running the collector there once. */
public final class LiveReader {
    private static final String CONTAINER = "/dev/vfio/vfio";

    private LiveReader() {}

    /**
     * How to read.
     *
     * @param privilege as whom; without root most registers are unknown
     * @param vitalProductData whether to read it of every function: slow on many devices
     * @param limit for the whole reading
     * @param root a recorded tree on the host to read in place of the machine; empty for the machine
     */
    public record Options(Host.Privilege privilege, boolean vitalProductData, Duration limit, String root) {
        /** When a single read that hangs is given up. */
        private static final int SECONDS_PER_READ = 5;

        public static final Options USUAL =
                new Options(Host.Privilege.ROOT_IF_POSSIBLE, false, Duration.ofMinutes(3), "");

        public Options as(Host.Privilege other) {
            return new Options(other, vitalProductData, limit, root);
        }

        /** The script as it will run; to show before it does. */
        public String script() {
            return CollectorScript.withSettings(root, vitalProductData, SECONDS_PER_READ);
        }
    }

    /**
     * Reads the host. Interrupting the thread ends the reading, on the host too. Where something there cannot be ended,
     * because it is stuck in the kernel, that is what the exception tells, whatever else made it.
     *
     * @param sourceName what the user called it
     * @param readAt now
     * @throws HostException if the host could not be reached, or stopped answering
     * @throws UnreadableSourceException if it answered something else than it should
     */
    public static Snapshot read(Host host, String sourceName, Options options, Instant readAt)
            throws HostException, UnreadableSourceException, InterruptedException {
        Host.Script script = new Host.Script(options.script(), options.privilege(), options.limit());
        List<Message> left = new CopyOnWriteArrayList<>();
        try {
            Snapshot read = host.<Snapshot, UnreadableSourceException>run(
                    script, output -> CollectorReader.read(output, sourceName, Optional.of(readAt), left::add));
            return host instanceof LocalHost && options.root().isEmpty() ? withContainer(read) : read;
        } catch (HostException e) {
            throw left.isEmpty()
                    ? e
                    : new HostException(e.kind(), Message.of("host.left-behind", e.reason(), left.getFirst()), e);
        } catch (InterruptedException e) {
            if (left.isEmpty()) {
                throw e;
            }
            throw new HostException(
                    HostException.Kind.FAILED,
                    Message.of("host.left-behind", Message.of("host.cancelled", host.name()), left.getFirst()),
                    e);
        }
    }

    /** No shell can ask the VFIO container; of this machine the program asks it itself. */
    private static Snapshot withContainer(Snapshot read) {
        TreeMap<String, Reading> files = new TreeMap<>(read.host());
        try {
            VfioContainer.read()
                    .ifPresent(container ->
                            files.put(HostFiles.VFIO_CONTAINER, new Reading.Text(container.toString(), CONTAINER)));
        } catch (IOException e) {
            files.put(
                    HostFiles.VFIO_CONTAINER,
                    new Reading.Failed(
                            Message.of("read.io-error", Clean.line(String.valueOf(e.getMessage()))), CONTAINER));
        }
        return new Snapshot(read.origin(), files, read.hostListed(), read.functions(), read.notes());
    }
}
