// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Archive;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.vm.model.VmDescription;

/** The VMs that a gathered folder, a support archive or a recorded tree describes beside its host. */
public final class GatheredVms {
    private static final int MOST_FILES = 2000;
    private static final int LARGEST = 16 << 20;

    /** Where hosts and sos keep what tells of VMs. */
    private static final Pattern KNOWN = Pattern.compile("(?:.*/)?(?:etc/libvirt/qemu/[^/]+\\.xml"
            + "|run/libvirt/qemu/[^/]+\\.xml|var/log/libvirt/qemu/[^/]+\\.log(?:\\.gz)?"
            + "|(?:etc/pve/(?:nodes/[^/]+/)?)qemu-server/\\d+\\.conf"
            + "|sos_commands/(?:virsh|libvirt|process|proxmox|kvm|kubevirt)/[^/]+"
            + "|proc/\\d{1,9}/cmdline)");

    /** Parts of a host in which no description of a VM lies; nearly all files of a tree. */
    private static final Pattern HOST = Pattern.compile("(?:.*/)?(?:sys|proc|sos_commands|sos_reports|boot|dev)/.*");

    private static final Pattern NAMED =
            Pattern.compile(".*/(?:libvirt/qemu/([^/]+?)\\.(?:xml|log)(?:\\.gz)?" + "|qemu-server/(\\d+)\\.conf)");

    private GatheredVms() {}

    /**
     * Returns the VMs that files of a source describe; none for a source that is no folder and no archive.
     *
     * @throws UnreadableSourceException if the folder or archive as a whole cannot be read
     */
    public static List<VmDescription> of(String source) throws UnreadableSourceException {
        Path path;
        try {
            path = Path.of(source);
            if (!Files.isDirectory(path) && !(Files.isRegularFile(path) && TreeReader.recognises(path))) {
                return List.of();
            }
        } catch (InvalidPathException | IOException e) {
            return List.of();
        }
        List<VmDescription> found = new ArrayList<>();
        int[] looked = {0};
        Archive.visit(path, source, (file, content) -> {
            String slashed = "/" + file;
            boolean candidate =
                    KNOWN.matcher(slashed).matches() || !HOST.matcher(slashed).matches();
            if (candidate && looked[0]++ < MOST_FILES) {
                found.addAll(file(slashed, content));
            }
        });
        return found;
    }

    /** A file that tells of no VM, or is damaged, tells nothing; others may. */
    private static List<VmDescription> file(String file, InputStream content) throws IOException {
        byte[] bytes = content.readNBytes(LARGEST);
        try {
            Matcher named = NAMED.matcher(file);
            List<VmDescription> read = VmReader.readAll(new ByteArrayInputStream(bytes), file.substring(1));
            if (!named.matches() || read.size() != 1) {
                return read;
            }
            String name = named.group(1) == null ? named.group(2) : named.group(1);
            return List.of(VmDescription.Builder.of(read.getFirst()).name(name).build());
        } catch (UnreadableSourceException notAboutVms) {
            return List.of();
        }
    }
}
