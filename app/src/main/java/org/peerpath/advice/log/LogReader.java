// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.peerpath.text.Clean;

/**
 * Reads a log in one pass and constant memory: lines are cut, events are counted, and only lines that may matter are
 * looked at closely.
 */
public final class LogReader implements LogLines.Taker {
    private static final int LONGEST = 4096;
    private static final int SHOWN = 300;

    private static final Set<EventKind> OF_TRACES =
            EnumSet.of(EventKind.TRACE_CPU, EventKind.TRACE_BACKTRACE, EventKind.TRACE_END);
    /** For the lines that may belong to a call stack, and for the others, where what heads a stack is of no interest. */
    private static final InterestFilter IN_TRACE = Wordings.filter(kind -> true);

    private static final InterestFilter ELSEWHERE = Wordings.filter(kind -> !OF_TRACES.contains(kind));

    private final EventLog events = new EventLog();
    private final LogTopology topology = new LogTopology();
    private final Records records = new Records(this::event, topology);
    private final RepeatedHits hits = new RepeatedHits();
    private final Traces traces = new Traces();
    private final Boots boots = new Boots();
    private final LogShape shape = new LogShape();
    private String unfinished = "";
    private boolean parts;
    private boolean nccl;
    private long line;

    private LogReader() {}

    /** Reads to the end of the stream, which stays open. */
    public static LogFacts read(InputStream in) throws IOException {
        LogReader reader = new LogReader();
        return reader.facts(LogLines.read(WideText.narrow(in), reader));
    }

    /** Reads a text that is at hand, be it one line, in no more memory than it takes. */
    public static LogFacts read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        LogReader reader = new LogReader();
        try {
            return reader.facts(LogLines.read(new ByteArrayInputStream(bytes), bytes.length, reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LogFacts facts(long bytes) {
        records.flush();
        return new LogFacts(
                events.sorted(parts),
                topology,
                line,
                bytes,
                boots.boot() + 1,
                events.more(),
                events.anyTrouble() || (!shape.isDamaged() && (nccl || shape.isLog() || events.any())),
                shape.from(),
                shape.to());
    }

    @Override
    public void take(byte[] buffer, int from, int to) {
        line++;
        boolean inTrace = traces.awaits(line);
        long kinds = (inTrace ? IN_TRACE : ELSEWHERE).found(buffer, from, to);
        boolean sample = LogShape.isSample(line);
        boolean close = kinds != 0
                || !unfinished.isEmpty()
                || records.isOpen()
                || (inTrace && traces.framesWanted() && Traces.mayBeFrame(buffer, from, to));
        if (!close && !sample) {
            return;
        }
        String raw = text(buffer, from, to);
        if (sample) {
            shape.look(raw);
        }
        if (close) {
            look(raw, kinds);
        }
    }

    @Override
    public void passed(byte[] buffer, int from, int to) {
        shape.passed(text(buffer, from, to));
    }

    private static String text(byte[] buffer, int from, int to) {
        int end = to > from && buffer[to - 1] == '\r' ? to - 1 : to;
        return new String(buffer, from, Math.min(end - from, LONGEST), StandardCharsets.UTF_8);
    }

    private void look(String raw, long kinds) {
        if (!unfinished.isEmpty()) {
            // A mail program broke the line in the middle of an event.
            String whole = unfinished + " " + raw.strip();
            unfinished = "";
            understand(whole, Hit.ANY);
            return;
        }
        int logged = raw.indexOf("Event logged");
        if (logged >= 0 && raw.indexOf(']', logged) < 0) {
            unfinished = raw.stripTrailing();
            return;
        }
        understand(raw, kinds);
    }

    private void understand(String raw, long kinds) {
        LinePrefix prefix = LinePrefix.strip(raw);
        Optional<Hit> found = hits.of(prefix.text(), kinds);
        if (found.isEmpty()) {
            traces.frame(prefix.text(), prefix.caller(), line);
            records.other(prefix, raw, line);
            return;
        }
        Hit hit = found.get();
        if (boots.next(hit.kind() == EventKind.BOOT, prefix.stamp(), parts)) {
            records.flush();
            traces.clear();
        }
        switch (hit.kind()) {
            case PSTORE_PART -> parts = true;
            case NCCL_SAYS -> nccl = true;
            case TRACE_CPU, TRACE_BACKTRACE -> traces.header(hit.cpu(), prefix.caller(), line);
            case TRACE_END -> traces.end();
            default -> records.line(hit, prefix, raw, line);
        }
    }

    private void event(Hit hit, LinePrefix prefix, String raw, long at) {
        Optional<EventLog.Entry> entry = events.again(hit, boots.boot(), prefix.stamp());
        if (entry.isEmpty()) {
            entry = events.begin(hit, boots.boot(), at, prefix.stamp(), shown(raw));
        }
        boolean stacked = switch (hit.kind()) {
            case HARD_LOCKUP, SOFT_LOCKUP, RCU_STALL, HUNG_TASK, OOPS, BUG -> true;
            default -> false;
        };
        if (stacked) {
            entry.ifPresent(e -> traces.open(e, prefix.caller(), line));
        }
    }

    private static String shown(String raw) {
        String text = Clean.line(raw.strip());
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
