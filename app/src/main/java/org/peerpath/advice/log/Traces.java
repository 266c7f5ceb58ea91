// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives the frames of call stacks to the events they belong to, also where several CPUs print at once. */
final class Traces {
    /** Lines after a lockup in which its call stack may follow, other CPUs' lines in between. */
    private static final int LINES = 400;

    private static final Pattern FRAME =
            Pattern.compile("^\\s*(?:RIP: [0-9a-f]{4}:|IP: |pc : |lr : )?\\s*(?:\\[<[0-9a-f]+>]\\s*){0,2}(\\? )?"
                    + "([A-Za-z_][\\w.]*)\\+0x[0-9a-f]+/0x[0-9a-f]+.*");

    private final Map<String, EventLog.Entry> owners = new HashMap<>();
    /** Those whose first call stack may still come; with none, what heads a stack is of no interest. */
    private final Set<EventLog.Entry> hungry = Collections.newSetFromMap(new IdentityHashMap<>());

    private Optional<EventLog.Entry> current = Optional.empty();
    private long until;
    private boolean callers;
    private boolean framesWanted;

    /** Whether a line may belong to a stack that is still wanted. */
    boolean awaits(long line) {
        return line <= until && !hungry.isEmpty();
    }

    boolean framesWanted() {
        return framesWanted;
    }

    /** Every frame has its offset: {@code name+0x1a/0x20}. */
    static boolean mayBeFrame(byte[] buffer, int from, int to) {
        for (int i = from + 1; i < to - 2; i++) {
            if (buffer[i] == '+' && buffer[i + 1] == '0' && buffer[i + 2] == 'x') {
                return true;
            }
        }
        return false;
    }

    /** Another boot: no stack goes on. */
    void clear() {
        owners.clear();
        hungry.clear();
        callers = false;
        follow(Optional.empty());
    }

    /** An event after which a stack may follow. */
    void open(EventLog.Entry entry, Optional<String> caller, long line) {
        until = line + LINES;
        entry.again();
        if (entry.wantsFrames()) {
            hungry.add(entry);
        } else {
            hungry.remove(entry);
        }
        entry.cpu().ifPresent(cpu -> owners.put(key(cpu), entry));
        belongs(caller, entry);
        follow(Optional.of(entry));
    }

    /** A header says whose stack follows: that of the CPU's lockup, else of the stall that asked for it. */
    void header(OptionalInt cpu, Optional<String> caller, long line) {
        if (line > until || cpu.isEmpty()) {
            return;
        }
        EventLog.Entry own = owners.get(key(cpu.getAsInt()));
        if (own != null) {
            belongs(caller, own);
            follow(Optional.of(own));
        } else {
            current.ifPresent(e -> belongs(caller, e));
            follow(current);
        }
        until = line + LINES;
    }

    void end() {
        follow(Optional.empty());
    }

    /** A line that may be a frame. */
    void frame(String text, Optional<String> caller, long line) {
        if (line > until) {
            return;
        }
        Matcher m = FRAME.matcher(text);
        if (!m.matches() || m.group(1) != null) {
            return;
        }
        Optional<EventLog.Entry> owner = caller.map(owners::get).or(() -> current);
        owner.ifPresent(entry -> entry.frame(m.group(2)));
    }

    private void belongs(Optional<String> caller, EventLog.Entry entry) {
        caller.ifPresent(by -> {
            owners.put(by, entry);
            callers = true;
        });
    }

    /** Frames that follow are this event's, unless their lines say who printed them. */
    private void follow(Optional<EventLog.Entry> entry) {
        current = entry;
        framesWanted = callers
                ? owners.values().stream().anyMatch(EventLog.Entry::wantsFrames)
                : entry.filter(EventLog.Entry::wantsFrames).isPresent();
    }

    /** Callers ("C8", "T607") and CPUs in one map. */
    private static String key(int cpu) {
        return "cpu " + cpu;
    }
}
