// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * {@code mlxconfig q} and {@code mstconfig q}: an adapter's settings, those after the next boot and, with {@code -e},
 * those of now. Where the adapter is named by its device file, which function it is stays unknown.
 */
final class MlxconfigParser implements TextParser {
    private static final String SOURCE = "mlxconfig";
    private static final Pattern DEVICE =
            Pattern.compile("\\s*(Device #\\d+:|-{10,}|(?:Device type|Name|Description|Device):.*)");
    private static final Pattern DEVICE_NAME = Pattern.compile("\\s*Device:\\s+(\\S+)\\s*");
    private static final Pattern HEADING = Pattern.compile("\\s*Configurations:\\s+(.*\\S)\\s*");
    private static final Pattern SETTING =
            Pattern.compile("\\*?\\s*([A-Z][A-Za-z0-9_]{2,63}(?:\\[\\d+\\])?)\\s{2,}(\\S.*?)\\s*");
    /** Found by grep, without a heading; these three decide. */
    private static final List<String> KNOWN = List.of("ATS_ENABLED", "SRIOV_EN", "NUM_OF_VFS");

    private static final Pattern ADDRESS =
            Pattern.compile("(?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]");
    private static final int MOST = 2000;

    private final Gathering gathering;
    private Optional<Address> function = Optional.empty();
    private String device = "";
    private List<String> columns = List.of();
    private boolean heading;
    private int settings;

    MlxconfigParser(Gathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.MLXCONFIG;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        if (line.length() > 1024) {
            return false;
        }
        String said = line.strip();
        if (said.startsWith("Device #")) {
            heading = true;
            columns = List.of();
            device = "";
            function = gathering.subject();
        }
        if (said.startsWith("Configurations:")) {
            return columns(line);
        }
        if (heading && DEVICE.matcher(line).matches()) {
            Matcher name = DEVICE_NAME.matcher(line);
            if (name.matches()) {
                name(name.group(1));
            }
            return true;
        }
        Matcher setting = SETTING.matcher(said.startsWith("*") ? said.substring(1) : line);
        if (!setting.matches() || (columns.isEmpty() && !KNOWN.contains(setting.group(1)))) {
            return false;
        }
        settings(setting.group(1), setting.group(2).split("\\s{2,}|(?<=\\))\\s+"));
        return true;
    }

    private boolean columns(String line) {
        Matcher words = HEADING.matcher(line);
        columns = words.matches() ? List.of(words.group(1).split("\\s{2,}")) : List.of("Next Boot");
        return true;
    }

    private void name(String text) {
        device = text;
        if (ADDRESS.matcher(text).matches()) {
            function = Address.parse(text.toLowerCase(Locale.ROOT));
        }
    }

    private void settings(String key, String[] values) throws UnreadableSourceException {
        if (++settings > MOST) {
            return;
        }
        for (int i = 0; i < values.length; i++) {
            String column = columns.isEmpty()
                    ? "next-boot"
                    : columns.get(Math.min(i, columns.size() - 1))
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^a-z0-9_.()-]+", "-");
            String name = key + "/" + column;
            if (function.isPresent()) {
                gathering.put(function.get(), "mlxconfig/" + name, values[i], SOURCE);
            } else {
                gathering.host(Tools.MLXCONFIG + (device.isEmpty() ? "?" : device) + "/" + name, values[i], SOURCE);
            }
        }
    }

    @Override
    public void end() {
        columns = List.of();
        heading = false;
        device = "";
        function = Optional.empty();
        settings = 0;
    }
}
