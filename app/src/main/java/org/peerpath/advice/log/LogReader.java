// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.text.Clean;

/**
 * Reads a kernel log in one pass and constant memory: lines are cut, events are counted, and only lines that may matter
 * are looked at closely.
 */
public final class LogReader {
    private static final int BUFFER = 1 << 20;
    private static final int LONGEST = 4096;
    private static final int SHOWN = 300;
    /** Lines after a lockup in which its call stack may follow, other CPUs' lines in between. */
    private static final int TRACE_LINES = 400;

    private static final Set<EventKind> OF_TRACES =
            EnumSet.of(EventKind.TRACE_CPU, EventKind.TRACE_BACKTRACE, EventKind.TRACE_END);
    /** For the lines that may belong to a call stack, and for the others, where what heads a stack is of no interest. */
    private static final InterestFilter IN_TRACE = filter(kind -> true);

    private static final InterestFilter ELSEWHERE = filter(kind -> !OF_TRACES.contains(kind));

    private static InterestFilter filter(Predicate<EventKind> wanted) {
        return new InterestFilter(Stream.of(EventKind.values())
                .map(kind -> wanted.test(kind) ? kind.needle() : "")
                .toList());
    }

    private static final Pattern FRAME =
            Pattern.compile("^\\s*(?:RIP: [0-9a-f]{4}:|IP: |pc : |lr : )?\\s*(?:\\[<[0-9a-f]+>]\\s*){0,2}(\\? )?"
                    + "([A-Za-z_][\\w.]*)\\+0x[0-9a-f]+/0x[0-9a-f]+.*");

    private final EventLog events = new EventLog();
    private final RepeatedHits hits = new RepeatedHits();
    private final Map<String, EventLog.Entry> traces = new HashMap<>();
    /** Those whose first call stack may still come; with none, what heads a stack is of no interest. */
    private final Set<EventLog.Entry> hungry = Collections.newSetFromMap(new IdentityHashMap<>());

    private Optional<EventLog.Entry> current = Optional.empty();
    private Optional<Hit> lastError = Optional.empty();
    private String unfinished = "";
    private OptionalDouble lastSeconds = OptionalDouble.empty();
    private boolean parts;
    private boolean any;
    private int boot;
    private long line;
    private long traceUntil;
    private boolean callers;
    private boolean framesWanted;

    private LogReader() {}

    /** Reads to the end of the stream, which stays open. */
    public static LogFacts read(InputStream in) throws IOException {
        LogReader reader = new LogReader();
        long bytes = reader.consume(in);
        return new LogFacts(
                reader.events.sorted(reader.parts), reader.line, bytes, reader.boot + 1, reader.events.more());
    }

    private long consume(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int kept = 0;
        long total = 0;
        boolean cut = false;
        while (true) {
            int read = in.read(buffer, kept, buffer.length - kept);
            if (read < 0) {
                if (kept > 0 && !cut) {
                    take(buffer, 0, kept);
                }
                return total;
            }
            total += read;
            int end = kept + read;
            int from = 0;
            for (int i = kept; i < end; i++) {
                if (buffer[i] == '\n') {
                    if (!cut) {
                        take(buffer, from, i);
                    }
                    cut = false;
                    from = i + 1;
                }
            }
            kept = end - from;
            if (kept == buffer.length) {
                // A line longer than the buffer: its beginning is enough.
                if (!cut) {
                    take(buffer, 0, kept);
                }
                cut = true;
                kept = 0;
            } else if (from > 0) {
                System.arraycopy(buffer, from, buffer, 0, kept);
            }
        }
    }

    private void take(byte[] buffer, int from, int to) {
        line++;
        boolean inTrace = line <= traceUntil && !hungry.isEmpty();
        long kinds = (inTrace ? IN_TRACE : ELSEWHERE).found(buffer, from, to);
        boolean close = kinds != 0
                || !unfinished.isEmpty()
                || lastError.isPresent()
                || (inTrace && framesWanted && mayBeFrame(buffer, from, to));
        if (close) {
            String raw = new String(buffer, from, Math.min(to - from, LONGEST), StandardCharsets.UTF_8);
            look(raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw, kinds);
        }
    }

    /** Every frame has its offset: {@code name+0x1a/0x20}. */
    private static boolean mayBeFrame(byte[] buffer, int from, int to) {
        for (int i = from + 1; i < to - 2; i++) {
            if (buffer[i] == '+' && buffer[i + 1] == '0' && buffer[i + 2] == 'x') {
                return true;
            }
        }
        return false;
    }

    private void look(String raw, long kinds) {
        if (!unfinished.isEmpty()) {
            // A mail program broke the line in the middle of an event.
            String whole = unfinished + " " + raw.strip();
            unfinished = "";
            understand(whole, Hit.ANY);
            return;
        }
        int open = raw.lastIndexOf('[');
        if (raw.stripTrailing().endsWith("Event logged")
                || (raw.contains("Event logged [") && raw.indexOf(']', open) < 0)) {
            unfinished = raw.stripTrailing();
            return;
        }
        understand(raw, kinds);
    }

