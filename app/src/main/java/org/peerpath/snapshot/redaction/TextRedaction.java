// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.redaction;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds addresses, identifiers, people and hosts in text and replaces them; the text's layout stays. */
final class TextRedaction {
    private static final String OCTET = "[0-9a-fA-F]{2}";
    private static final String QUAD = "[0-9a-fA-F]{4}";
    private static final String NOT_BEFORE = "(?<![0-9a-zA-Z:.-])";
    private static final String NOT_AFTER = "(?![0-9a-zA-Z:])";

    /** MAC addresses, the 20 bytes of IP over InfiniBand, and lspci's Device Serial Number. */
    private static final Pattern OCTETS = Pattern.compile(
            NOT_BEFORE + OCTET + "(?:(?::" + OCTET + "){5,19}|(?:-" + OCTET + "){5,7})(?![0-9a-zA-Z:-])");

    private static final Pattern UUID = Pattern.compile(
            "(?<![0-9a-zA-Z])[0-9a-fA-F]{8}-" + QUAD + "-" + QUAD + "-" + QUAD + "-[0-9a-fA-F]{12}" + NOT_AFTER);
    /** GUIDs have four groups, GIDs eight; an IPv6 address written in full looks the same. */
    private static final Pattern QUADS =
            Pattern.compile(NOT_BEFORE + QUAD + "(?::" + QUAD + "){3}(?:(?::" + QUAD + "){4})?" + NOT_AFTER);

    private static final Pattern IPV6 =
            Pattern.compile(NOT_BEFORE + "(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6}" + NOT_AFTER);
    private static final Pattern IPV4 =
            Pattern.compile("(?<![0-9a-zA-Z.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![0-9a-zA-Z]|\\.\\d)");
    private static final Pattern ENX = Pattern.compile("(?<![0-9a-zA-Z])enx([0-9a-f]{12})(?![0-9a-f])");
    private static final Pattern HOME = Pattern.compile("(/home/|/Users/)([^/\\s\"']+)");
    private static final Pattern AT = Pattern.compile("([A-Za-z_][\\w.-]{0,63})@([A-Za-z0-9][\\w.-]{0,253})");
    private static final Pattern SECRET = Pattern.compile(
            "(?i)((?:password|passwd|secret|token|username|user|initiator|hostname|apikey)=)([^\\s,;]+)");
    private static final Pattern SERIAL_LINE =
            Pattern.compile("(\\[(?:SN|V1|V[3-9B-Z]|Y[0-9A-Z])\\] [A-Za-z ]+: )(\\S.*)");
    private static final Pattern PLAIN = Pattern.compile("[\\w ]{0,11}|0x\\w*|-?\\d+");

    private final Pseudonyms pseudonyms;
    private final Optional<Pattern> hostName;

    /** @param host the host's name; one of less than three letters is too common to look for */
    TextRedaction(Pseudonyms pseudonyms, String host) {
        this.pseudonyms = pseudonyms;
        this.hostName = host.length() < 3
                ? Optional.empty()
                : Optional.of(Pattern.compile("(?<![0-9A-Za-z])" + Pattern.quote(host) + "(?![0-9A-Za-z])"));
    }

    /** Text that may name the host, such as kernel parameters and remarks. */
    String withHost(String text) {
        String named = hostName.map(
                        pattern -> pattern.matcher(text).replaceAll(m -> quoted(pseudonyms.host(m.group()))))
                .orElse(text);
        return identifiers(named, true);
    }

    /**
     * Text of which we know that the host's name in it would be chance.
     *
     * @param addresses whether four numbers with dots are an address; in a version they are not
     */
    String identifiers(String text, boolean addresses) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        String out = replace(text, "-", UUID, m -> spelled(m.group(), pseudonyms::digits));
        out = replace(out, ":-", OCTETS, m -> spelled(m.group(), this::octets));
        out = replace(out, ":", QUADS, m -> spelled(m.group(), this::quads));
        out = replace(out, ":", IPV6, m -> pseudonyms.ipv6(m.group()));
        if (addresses) {
            out = replace(out, ".", IPV4, m -> ipv4(m.group()));
        }
        out = replace(out, "x", ENX, m -> "enx" + pseudonyms.digits(m.group(1)));
        out = replace(out, "/", HOME, m -> m.group(1) + pseudonyms.user(m.group(2)));
        out = replace(out, "=", SECRET, m -> m.group(1) + pseudonyms.serial(m.group(2)));
        out = replace(out, "]", SERIAL_LINE, m -> m.group(1) + pseudonyms.serial(m.group(2)));
        return replace(out, "@", AT, m -> pseudonyms.user(m.group(1)) + "@" + pseudonyms.host(m.group(2)));
    }

    /** All of a text that is an identifier by what it is called. */
    String whole(String text) {
        String found = identifiers(text, true);
        if (!found.equals(text)) {
            return found;
        }
        return text.matches("[0-9a-fA-F]{12}|[0-9a-fA-F]{16}|[0-9a-fA-F]{32}")
                ? pseudonyms.digits(text)
                : pseudonyms.serial(text);
    }

    /** The 20 bytes are flags and queue pair, subnet, GUID; the first two say nothing about whose it is. */
    private String octets(String digits) {
        return digits.length() == 40
                ? digits.substring(0, 24) + pseudonyms.digits(digits.substring(24))
                : pseudonyms.digits(digits);
    }

    private String quads(String digits) {
        if (digits.length() == 16) {
            return pseudonyms.digits(digits);
        }
        String subnet = digits.substring(0, 16);
        return (subnet.toLowerCase(Locale.ROOT).startsWith("fe80") ? subnet : pseudonyms.digits(subnet))
                + pseudonyms.digits(digits.substring(16));
    }

    private String ipv4(String address) {
        for (String part : address.split("\\.", -1)) {
            if (Integer.parseInt(part) > 255) {
                return address;
            }
        }
        boolean nobodys = address.startsWith("127.") || address.startsWith("0.") || address.startsWith("255.");
        return nobodys ? address : pseudonyms.ipv4(address);
    }

    /** Changes the digits and keeps what stands between them. */
    private static String spelled(String text, Function<String, String> change) {
        String digits = change.apply(text.replaceAll("[:-]", ""));
        StringBuilder out = new StringBuilder(text);
        int next = 0;
        for (int i = 0; i < out.length(); i++) {
            if (out.charAt(i) != ':' && out.charAt(i) != '-') {
                out.setCharAt(i, digits.charAt(next++));
            }
        }
        return out.toString();
    }

    /** Looks for a pattern where one of the characters stands without which it cannot be: most texts have none. */
    private static String replace(String text, String anyOf, Pattern pattern, Function<MatchResult, String> change) {
        boolean possible = false;
        for (int i = 0; i < anyOf.length(); i++) {
            possible |= text.indexOf(anyOf.charAt(i)) >= 0;
        }
        if (!possible) {
            return text;
        }
        return pattern.matcher(text).replaceAll(m -> quoted(change.apply(m)));
    }

    private static String quoted(String replacement) {
        return Matcher.quoteReplacement(replacement);
    }
}
