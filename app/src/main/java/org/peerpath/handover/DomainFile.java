// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.VmReader;

/**
 * A file about a VM, read once: it may be a pipe.
 *
 * @param read what it tells, of several VMs where it does
 * @param definition libvirt's definition, which alone can be changed; empty if it is another kind of description, tells of
 *     several VMs, or is larger than any definition
 */
public record DomainFile(List<VmDescription> read, Optional<DomainText> definition) {
    private static final String LIBVIRT = "libvirt-xml";
    private static final int LARGEST = 4 << 20;

    public DomainFile {
        read = List.copyOf(read);
    }

    /**
     * Opens what a user named.
     *
     * @throws UnreadableSourceException if it is not there, cannot be read, or tells of no VM; the message says which
     */
    public static DomainFile open(String file) throws UnreadableSourceException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            byte[] content = VmReader.contents(in, file);
            List<VmDescription> read = VmReader.readAll(content, file);
            boolean definition =
                    read.size() == 1 && read.getFirst().kinds().contains(LIBVIRT) && content.length <= LARGEST;
            return new DomainFile(
                    read,
                    definition
                            ? Optional.of(new DomainText(new String(content, StandardCharsets.UTF_8)))
                            : Optional.empty());
        } catch (IOException e) {
            throw Unreadable.io(file, e);
        } catch (InvalidPathException e) {
            throw Unreadable.file(file, Message.of("read.no-such-file"), e);
        }
    }
}
