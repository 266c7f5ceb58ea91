// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Appends to the journal of one run, which it holds locked; an entry is on the disk when {@link #write} returns. */
public final class JournalWriter implements AutoCloseable {
    private static final Set<StandardOpenOption> EXISTING = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<StandardOpenOption> FRESH =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

    private final String run;
    private final FileChannel channel;

    private JournalWriter(String run, FileChannel channel) {
        this.run = run;
        this.channel = channel;
    }

    static JournalWriter open(Path file, String run, boolean fresh) throws IOException, JournalException {
        FileChannel channel = FileChannel.open(
                file,
                fresh ? FRESH : EXISTING,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            if (lock(channel) == null) {
                throw new JournalException(Message.of("journal.in-use", run));
            }
            cutUnfinishedLine(channel);
        } catch (IOException | JournalException e) {
            channel.close();
            throw e;
        }
        return new JournalWriter(run, channel);
    }

    /** The lock is the process's; it ends with it, however that ends. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** A line without its end was being written when the program ended. */
    private static void cutUnfinishedLine(FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (end > 0) {
            one.clear();
            channel.read(one, end - 1);
            if (one.get(0) == '\n') {
                break;
            }
            end--;
        }
        channel.truncate(end);
        channel.position(end);
    }

    /** The run's name. */
    public String run() {
        return run;
    }

    /**
     * Writes an entry down.
     *
     * @throws JournalException if it is not certain to be on the disk; nothing may then be done on the host
     */
    void write(Entry entry) throws JournalException {
        ByteBuffer line = ByteBuffer.wrap((EntryJson.line(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(true);
        } catch (IOException e) {
            throw new JournalException(
                    Message.of("journal.failed", run, Clean.line(String.valueOf(e.getMessage()))), e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Every entry is on the disk already.
        }
    }
}
