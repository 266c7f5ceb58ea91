// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.peerpath.cli.SourceList.Entry;
import org.peerpath.fleet.Drift;
import org.peerpath.fleet.HostIndex;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.HostRecords;
import org.peerpath.fleet.Policy;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * Reads and judges many hosts side by side and keeps a record of each, so that memory does not grow with what was read.
 * Ctrl-C ends the reading; what is done by then is kept.
 */
final class FleetReading {
    /** Hosts reached at the same time: those that do not answer together take one time limit, not one each. */
    private static final int LIVE_AT_ONCE = 256;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long LONGEST_CLOSING_SECONDS = 20;

    private final Terminal terminal;
    private final Scenario scenario;
    private final Policy policy;
    private final FleetFigures figures;
    private final HostIndex<Entry> baseline = new HostIndex<>();
    private final Set<Entry> found = ConcurrentHashMap.newKeySet();
    /** Records by what they are, not by what they say: two hosts may say the same. */
    private final Map<HostRecord, Entry> read = Collections.synchronizedMap(new IdentityHashMap<>());

    private final ConcurrentLinkedQueue<HostRecord> done = new ConcurrentLinkedQueue<>();
    private final Thread reader = Thread.currentThread();
    private volatile boolean stopped;

    FleetReading(Terminal terminal, Scenario scenario, Policy policy, FleetFigures figures) {
        this.figures = figures;
        this.terminal = terminal;
        this.scenario = scenario;
        this.policy = policy;
    }

    /** Takes hosts to compare with; what of them cannot be read is said. */
    void baseline(List<Entry> entries) throws InterruptedException {
        Map<Entry, HostIndex.Who> read = new ConcurrentHashMap<>();
        each(entries, entry -> {
            try {
                // Only who it is: what it holds is read again for the one host it is compared with.
                read.put(entry, HostIndex.Who.of(entry.open()));
            } catch (UnreadableSourceException e) {
                terminal.complain(e.reason());
            }
        });
        // In the order named: of two readings of one host the first counts.
        for (Entry entry : entries) {
            Optional.ofNullable(read.get(entry)).ifPresent(who -> baseline.add(who, entry));
        }
    }

    /** Returns the records of all hosts that could be asked before the reading ended. */
    List<HostRecord> read(List<Entry> entries) throws InterruptedException {
        Thread closing = new Thread(this::stop);
        Runtime.getRuntime().addShutdownHook(closing);
        try {
            each(entries, entry -> {
                HostRecord record = record(entry);
                // Of a host whose reading was ended nothing is known, not even that it cannot be reached.
                if (!stopped) {
                    read.put(record, entry);
                    done.add(record);
                }
            });
        } finally {
            forget(closing);
        }
        List<HostRecord> all = new ArrayList<>(done);
        if (stopped) {
            terminal.complain(Message.of("fleet.stopped", all.size(), entries.size()));
        }
        return all;
    }

    /** Reads a host that was read before once more, for its picture; a machine is not asked twice. */
    HostModel again(HostRecord host) throws UnreadableSourceException {
        Entry entry = read.get(host);
        if (entry == null || entry.live()) {
            throw new UnreadableSourceException(Message.of("fleet.html.no-picture", host.host()));
        }
        return HostModel.of(entry.open());
    }

    /** Returns the hosts of the baseline that are not among those read. */
    List<String> gone() {
        return baseline.all().stream()
                .filter(entry -> !found.contains(entry))
                .map(Entry::name)
                .toList();
    }

    /** Does something with each source, several at a time, until that is told to end. */
    private void each(List<Entry> entries, Consumer<Entry> work) throws InterruptedException {
        Semaphore live = new Semaphore(LIVE_AT_ONCE);
        Semaphore files = new Semaphore(Runtime.getRuntime().availableProcessors());
        ExecutorService readers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("peerpath-fleet-", 0).factory());
        AtomicInteger ready = new AtomicInteger();
        try {
            for (Entry entry : entries) {
                readers.execute(() -> one(entry.live() ? live : files, () -> {
                    work.accept(entry);
                    ready.incrementAndGet();
                }));
            }
            readers.shutdown();
            long start = System.nanoTime();
            while (!stopped && !readers.awaitTermination(SECOND.toMillis(), TimeUnit.MILLISECONDS)) {
                progress(ready.get(), entries.size(), System.nanoTime() - start);
            }
        } finally {
            readers.shutdownNow();
            terminal.wipeProgress();
        }
    }

    private static void one(Semaphore turns, Runnable work) {
        try {
            turns.acquire();
            try {
                work.run();
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HostRecord record(Entry entry) {
        try {
            HostModel host = HostModel.of(entry.open());
            Scenario asked = policy.scenario(host.snapshot().origin().host()).orElse(scenario);
            HostRecord record = HostRecords.of(Answer.of(host, asked, PathSelection.DEFAULT), policy)
                    .measured(figures.of(host, entry.name(), asked));
            Optional<Entry> before = baseline.find(HostIndex.Who.of(host.snapshot()));
            if (before.isEmpty()) {
                return record;
            }
            found.add(before.get());
            return record.changed(Drift.between(HostModel.of(before.get().open()), host));
        } catch (UnreadableSourceException e) {
            return HostRecords.without(
                    entry.name(),
                    scenario,
                    entry.live() ? HostRecord.State.UNREACHABLE : HostRecord.State.UNREADABLE,
                    e.reason());
        }
    }

    private void progress(int ready, int all, long nanoseconds) {
        if (terminal.watched() && ready == 0) {
            terminal.progress(Message.of("fleet.progress.begun", all));
        } else if (terminal.watched()) {
            double rate = ready / (nanoseconds / 1e9);
            long left = Math.round((all - ready) / rate);
            terminal.progress(Message.of(
                    "fleet.progress",
                    ready,
                    all,
                    String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate),
                    String.format(Locale.ROOT, "%d:%02d", left / 60, left % 60)));
        }
    }

    /** Runs when the program is told to end: the reading stops, and what is done is still printed. */
    private void stop() {
        stopped = true;
        try {
            reader.join(Duration.ofSeconds(LONGEST_CLOSING_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread closing) {
        try {
            Runtime.getRuntime().removeShutdownHook(closing);
        } catch (IllegalStateException e) {
            // The program is ending: the hook is running and waits for this thread.
        }
    }
}
