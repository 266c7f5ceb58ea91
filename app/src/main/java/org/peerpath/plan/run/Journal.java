// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Past;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.core.JacksonException;

/**
 * What was done on hosts: one file for each run below {@code $XDG_STATE_HOME/peerpath/runs}, readable by the user only, a
 * JSON object on each line.
 *
 * @param folder where the files are
 */
public record Journal(Path folder) {
    private static final Pattern RUN = Pattern.compile("[0-9]{8}T[0-9]{6}Z-[A-Za-z0-9._-]{1,80}");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String ENDING = ".jsonl";
    private static final long LARGEST = 64L << 20;

    /** The journal of whoever runs the program. */
    public static Journal ofUser() {
        return ofUser(System.getenv(), Path.of(System.getProperty("user.home", "/")));
    }

    /** The user's own journal (XDG Base Directory 0.8). */
    static Journal ofUser(Map<String, String> environment, Path home) {
        String configured = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base = configured.startsWith("/")
                ? Path.of(configured)
                : home.resolve(".local").resolve("state");
        return new Journal(base.resolve("peerpath").resolve("runs"));
    }

    /**
     * A new run.
     *
     * @param host what the user calls the host; becomes part of the run's name
     */
    public JournalWriter begin(String host, Instant now) throws JournalException {
        String plain = host.replaceAll("[^A-Za-z0-9._-]+", "-");
        String stem = TIME.format(now) + "-" + plain.substring(0, Math.min(60, plain.length()));
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            String run = stem;
            for (int n = 2; Files.exists(file(run)); n++) {
                run = stem + "-" + n;
            }
            return JournalWriter.open(file(run), run, true);
        } catch (IOException e) {
            throw failed(stem, e);
        }
    }

    /** A run that goes on, or is undone. */
    public JournalWriter reopen(String run) throws JournalException {
        try {
            return JournalWriter.open(existing(run), run, false);
        } catch (IOException e) {
            throw failed(run, e);
        }
    }

    /** The names of all runs, the newest first. */
    public List<String> runs() throws JournalException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .filter(name -> RUN.matcher(name).matches())
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw failed(folder.toString(), e);
        }
    }

    /**
     * What is written down of a run.
     *
     * @throws JournalException if there is no such run, or its file is damaged other than by a last line cut short
     */
    public RunRecord read(String run) throws JournalException {
        Path file = existing(run);
        List<Entry> entries = new ArrayList<>();
        try {
            if (Files.size(file) > LARGEST) {
                throw new JournalException(Message.of("journal.too-large", run));
            }
            String all = Files.readString(file, StandardCharsets.UTF_8);
            String[] lines = all.split("\n", -1);
            for (int i = 0; i < lines.length - 1; i++) {
                entries.add(entry(run, i + 1, lines[i]));
            }
            // What follows the last line break was being written when the program ended: it never came to count.
            return new RunRecord(run, entries);
        } catch (IOException e) {
            throw failed(run, e);
        }
    }

    /** Writes down that a person leaves a run, and the host, as they are. */
    public void leave(String run, Instant now) throws JournalException {
        try (JournalWriter writer = reopen(run)) {
            writer.write(new Entry.Closed(now, RunState.LEFT, Message.of("run.left")));
        }
    }

    /** The newest run on a host that something is left to do about. */
    public Optional<RunRecord> unfinished(String source) throws JournalException {
        for (String run : runs()) {
            RunRecord record = read(run);
            if (record.source().filter(source::equals).isPresent()) {
                return Optional.of(record).filter(it -> it.state().open());
            }
        }
        return Optional.empty();
    }

    /** What a plan needs to know of earlier runs on the host: only going back needs anything. */
    public Past pastFor(PlanRequest request, Snapshot host) throws JournalException {
        return request.goal() == Goal.RESTORE ? past(host.origin().host()) : Past.UNREAD;
    }

    /** What runs have done on a host and not undone since. */
    public Past past(String host) throws JournalException {
        return past(host, Optional.empty());
    }

    /** The trials of firmware on a host, the oldest first; what is damaged tells of none. */
    public List<FirmwareTrial> trials(String host) throws JournalException {
        List<FirmwareTrial> trials = new ArrayList<>();
        for (String run : runs().reversed()) {
            try {
                RunRecord record = read(run);
                if (record.began().filter(began -> began.host().equals(host)).isPresent()) {
                    record.trial().ifPresent(trials::add);
                }
            } catch (JournalException e) {
                // Listing the journal names it.
            }
        }
        return trials;
    }

    /** The same before one of these runs. */
    Past past(String host, Optional<String> before) throws JournalException {
        List<String> here = new ArrayList<>();
        List<Past.Done> done = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (String run : runs().reversed()) {
            if (before.filter(run::equals).isPresent()) {
                break;
            }
            try {
                RunRecord record = read(run);
                if (record.began().filter(began -> began.host().equals(host)).isPresent()) {
                    here.add(run);
                    done.addAll(record.done());
                }
            } catch (JournalException e) {
                damaged.add(run);
            }
        }
        return new Past(true, here, done, damaged);
    }

    private static Entry entry(String run, int line, String text) throws JournalException {
        try {
            return EntryJson.parse(text);
        } catch (JacksonException e) {
            throw new JournalException(Message.of("journal.damaged", run, Integer.toString(line)), e);
        }
    }

    private Path existing(String run) throws JournalException {
        if (!RUN.matcher(run).matches() || !Files.isRegularFile(file(run))) {
            throw new JournalException(Message.of("journal.no-such-run", Clean.line(run)));
        }
        return file(run);
    }

    private Path file(String run) {
        return folder.resolve(run + ENDING);
    }

    private static JournalException failed(String run, IOException e) {
        return new JournalException(Message.of("journal.failed", run, Clean.line(String.valueOf(e.getMessage()))), e);
    }
}
