// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** What {@code lstopo} prints to a console, with or without {@code -v}: the functions among packages, caches and cores. */
final class HwlocConsoleParser implements TextParser {
    private static final String SOURCE = "lstopo";
    private static final Pattern FUNCTION = Pattern.compile(
            "\\s*PCI(?:Bridge|Dev)? (?:L#\\d+ )?\\(.*?busid=([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])"
                    + " id=([0-9a-f]{4}):([0-9a-f]{4}) class=([0-9a-f]{4})\\b.*");
    private static final Pattern OBJECT =
            Pattern.compile("\\s*(?:Machine|Package|Die|Group\\d?|NUMANode|MemCache|L\\d[di]?Cache|Core|PU|"
                    + "HostBridge|PCI\\w*|Net|OpenFabrics|Block|GPU|CoProc|DMA|Misc|depth \\d+:|Special depth).*");

    private final Gathering gathering;
    private final HwlocConsoleTree tree;
    private boolean begun;

    HwlocConsoleParser(Gathering gathering) {
        this.gathering = gathering;
        this.tree = new HwlocConsoleTree(gathering);
    }

    @Override
    public SourceKind kind() {
        return SourceKind.HWLOC;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (!begun && !line.startsWith("Machine (")) {
            return false;
        }
        begun = true;
        if (line.length() > 4096) {
            return false;
        }
        Matcher m = FUNCTION.matcher(line);
        if (m.matches()) {
            Optional<Address> address = Address.parse(m.group(1));
            if (address.isPresent()) {
                gathering.put(address.get(), Attributes.VENDOR, "0x" + m.group(2), SOURCE);
                gathering.put(address.get(), Attributes.DEVICE, "0x" + m.group(3), SOURCE);
                gathering.put(address.get(), Attributes.CLASS, "0x" + m.group(4) + "00", "lspci without prog-if");
            }
            return true;
        }
        if (!OBJECT.matcher(line).matches()) {
            return false;
        }
        tree.line(line);
        return true;
    }

    @Override
    public void end() {
        tree.end();
        begun = false;
    }
}
