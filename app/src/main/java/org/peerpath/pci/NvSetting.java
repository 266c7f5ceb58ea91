// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * An on/off setting in an NVIDIA adapter's non-volatile memory, as a source with the output of {@code mlxconfig} or
 * {@code mstconfig} holds it. One setting serves all functions of a card (facts C.1). No kernel shows it, so that it is
 * unknown wherever nobody ran the tool.
 *
 * @param current what the running firmware began with; only {@code -e q} tells
 * @param nextBoot what the firmware will begin with when it starts the next time
 */
public record NvSetting(Reading current, Reading nextBoot) {
    /** Makes the ATS capability appear in the card's functions. */
    public static final String ATS_ENABLED = "ATS_ENABLED";

    private static final String CURRENT = "current";
    private static final String NEXT_BOOT = "next-boot";
    /** {@code True(1)}, {@code False(0)}, or one half of it. */
    private static final Pattern VALUE =
            Pattern.compile("(?i)\\s*(?:true|false)?\\s*\\(?([01])\\)?\\s*|\\s*(true|false)\\s*");

    /**
     * One value and where it stands.
     *
     * @param on the value
     * @param function the function whose readings hold it, one of the card's
     * @param attribute the name it has there
     */
    public record Reading(Fact<Boolean> on, Address function, String attribute) {
        /** Read, and on. */
        public boolean isOn() {
            return on.knownToBe(value -> value);
        }

        /** Read, and off. */
        public boolean isOff() {
            return on.knownToBe(value -> !value);
        }
    }

    /** The setting of the card that a function belongs to; a VF's is its PF's. */
    public static NvSetting of(Topology topology, Address function, String name) {
        Address physical = topology.physicalFunction(function).orElse(function);
        return new NvSetting(reading(topology, physical, name, CURRENT), reading(topology, physical, name, NEXT_BOOT));
    }

    private static Reading reading(Topology topology, Address physical, String name, String when) {
        String attribute = "mlxconfig/" + name + "/" + when;
        List<PciFunction> others = topology.device(physical);
        return Stream.concat(topology.find(physical).stream(), others.stream())
                .flatMap(one -> value(one, attribute).stream())
                .findFirst()
                .orElseGet(() -> new Reading(
                        Fact.unknown(Message.of("unknown.nv-setting", physical.toString(), name)),
                        physical,
                        attribute));
    }

    private static Optional<Reading> value(PciFunction function, String attribute) {
        return function.facts()
                .text(attribute)
                .asOptional()
                .flatMap(NvSetting::parse)
                .map(on -> new Reading(Fact.known(on), function.address(), attribute));
    }

    private static Optional<Boolean> parse(String text) {
        Matcher m = VALUE.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                m.group(1) != null ? m.group(1).equals("1") : m.group(2).equalsIgnoreCase("true"));
    }
}
