// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * {@code ip -d link} and {@code ip -d address}: which function a network device belongs to (since iproute2 5.13) and how
 * many VFs it has.
 */
final class IpParser implements TextParser {
    private static final String SOURCE = "ip -d link";
    private static final Pattern LINK =
            Pattern.compile("\\d{1,7}: ([\\w.:-]{1,64}?)(?:@[\\w.:-]{1,64})?: <[A-Z0-9_,-]{0,200}> mtu \\d+ .*");
    private static final Pattern PARENT =
            Pattern.compile(".*\\bparentbus pci parentdev ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])\\b.*");
    private static final Pattern VIRTUAL = Pattern.compile("\\s+vf (\\d{1,5})\\s+.*");

    private final Gathering gathering;
    private String device = "";
    private Optional<Address> function = Optional.empty();
    private int virtual;

    IpParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.IP_LINK;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 4096) {
            return false;
        }
        Matcher link = LINK.matcher(line);
        if (link.matches()) {
            finish();
            device = link.group(1);
            return true;
        }
        if (device.isEmpty() || !line.startsWith("    ")) {
            return false;
        }
        Matcher vf = VIRTUAL.matcher(line);
        if (vf.matches()) {
            virtual = Math.max(virtual, Integer.parseInt(vf.group(1)) + 1);
            return true;
        }
        Matcher parent = line.contains("parentdev") ? PARENT.matcher(line) : PARENT.matcher("");
        if (parent.matches()) {
            function = Address.parse(parent.group(1));
            if (function.isPresent()) {
                Rdma.net(gathering, function.get(), device, SOURCE);
            }
        }
        return true;
    }

    /** The VFs come after the function's address. A device without any may be a VF, of which ip tells nothing. */
    private void finish() throws UnreadableSourceException {
        if (function.isPresent() && virtual > 0) {
            gathering.put(function.get(), Attributes.SRIOV_NUMVFS, Integer.toString(virtual), SOURCE);
        }
        device = "";
        function = Optional.empty();
        virtual = 0;
    }

    @Override
    public void end() throws UnreadableSourceException {
        finish();
    }
}
