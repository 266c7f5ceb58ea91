// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/** {@code ethtool -i}: a network device's driver, firmware and function; {@code -k} is passed over. */
final class EthtoolParser implements TextParser {
    private static final String SOURCE = "ethtool -i";
    private static final Pattern FIELD = Pattern.compile(
            "(driver|version|firmware-version|expansion-rom-version|bus-info|" + "supports-[a-z-]+): ?(.*)");
    private static final Pattern FEATURE =
            Pattern.compile("(?:Features for \\S+:|\\s*[a-z][\\w-]+: (?:on|off)(?: \\[.*\\])?)");

    private final Gathering gathering;
    private final Map<String, String> fields = new HashMap<>();
    private boolean begun;

    EthtoolParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.ETHTOOL;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 1024) {
            return false;
        }
        Matcher field = FIELD.matcher(line.strip());
        if (field.matches()) {
            String name = field.group(1);
            if (name.equals("driver")) {
                fields.clear();
                begun = true;
            }
            if (begun) {
                fields.put(name, field.group(2).strip());
                if (name.equals("bus-info")) {
                    device();
                }
                return true;
            }
        }
        return (begun || line.startsWith("Features for "))
                && FEATURE.matcher(line).matches();
    }

    private void device() throws UnreadableSourceException {
        Optional<Address> function = Address.parse(fields.getOrDefault("bus-info", ""));
        if (function.isEmpty()) {
            return;
        }
        gathering.exists(function.get());
        if (gathering.device().isPresent()) {
            Rdma.net(gathering, function.get(), gathering.device().get(), SOURCE);
        }
        String driver = fields.getOrDefault("driver", "").replaceFirst("\\[.*", "");
        // A representor is a network device of its own: its driver is not that of the function it names.
        if (!driver.isEmpty() && !driver.endsWith("_rep")) {
            gathering.put(function.get(), Attributes.DRIVER, driver, SOURCE);
        }
        String firmware = fields.getOrDefault("firmware-version", "");
        if (!firmware.isEmpty() && !firmware.equals("N/A")) {
            gathering.put(function.get(), Attributes.FIRMWARE_VERSION, firmware, SOURCE);
        }
    }

    @Override
    public void end() {
        fields.clear();
        begun = false;
    }
}
