// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** The watch over a real host: a script there that holds the lock, and is started anew when the connection breaks. */
final class HostWatch implements HostChannel {
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final Duration FIRST = Duration.ofMinutes(2);
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final Duration LET_GO = Duration.ofSeconds(8);
    private static final String BUSY = "run.locked";
    /** What is shown of the log is its end; each line was judged when it came. */
    private static final int MOST_LINES = 200;
    /** A record of /dev/kmsg: priority, number, microseconds since boot, flags; text (Documentation/ABI/testing/dev-kmsg). */
    private static final Pattern RECORD = Pattern.compile("\\d+,(\\d+),(\\d+),[^;]*;(.*)");

    private final Host host;
    private final String owner;
    private final String mark = "@@" + UUID.randomUUID();
    private final CompletableFuture<Void> locked = new CompletableFuture<>();
    private final Deque<String> log = new ArrayDeque<>();
    private final Alarms alarms = new Alarms();
    private final Thread thread;
    private String boot = "";
    private long since;
    private long next;
    private boolean holding;
    private volatile long heard = System.nanoTime();
    private volatile boolean closed;

    private HostWatch(Host host, String owner) {
        this.host = host;
        this.owner = owner;
        this.thread = Thread.ofVirtual().name("watch over " + host.name()).unstarted(this::work);
    }

    /** A lock that was let go of this moment is still held for as long as the script there takes to notice. */
    static HostWatch start(Host host, String owner) throws HostException, InterruptedException {
        long until = System.nanoTime() + LET_GO.toNanos();
        while (true) {
            HostWatch watch = new HostWatch(host, owner);
            watch.thread.start();
            try {
                watch.locked.get(FIRST.toMillis(), TimeUnit.MILLISECONDS);
                return watch;
            } catch (ExecutionException e) {
                watch.close();
                if (!(e.getCause() instanceof HostException why)) {
                    throw new IllegalStateException(e.getCause());
                }
                if (!why.reason().key().equals(BUSY) || System.nanoTime() > until) {
                    throw why;
                }
            } catch (TimeoutException e) {
                watch.close();
                throw new HostException(
                        HostException.Kind.TIMED_OUT,
                        Message.of("host.timed-out", host.name(), Long.toString(FIRST.toSeconds())),
                        e);
            } catch (InterruptedException e) {
                watch.close();
                throw e;
            }
            Thread.sleep(AGAIN);
        }
    }

    private void work() {
        while (!closed) {
            try {
                host.<Void, HostException>run(
                        new Host.Script(Scripts.watch(mark, owner), Host.Privilege.ROOT, LONGEST), this::consume);
            } catch (HostException e) {
                locked.completeExceptionally(e);
            } catch (InterruptedException e) {
                return;
            } finally {
                lost();
            }
            try {
                Thread.sleep(AGAIN);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void lost() {
        holding = false;
    }

    private Void consume(InputStream in) throws IOException, HostException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 4);
            if (words[0].equals(mark) && words.length > 1) {
                own(words);
            } else {
                kernel(line);
            }
        }
        throw new HostException(HostException.Kind.GONE, Message.of("run.watch-ended", host.name()));
    }

    private void own(String[] words) throws HostException {
        switch (words[1]) {
            case "pulse" -> heard = System.nanoTime();
            case "locked" -> begun(words);
            case "busy" ->
                throw new HostException(
                        HostException.Kind.FAILED,
                        Message.of(BUSY, host.name(), words.length > 2 ? Clean.line(words[2]) : "–"));
            case "no-flock" ->
                throw new HostException(HostException.Kind.FAILED, Message.of("run.no-flock", host.name()));
            case "no-log" -> throw new HostException(HostException.Kind.FAILED, Message.of("run.no-log", host.name()));
            default -> throw new HostException(HostException.Kind.FAILED, Message.of("run.no-lock", host.name()));
        }
    }

    private synchronized void begun(String[] words) {
        heard = System.nanoTime();
        holding = true;
        String now = words.length > 2 ? words[2] : "";
        if (!now.equals(boot)) {
            // Of another boot everything is news but what was there before this watch first began.
            since = boot.isEmpty() ? micros(words) : 0;
            next = 0;
            boot = now;
        }
        locked.complete(null);
    }

    private static long micros(String[] words) {
        try {
            return words.length > 3 ? Math.round(Double.parseDouble(words[3]) * 1_000_000) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private synchronized void kernel(String line) {
        Matcher record = RECORD.matcher(line);
        if (!record.matches()
                || record.group(1).length() > 15
                || record.group(2).length() > 15) {
            return;
        }
        long number = Long.parseLong(record.group(1));
        long micros = Long.parseLong(record.group(2));
        if (number < next) {
            return;
        }
        // The kernel numbers its records without gaps.
        if (next > 0 && number > next) {
            alarms.lost(number - next);
        }
        next = number + 1;
        if (micros < since) {
            return;
        }
        String text = String.format(
                Locale.ROOT, "[%5d.%06d] %s", micros / 1_000_000, micros % 1_000_000, Clean.line(record.group(3)));
        alarms.line(text);
        log.add(text);
        if (log.size() > MOST_LINES) {
            log.removeFirst();
        }
    }

    @Override
    public Optional<Message> alarm() {
        return alarms.first();
    }

    @Override
    public Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heard);
    }

    @Override
    public synchronized boolean locked() {
        return holding;
    }

    @Override
    public synchronized List<String> log() {
        return new ArrayList<>(log);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