    private void understand(String raw, long kinds) {
        LinePrefix prefix = LinePrefix.strip(raw);
        Optional<Hit> hit = hits.of(prefix.text(), kinds);
        if (hit.isEmpty()) {
            if (line <= traceUntil) {
                frame(prefix);
            }
            lastError = Optional.empty();
            return;
        }
        newBoot(hit.get(), prefix.seconds());
        any = true;
        switch (hit.get().kind()) {
            case BOOT -> {}
            case PSTORE_PART -> parts = true;
            case TRACE_CPU, TRACE_BACKTRACE -> trace(hit.get(), prefix);
            case TRACE_END -> follow(Optional.empty());
            case AER_BIT, AER_STATUS -> bits(hit.get(), prefix, raw);
            case HARD_LOCKUP, SOFT_LOCKUP, RCU_STALL, HUNG_TASK, OOPS, BUG -> {
                Optional<EventLog.Entry> entry = add(hit.get(), prefix, raw);
                entry.ifPresent(e -> open(e, prefix));
            }
            default -> {
                add(hit.get(), prefix, raw);
                lastError = hit.filter(h -> h.kind() == EventKind.AER_ERROR);
            }
        }
    }

    private Optional<EventLog.Entry> add(Hit hit, LinePrefix prefix, String raw) {
        return events.add(hit, boot, line, prefix.seconds(), () -> shown(raw));
    }

    private static String shown(String raw) {
        String text = Clean.line(raw.strip());
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }

    /** A new boot begins with the kernel's version, or where the time since boot falls back and no dump is in parts. */
    private void newBoot(Hit hit, OptionalDouble seconds) {
        boolean back = seconds.isPresent()
                && lastSeconds.isPresent()
                && seconds.getAsDouble() < lastSeconds.getAsDouble() / 2 - 1;
        if (any && (hit.kind() == EventKind.BOOT || (back && !parts))) {
            boot++;
            traces.clear();
            hungry.clear();
            callers = false;
            follow(Optional.empty());
            lastSeconds = OptionalDouble.empty();
        }
        if (seconds.isPresent()) {
            lastSeconds = seconds;
        }
    }

    // ---- Call stacks -----------------------------------------------------------------------------------------------

    private void open(EventLog.Entry entry, LinePrefix prefix) {
        traceUntil = line + TRACE_LINES;
        entry.again();
        if (entry.wantsFrames()) {
            hungry.add(entry);
        } else {
            hungry.remove(entry);
        }
        entry.cpu().ifPresent(cpu -> traces.put(key(cpu), entry));
        belongs(prefix, entry);
        follow(Optional.of(entry));
    }

    private void belongs(LinePrefix prefix, EventLog.Entry entry) {
        prefix.caller().ifPresent(caller -> {
            traces.put(caller, entry);
            callers = true;
        });
    }

    /** Frames that follow are this event's, unless their lines say who printed them. */
    private void follow(Optional<EventLog.Entry> entry) {
        current = entry;
        framesWanted = callers
                ? traces.values().stream().anyMatch(EventLog.Entry::wantsFrames)
                : entry.filter(EventLog.Entry::wantsFrames).isPresent();
    }

    /** A header says whose stack follows: that of the CPU's lockup, else of the stall that asked for it. */
    private void trace(Hit hit, LinePrefix prefix) {
        OptionalInt cpu = hit.cpu();
        if (line > traceUntil || cpu.isEmpty()) {
            return;
        }
        EventLog.Entry own = traces.get(key(cpu.getAsInt()));
        if (own != null) {
            belongs(prefix, own);
            follow(Optional.of(own));
        } else {
            current.ifPresent(e -> belongs(prefix, e));
            follow(current);
        }
        traceUntil = line + TRACE_LINES;
    }

    /** Callers ("C8", "T607") and CPUs in one map. */
    private static String key(int cpu) {
        return "cpu " + cpu;
    }

    private void frame(LinePrefix prefix) {
        Matcher m = FRAME.matcher(prefix.text());
        if (!m.matches() || m.group(1) != null) {
            return;
        }
        Optional<EventLog.Entry> owner = prefix.caller().map(traces::get).or(() -> current);
        owner.ifPresent(entry -> entry.frame(m.group(2)));
    }

    // ---- Error bits ------------------------------------------------------------------------------------------------

    /** The status of an error, or one of its bits, becomes the detail of an event of its own. */
    private void bits(Hit hit, LinePrefix prefix, String raw) {
        lastError.ifPresent(error -> {
            if (hit.kind() == EventKind.AER_STATUS) {
                add(
                        new Hit(
                                EventKind.AER_ERROR,
                                hit.function().or(error::function),
                                OptionalInt.empty(),
                                Optional.of(AerBits.names(hit.detail().orElse("0"), error)),
                                Optional.empty()),
                        prefix,
                        raw);
            }
        });
    }
}
