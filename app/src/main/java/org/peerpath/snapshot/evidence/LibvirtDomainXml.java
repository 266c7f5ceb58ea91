// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * A virtual machine of libvirt ({@code virsh dumpxml}, {@code /etc/libvirt/qemu/*.xml}): which functions are passed
 * through to it. Only a running one has an id (libvirt, Domain XML format).
 */
final class LibvirtDomainXml implements XmlFile.Listener {
    private static final int MOST = 256;

    private final List<String> path = new ArrayList<>();
    private final List<Address> assigned = new ArrayList<>();
    private String name = "";
    private boolean running;

    private LibvirtDomainXml() {}

    static void read(InputStream in, String file, Gathering into) throws UnreadableSourceException {
        LibvirtDomainXml domain = new LibvirtDomainXml();
        XmlFile.read(in, file, domain);
        if (domain.name.isEmpty()) {
            throw Unreadable.file(file, Message.of("read.xml-unknown", "domain"));
        }
        for (Address function : domain.assigned) {
            into.put(
                    function,
                    domain.running ? Attributes.GUEST : Attributes.DEFINED_GUEST,
                    domain.name,
                    LibvirtXml.SOURCE);
        }
        into.notes().add(0, Message.of("note.partial.libvirt"));
        into.understood(SourceKind.LIBVIRT);
    }

    @Override
    public void start(String element, Map<String, String> attributes) {
        path.addLast(element);
        if (path.size() == 1) {
            running = !attributes.getOrDefault("id", "").isBlank();
        } else if (element.equals("address") && isSource() && assigned.size() < MOST) {
            Optional<Address> function = LibvirtXml.address(attributes);
            function.ifPresent(assigned::add);
        }
    }

    /** The host's address; what stands outside of {@code source} is where the guest sees the device. */
    private boolean isSource() {
        int size = path.size();
        return size > 3
                && path.get(size - 2).equals("source")
                && (path.get(size - 3).equals("hostdev") || path.get(size - 3).equals("interface"));
    }

    @Override
    public void end(String element, String text) {
        if (path.size() == 2 && element.equals("name")) {
            name = text;
        }
        if (!path.isEmpty()) {
            path.removeLast();
        }
    }
}
