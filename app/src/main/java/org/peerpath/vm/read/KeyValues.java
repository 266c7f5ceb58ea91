// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import org.peerpath.text.Clean;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One option's value in either of QEMU's forms: {@code driver,key=value,…} with a doubled comma for a comma, or JSON
 * (qemu docs/system/device-emulation and util/keyval.c). Of equal keys the last counts, as in QEMU.
 */
final class KeyValues {
    private static final int MOST = 256;
    /** QEMU's words (qapi/qapi-util.c qapi_bool_parse), and the digits of others. */
    private static final Set<String> ON = Set.of("on", "yes", "true", "y", "1");

    private static final Set<String> OFF = Set.of("off", "no", "false", "n", "0");

    private KeyValues() {}

    /**
     * Reads an option's value.
     *
     * @param implied the key of a first part without an equals sign
     */
    static SequencedMap<String, String> parse(String text, String implied) {
        SequencedMap<String, String> found = new LinkedHashMap<>();
        if (text.startsWith("{")) {
            json(text, found);
            return found;
        }
        StringBuilder part = new StringBuilder();
        boolean first = true;
        for (int i = 0; i <= text.length() && found.size() < MOST; i++) {
            if (i < text.length() && text.charAt(i) == ',' && i + 1 < text.length() && text.charAt(i + 1) == ',') {
                part.append(',');
                i++;
            } else if (i == text.length() || text.charAt(i) == ',') {
                put(part.toString(), first ? implied : "", found);
                part.setLength(0);
                first = false;
            } else {
                part.append(text.charAt(i));
            }
        }
        return found;
    }

    private static void put(String part, String implied, Map<String, String> into) {
        int equals = part.indexOf('=');
        if (equals > 0) {
            into.put(part.substring(0, equals).strip(), Clean.line(part.substring(equals + 1)));
        } else if (!part.isBlank()) {
            // QEMU's short form of a switch: "rombar" is "rombar=on".
            into.put(implied.isEmpty() ? part.strip() : implied, implied.isEmpty() ? "on" : Clean.line(part));
        }
    }

    private static void json(String text, Map<String, String> into) {
        try {
            JsonNode root = MonitorJson.tree(text);
            for (Map.Entry<String, JsonNode> entry : root.properties()) {
                if (into.size() < MOST && entry.getValue().isValueNode()) {
                    JsonNode value = entry.getValue();
                    into.put(
                            entry.getKey(),
                            value.isBoolean()
                                    ? value.booleanValue() ? "on" : "off"
                                    : value.isIntegralNumber() && entry.getKey().equals("addr")
                                            ? devfn(value.intValue())
                                            : Clean.line(value.asString()));
                }
            }
        } catch (JacksonException e) {
            // A damaged value says nothing; the caller sees a device without a driver.
            into.clear();
        }
    }

    /** A bare number is slot and function in one (hw/core/qdev-properties-system.c set_pci_devfn). */
    private static String devfn(int number) {
        return String.format("0x%x.0x%x", number >> 3 & 0x1f, number & 7);
    }

    static boolean on(Map<String, String> options, String key) {
        String value = options.getOrDefault(key, "");
        return ON.contains(value);
    }

    static boolean off(Map<String, String> options, String key) {
        String value = options.getOrDefault(key, "");
        return OFF.contains(value);
    }

    /** Reads a number as C does: 0x for hexadecimal. */
    static OptionalInt number(String text) {
        try {
            return OptionalInt.of(Integer.decode(text.strip().replaceFirst("^0+(?=\\d)", "")));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    static OptionalInt number(Map<String, String> options, String... keys) {
        for (String key : keys) {
            if (options.containsKey(key)) {
                return number(options.getOrDefault(key, ""));
            }
        }
        return OptionalInt.empty();
    }
}
