// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/**
 * A line that matched.
 *
 * @param kind what it tells
 * @param function the function it names; for a source id without its domain in domain 0
 * @param cpu the CPU it names
 * @param detail what else it names: an error number, a severity, a duration
 * @param reason a fault's reason
 */
record Hit(
        EventKind kind, Optional<Address> function, OptionalInt cpu, Optional<String> detail, Optional<String> reason) {
    private static final Pattern ADDRESS =
            Pattern.compile("(?<![0-9a-f:.])((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])(?![0-9a-f])");
    private static final List<EventKind> KINDS = List.of(EventKind.values());

    /** Any kind may be meant. */
    static final long ANY = ~0L;

    /**
     * What a line tells, in the kernel's words without their prefix; empty if nothing.
     *
     * @param kinds those whose needles it holds, a bit for each by their order; {@link #ANY} where that is not known
     */
    static Optional<Hit> of(String text, long kinds) {
        if (kinds == 0) {
            return Optional.empty();
        }
        String small = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < KINDS.size(); i++) {
            EventKind kind = KINDS.get(i);
            if ((kinds & (1L << i)) != 0 && (kinds != ANY || small.contains(kind.needle()))) {
                Matcher m = kind.pattern().matcher(small);
                if (m.find()) {
                    return Optional.of(of(kind, m, small));
                }
            }
        }
        return Optional.empty();
    }

    private static Hit of(EventKind kind, Matcher m, String small) {
        Optional<String> sid = group(kind, m, "sid");
        Optional<Address> named = sid.isPresent()
                ? sid.flatMap(Hit::sourceId)
                : group(kind, m, "bdf").flatMap(Hit::address).or(() -> anywhere(small));
        return new Hit(kind, named, number(group(kind, m, "cpu")), group(kind, m, "detail"), group(kind, m, "reason"));
    }

    private static OptionalInt number(Optional<String> cpu) {
        return cpu.isPresent() && cpu.get().length() < 9
                ? OptionalInt.of(Integer.parseInt(cpu.get()))
                : OptionalInt.empty();
    }

    private static Optional<String> group(EventKind kind, Matcher m, String name) {
        return kind.names(name) ? Optional.ofNullable(m.group(name)) : Optional.empty();
    }

    private static Optional<Address> anywhere(String small) {
        if (!mayNameAFunction(small)) {
            return Optional.empty();
        }
        Matcher m = ADDRESS.matcher(small);
        return m.find() ? Address.parse(m.group(1)) : Optional.empty();
    }

    /** Whether a colon stands three places before a dot, as in every address: most lines have none. */
    private static boolean mayNameAFunction(String small) {
        for (int dot = small.indexOf('.', 5); dot >= 0; dot = small.indexOf('.', dot + 1)) {
            if (small.charAt(dot - 3) == ':') {
                return true;
            }
        }
        return false;
    }

    /** With or without domain and function: {@code 0000:9b:00} of an Xid means function 0. */
    private static Optional<Address> address(String text) {
        return Address.parse(text).or(() -> Address.parse(text + ".0"));
    }

    /** Bus, device and function as VT-d prints them; 0 is hardware that does not report it, ffff none. */
    private static Optional<Address> sourceId(String hex) {
        int id = Integer.parseInt(hex, 16);
        return id == 0 || id == 0xffff ? Optional.empty() : Optional.of(Address.ofRoutingId(0, id));
    }
}
