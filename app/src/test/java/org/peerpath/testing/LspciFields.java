// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;

/** The fields that both lspci and we print of a function, in lspci's words, so that they can be compared. */
public final class LspciFields {
    private static final Pattern SPEED = Pattern.compile("Speed ([\\d.]+)GT/s");
    private static final Pattern WIDTH = Pattern.compile("Width x(\\d+)");
    private static final List<String> ACS_WORDS =
            List.of("SrcValid", "TransBlk", "ReqRedir", "CmpltRedir", "UpstreamFwd", "EgressCtrl", "DirectTrans");

    private LspciFields() {}

    /** The fields that lspci printed, in a form of our own. */
    public static Map<String, String> printed(List<String> lines) {
        Map<String, String> fields = new TreeMap<>();
        String label = "";
        for (String raw : lines) {
            String line = raw.strip();
            Matcher labelled = Pattern.compile("([A-Za-z0-9]+):\\s.*").matcher(line);
            if (line.startsWith("Capabilities:")) {
                label = "";
            } else if (labelled.matches()) {
                label = labelled.group(1);
            }
            switch (label) {
                case "ACSCap", "ACSCtl" -> fields.putIfAbsent(label, flags(line, ACS_WORDS));
                case "ATSCap" -> fields.putIfAbsent(label, after(line, "Invalidate Queue Depth: "));
                case "ATSCtl" ->
                    fields.putIfAbsent(
                            label, flags(line, List.of("Enable")) + after(line, "Smallest Translation Unit: "));
                case "LnkCap", "LnkSta" -> {
                    Matcher width = WIDTH.matcher(line);
                    Matcher speed = SPEED.matcher(line);
                    if (width.find()) {
                        fields.putIfAbsent(label, (speed.find() ? speed.group(1) : "unknown") + " x" + width.group(1));
                    }
                }
                case "DevCap" -> {
                    if (line.contains("MaxPayload")) {
                        fields.putIfAbsent("DevCap", after(line, "MaxPayload "));
                    }
                }
                case "DevCtl" -> {
                    if (line.contains("RlxdOrd")) {
                        fields.putIfAbsent("DevCtl RlxdOrd", flags(line, List.of("RlxdOrd")));
                    }
                    if (line.contains("MaxReadReq")) {
                        fields.putIfAbsent("DevCtl MaxPayload", after(line, "MaxPayload "));
                        fields.putIfAbsent("DevCtl MaxReadReq", after(line, "MaxReadReq "));
                    }
                }
                case "IOVCtl" -> fields.putIfAbsent("IOVCtl", flags(line, List.of("Enable")));
                default -> {}
            }
            if (line.startsWith("Initial VFs:")) {
                fields.putIfAbsent("VFs", line.replaceAll(", Function Dependency.*", ""));
            }
            if (line.startsWith("VF offset:")) {
                fields.putIfAbsent("VF places", line);
            }
            if (line.startsWith("Bus: primary")) {
                fields.putIfAbsent("Bus", line.replaceAll(", sec-latency.*", ""));
            }
        }
        return fields;
    }

    private static String flags(String line, List<String> words) {
        StringBuilder out = new StringBuilder();
        for (String word : words) {
            Matcher found = Pattern.compile("\\b" + word + "([+-])").matcher(line);
            out.append(word).append(found.find() ? found.group(1) : "?").append(' ');
        }
        return out.toString();
    }

    private static String after(String line, String words) {
        int at = line.indexOf(words);
        return at < 0 ? "?" : line.substring(at + words.length()).split("[ ,]", 2)[0];
    }

    /** The same fields from our facts. */
    public static Map<String, String> decoded(PciFunction function) {
        Map<String, String> fields = new TreeMap<>();
        known(function.acs()).ifPresent(acs -> {
            fields.put("ACSCap", bits(acs.capability()));
            fields.put("ACSCtl", bits(acs.control()));
        });
        known(function.ats()).ifPresent(ats -> {
            fields.put("ATSCap", number(ats.capability().map(v -> v & 0x1f), "%02x"));
            fields.put(
                    "ATSCtl",
                    "Enable" + sign(ats.enabled()) + " " + number(ats.control().map(v -> v & 0x1f), "%02x"));
        });
        known(function.link()).ifPresent(link -> {
            fields.put("LnkCap", speed(link.maxSpeed()) + " x" + number(link.maxWidth(), "%d"));
            fields.put("LnkSta", speed(link.currentSpeed()) + " x" + number(link.currentWidth(), "%d"));
        });
        known(function.deviceControl()).ifPresent(control -> {
            fields.put("DevCap", number(control.maxPayloadSupported(), "%d"));
            fields.put("DevCtl RlxdOrd", "RlxdOrd" + sign(control.relaxedOrdering()) + " ");
            fields.put("DevCtl MaxPayload", number(control.maxPayload(), "%d"));
            fields.put("DevCtl MaxReadReq", number(control.maxReadRequest(), "%d"));
        });
        known(function.sriov()).ifPresent(sriov -> {
            fields.put("IOVCtl", "Enable" + (sriov.vfEnable() ? "+ " : "- "));
            fields.put(
                    "VFs",
                    "Initial VFs: %d, Total VFs: %d, Number of VFs: %d"
                            .formatted(sriov.initialVfs(), sriov.totalVfs(), sriov.numVfs()));
            fields.put(
                    "VF places",
                    "VF offset: %d, stride: %d, Device ID: %04x"
                            .formatted(sriov.firstVfOffset(), sriov.vfStride(), sriov.vfDeviceId()));
        });
        known(function.bridge())
                .ifPresent(range -> fields.put(
                        "Bus",
                        "Bus: primary=%02x, secondary=%02x, subordinate=%02x"
                                .formatted(range.primary(), range.secondary(), range.subordinate())));
        return fields;
    }

    private static <T> Optional<T> known(Fact<T> fact) {
        return fact.asOptional();
    }

    private static String bits(Fact<Integer> register) {
        StringBuilder out = new StringBuilder();
        for (int bit = 0; bit < ACS_WORDS.size(); bit++) {
            int mask = 1 << bit;
            out.append(ACS_WORDS.get(bit))
                    .append(sign(register.map(v -> (v & mask) != 0)))
                    .append(' ');
        }
        return out.toString();
    }

    private static String sign(Fact<Boolean> flag) {
        return flag.asOptional().map(on -> on ? "+" : "-").orElse("?");
    }

    private static String number(Fact<Integer> value, String format) {
        return value.asOptional()
                .map(v -> String.format(Locale.ROOT, format, v))
                .orElse("?");
    }

    private static String speed(Fact<LinkSpeed> speed) {
        return speed.asOptional()
                .map(s -> s.gigatransfers() == 2.5 ? "2.5" : Integer.toString((int) s.gigatransfers()))
                .orElse("unknown");
    }
}
