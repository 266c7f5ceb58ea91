// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;

/**
 * A line that matched.
 *
 * @param kind what it tells
 * @param function the function it names; for a source id without its domain in domain 0
 * @param bare whether the function's domain is not told
 * @param reporter the port that reports it
 * @param unit the IOMMU concerned, as the line names it
 * @param cpu the CPU it names
 * @param detail what else it names: an error number, a severity, a duration
 * @param reason a fault's reason
 * @param address the memory address that was refused
 */
public record Hit(
        EventKind kind,
        Optional<Address> function,
        boolean bare,
        Optional<Address> reporter,
        Optional<String> unit,
        OptionalInt cpu,
        Optional<String> detail,
        Optional<String> reason,
        OptionalLong address) {
    private static final Pattern ADDRESS =
            Pattern.compile("(?<![0-9a-f:.])((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])(?![0-9a-f])");
    private static final Pattern DMAR_UNIT = Pattern.compile("\\bdmar\\d{1,4}\\b");
    private static final List<Wording> WORDINGS = Wordings.ALL;
    /**
     * How lines begin in which the kernel quotes what any user chose: names of processes, of the files that they map, of
     * control groups, and command lines (arch fault handlers, mm/oom_kill.c, kernel/cgroup/pids.c, security/yama). Nothing
     * that such a line quotes is the kernel's word.
     */
    private static final Pattern QUOTES_USERS = Pattern.compile(
            "(?:traps: )?.{1,40}?\\[\\d{1,10}\\]:? (?:segfault at|general protection fault ip|trap |unhandled |bad frame"
                    + "|potentially unexpected|vsyscall|user address|invalid opcode ip|exploit attempt|bad rip|undefined instruction)"
                    + "|traps: .{1,40}?\\[\\d{1,10}\\] |.{1,40}?: .{1,40}?\\[\\d{1,10}\\] bad frame"
                    + "|oom-kill:|(?:memory cgroup )?out of memory: |memory cgroup stats for|tasks in |oom_reaper: "
                    + "|\\[ {0,9}\\d{1,10}\\] {1,9}\\d{1,10} {1,9}\\d{1,10} |.{1,40}? invoked oom-killer"
                    + "|cgroup: fork rejected|audit: |kauditd|ptrace attach of|process '|.{0,40}?warning: (?:process )?`|mmap: ");

    /** Any kind may be meant. */
    static final long ANY = ~0L;

    /**
     * What a line tells, in the kernel's words without their prefix; empty if nothing.
     *
     * @param kinds the wordings whose needles it may hold ({@link Wordings#bit}); {@link #ANY} where that is not known
     */
    static Optional<Hit> of(String text, long kinds) {
        if (kinds == 0) {
            return Optional.empty();
        }
        String small = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < WORDINGS.size(); i++) {
            Wording wording = WORDINGS.get(i);
            if ((kinds & Wordings.bit(i)) != 0 && small.contains(wording.needle())) {
                Matcher m = wording.pattern().matcher(small);
                if (m.find() && !QUOTES_USERS.matcher(small).lookingAt()) {
                    return Optional.of(of(wording, m, small));
                }
            }
        }
        return Optional.empty();
    }

    private static Hit of(Wording wording, Matcher m, String small) {
        EventKind kind = wording.kind();
        Optional<String> detail = group(wording, m, "detail");
        Optional<Address> sid = group(wording, m, "sid").flatMap(Hit::sourceId);
        Optional<Address> named = group(wording, m, "bdf").flatMap(Hit::address);
        Optional<String> descriptor = group(wording, m, "qw0");
        Optional<String> unit = group(wording, m, "unit").or(() -> dmarUnit(kind, small));
        if (descriptor.isPresent()) {
            Descriptor decoded = Descriptor.of(Long.parseUnsignedLong(descriptor.get(), 16));
            sid = decoded.function();
            detail = Optional.of(decoded.type());
        } else if (named.isEmpty() && !wording.names("sid") && !wording.names("unit")) {
            named = anywhere(small);
        }
        boolean bare = sid.isPresent() || isBare(kind, m, wording);
        return new Hit(
                kind,
                sid.isPresent() ? sid : named,
                bare,
                group(wording, m, "reporter").flatMap(Hit::address),
                unit,
                number(group(wording, m, "cpu")),
                detail,
                group(wording, m, "reason"),
                memory(group(wording, m, "address")));
    }

    /** VT-d and older AMD lines print bus, device and function only. */
    private static boolean isBare(EventKind kind, Matcher m, Wording wording) {
        boolean ofIommu = kind == EventKind.VTD_FAULT
                || kind == EventKind.AMD_PAGE_FAULT
                || kind == EventKind.AMD_BAD_REQUEST
                || kind == EventKind.AMD_INVALIDATION_TIMEOUT;
        return ofIommu
                && group(wording, m, "bdf").filter(bdf -> bdf.length() < 9).isPresent();
    }

    private static Optional<String> dmarUnit(EventKind kind, String small) {
        if (kind.signature().isEmpty() || small.indexOf("dmar") < 0) {
            return Optional.empty();
        }
        Matcher m = DMAR_UNIT.matcher(small);
        return m.find() ? Optional.of(m.group()) : Optional.empty();
    }

    /** The same of another function. */
    Hit of(Optional<Address> other) {
        return new Hit(kind, other, bare, reporter, unit, cpu, detail, reason, address);
    }

    /** The same as another kind, with another detail. */
    Hit as(EventKind other, Optional<String> said) {
        return new Hit(other, function, bare, reporter, unit, cpu, said, reason, address);
    }

    /** The same at another memory address. */
    Hit at(OptionalLong memory) {
        return new Hit(kind, function, bare, reporter, unit, cpu, detail, reason, memory);
    }

    private static OptionalInt number(Optional<String> cpu) {
        return cpu.isPresent() && cpu.get().length() < 9
                ? OptionalInt.of(Integer.parseInt(cpu.get()))
                : OptionalInt.empty();
    }

    private static OptionalLong memory(Optional<String> text) {
        String digits = text.orElse("");
        return memory(digits, digits.startsWith("0x") ? 2 : 0, digits.length());
    }

    /** The address of at most 64 bits between two places of a text; empty if there is none. */
    static OptionalLong memory(String text, int from, int to) {
        if (from >= to || to - from > 16) {
            return OptionalLong.empty();
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            value = value << 4 | Character.digit(text.charAt(i), 16);
        }
        return OptionalLong.of(value);
    }

    private static Optional<String> group(Wording wording, Matcher m, String name) {
        return wording.names(name) ? Optional.ofNullable(m.group(name)) : Optional.empty();
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
