// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code ibstat} and {@code ibstatus}: firmware and state of RDMA devices, which they know by name only. */
final class IbstatParser implements TextParser {
    private static final String SOURCE = "ibstat";
    private static final Pattern DEVICE =
            Pattern.compile("CA '([\\w.-]{1,64})'|Infiniband device '([\\w.-]{1,64})' port (\\d+) status:");
    private static final Pattern PORT = Pattern.compile("Port (\\d{1,3}):");
    private static final Pattern FIELD = Pattern.compile("([A-Za-z][\\w ]{1,40}):\\s+(.*)");

    private final Gathering gathering;
    private String device = "";
    private String port = "";

    IbstatParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.IBSTAT;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 512) {
            return false;
        }
        String said = line.strip();
        Matcher begins = DEVICE.matcher(said);
        if (begins.matches()) {
            device = begins.group(1) == null ? begins.group(2) : begins.group(1);
            port = begins.group(3) == null ? "" : begins.group(3);
            put("name", device);
            return true;
        }
        if (device.isEmpty()) {
            return false;
        }
        Matcher ports = PORT.matcher(said);
        if (ports.matches()) {
            port = ports.group(1);
            return true;
        }
        Matcher field = FIELD.matcher(said);
        if (!field.matches()) {
            return false;
        }
        String value = field.group(2).strip();
        switch (field.group(1)) {
            case "Firmware version" -> put("fw_ver", value);
            case "CA type" -> put("hca_type", value);
            case "State", "state" -> put("ports/" + port + "/state", value);
            case "Rate", "rate" -> put("ports/" + port + "/rate", value);
            case "Link layer", "link_layer" -> put("ports/" + port + "/link_layer", value);
            default -> {}
        }
        return true;
    }

    private void put(String name, String value) throws UnreadableSourceException {
        gathering.host(Tools.RDMA + device + "/" + name, value, SOURCE);
    }

    @Override
    public void end() {
        device = "";
    }
}
