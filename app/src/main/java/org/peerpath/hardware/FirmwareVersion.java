// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A firmware version such as 40.47.2526: numbers between dots, compared number by number, so that 40.9 is older than
 * 40.10.
 *
 * @param fields 2 to 4 numbers
 */
public record FirmwareVersion(List<Integer> fields) implements Comparable<FirmwareVersion> {
    /** As {@code infiniband/*}{@code /fw_ver} and ethtool print it; ethtool adds the board id in brackets. */
    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,9}(?:\\.\\d{1,9}){1,3})(?:\\s.*)?");

    public FirmwareVersion {
        fields = List.copyOf(fields);
    }

    /** Reads {@code 40.47.2526}; empty if it is no version. */
    public static Optional<FirmwareVersion> parse(String text) {
        Matcher m = TEXT.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        return Optional.of(new FirmwareVersion(
                Stream.of(m.group(1).split("\\.")).map(Integer::valueOf).toList()));
    }

    @Override
    public int compareTo(FirmwareVersion other) {
        int longest = Math.max(fields.size(), other.fields.size());
        for (int i = 0; i < longest; i++) {
            int order = Integer.compare(field(i), other.field(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int field(int index) {
        return index < fields.size() ? fields.get(index) : 0;
    }

    /** With the zeros that belong to it: 40.50.0464. ConnectX prints its third number with four digits. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            text.append(i == 0 ? "" : ".").append(i == 2 ? String.format("%04d", fields.get(i)) : fields.get(i));
        }
        return text.toString();
    }
}
