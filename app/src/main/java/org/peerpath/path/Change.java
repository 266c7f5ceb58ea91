// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/** One thing a what-if sets on a copy of a host. Nothing is written anywhere. */
public sealed interface Change {
    Pattern TEXT = Pattern.compile("([0-9a-fA-F:.]+):(acs|ats)=(\\w+)");

    Address function();

    /** Sets a port's ACS Control register; bits that it does not implement stay 0. */
    record AcsControl(Address function, int value) implements Change {}

    /** Sets ATS Enable. */
    record AtsEnable(Address function, boolean on) implements Change {}

    /** Reads {@code FUNCTION:acs=0x5d} or {@code FUNCTION:ats=on|off}; empty if it is neither. */
    static Optional<Change> parse(String text) {
        Matcher m = TEXT.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        return Address.parse(m.group(1))
                .flatMap(function -> m.group(2).equals("acs")
                        ? word(m.group(3)).map(value -> new AcsControl(function, value))
                        : onOff(m.group(3)).map(on -> new AtsEnable(function, on)));
    }

    private static Optional<Integer> word(String text) {
        return text.matches("0x[0-9a-fA-F]{1,4}")
                ? Optional.of(Integer.parseInt(text.substring(2), 16))
                : Optional.empty();
    }

    private static Optional<Boolean> onOff(String text) {
        return switch (text) {
            case "on" -> Optional.of(true);
            case "off" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
