// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code devlink dev info}: driver, and the firmware that runs and that is stored. */
final class DevlinkParser implements TextParser {
    private static final String SOURCE = "devlink";
    private static final Pattern DEVICE =
            Pattern.compile("pci/([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]):(?: driver (\\S+).*)?");
    private static final Pattern FIELD =
            Pattern.compile("(driver|serial_number|board\\.serial_number|versions:|fixed:|running:|stored:|"
                    + "fw[\\w.]*|board[\\w.]*|asic[\\w.]*)(?: (\\S.*))?");

    private final Gathering gathering;
    private Optional<Address> function = Optional.empty();
    private String group = "";

    DevlinkParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.DEVLINK;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 1024) {
            return false;
        }
        String said = line.strip();
        Matcher device = DEVICE.matcher(said);
        if (device.matches()) {
            function = Address.parse(device.group(1));
            if (function.isPresent()) {
                gathering.exists(function.get());
                if (device.group(2) != null) {
                    gathering.put(function.get(), Attributes.DRIVER, device.group(2), SOURCE);
                }
            }
            return true;
        }
        Matcher field = FIELD.matcher(said);
        if (function.isEmpty() || !field.matches()) {
            return false;
        }
        String name = field.group(1);
        if (name.endsWith(":")) {
            group = name;
        } else if (field.group(2) != null) {
            String value = field.group(2).strip();
            if (name.equals("driver")) {
                gathering.put(function.get(), Attributes.DRIVER, value, SOURCE);
            } else if (group.equals("running:") && (name.equals("fw") || name.equals("fw.version"))) {
                gathering.put(function.get(), Attributes.FIRMWARE_VERSION, value, SOURCE);
            } else if (name.equals("fw.psid")) {
                gathering.put(function.get(), "psid", value, SOURCE);
            }
        }
        return true;
    }

    @Override
    public void end() {
        function = Optional.empty();
        group = "";
    }
}
