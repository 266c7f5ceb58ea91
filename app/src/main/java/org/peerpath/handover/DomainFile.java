// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.peerpath.vm.model.VmDescription;

/** Tells libvirt's definition of a domain from the other files that describe a VM: only that one can be changed. */
public final class DomainFile {
    private static final String LIBVIRT = "libvirt-xml";
    private static final long LARGEST = 4 << 20;

    private DomainFile() {}

    /**
     * Returns the definition in a file; empty if it is another kind of description, tells of several VMs, or is larger than
     * any definition.
     *
     * @param read what the file was read as
     * @throws IOException if the file cannot be read again
     */
    public static Optional<DomainText> of(Path file, List<VmDescription> read) throws IOException {
        if (read.size() != 1 || !read.getFirst().kinds().contains(LIBVIRT) || Files.size(file) > LARGEST) {
            return Optional.empty();
        }
        return Optional.of(new DomainText(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
    }
}
