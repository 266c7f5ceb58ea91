// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code flint q} and what its relatives print beside it ({@code mst status -v}, {@code mlxlink}): firmware, addresses. */
final class FlintParser implements TextParser {
    private static final String SOURCE = "flint";
    private static final Pattern FIELD =
            Pattern.compile("\\s*(Image type|FW Version|FW Release Date|Firmware Version|Product Version|"
                    + "Rom Info|Description|Base GUID|Base MAC|Image VSD|Device VSD|PSID|Security Attributes|MFT Version|"
                    + "State|Physical state|Speed|Width|FEC|Loopback Mode|Auto Negotiation|Enabled Link Speed|Supported Cable Speed|"
                    + "Status Opcode|Group Opcode|Recommendation)\\s*:\\s*(.*)");
    private static final Pattern OTHER =
            Pattern.compile("\\s*(?:MST modules:|MST devices:|PCI devices:|-{4,}.*|(?:Operational|Supported|"
                    + "Troubleshooting|Tool) Info.*|DEVICE_TYPE\\s+MST\\s+PCI.*|(?:Starting|Loading|Unloading) MST.*|Create devices.*|"
                    + "-[IWE]- .*|MST PCI .*)");
    /** {@code mst status -v}: type, device file, function, RDMA device, network device, NUMA node. */
    private static final Pattern STATUS =
            Pattern.compile("\\S.*?\\s+/dev/mst/\\S+\\s+((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])"
                    + "\\s+(\\S+)?\\s*(net-\\S+)?\\s*(-?\\d+)?.*");

    private final Gathering gathering;
    private boolean begun;

    FlintParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.FLINT;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 1024) {
            return false;
        }
        Matcher field = FIELD.matcher(line);
        if (field.matches()) {
            begun = true;
            Optional<Address> function = gathering.subject();
            if (function.isPresent()
                    && field.group(1).equals("FW Version")
                    && !field.group(2).isBlank()) {
                gathering.put(
                        function.get(),
                        Attributes.FIRMWARE_VERSION,
                        field.group(2).strip(),
                        SOURCE);
            }
            if (function.isPresent()
                    && field.group(1).equals("PSID")
                    && !field.group(2).isBlank()) {
                gathering.put(function.get(), "psid", field.group(2).strip(), SOURCE);
            }
            return true;
        }
        if (line.contains("/dev/mst/")) {
            Matcher status = STATUS.matcher(line.strip());
            if (status.matches()) {
                status(status);
                begun = true;
                return true;
            }
        }
        begun |= line.startsWith("MST ");
        return (begun || line.contains(" MST ")) && OTHER.matcher(line).matches();
    }

    private void status(Matcher m) throws UnreadableSourceException {
        Optional<Address> function = Address.parse(m.group(1));
        if (function.isEmpty()) {
            return;
        }
        gathering.exists(function.get());
        if (m.group(2) != null && m.group(2).matches("[a-z]\\w*_\\w+")) {
            Rdma.device(gathering, function.get(), m.group(2), "mst status");
        }
        if (m.group(3) != null) {
            Rdma.net(gathering, function.get(), m.group(3).substring(4), "mst status");
        }
        if (m.group(4) != null) {
            gathering.put(function.get(), Attributes.NUMA_NODE, m.group(4), "mst status");
        }
    }

    @Override
    public void end() {
        begun = false;
    }
}
