// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Past;
import org.peerpath.plan.PlanRequest;
import org.peerpath.program.ProgramLog;
import org.peerpath.program.UserFolders;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.core.JacksonException;

/**
 * What was done on hosts: one file for each run below {@code $XDG_STATE_HOME/peerpath/runs}, readable by the user only, a
 * JSON object on each line; beside it what was read of the host before.
 *
 * @param folder where the files are
 */
public record Journal(Path folder) {
    private static final Pattern RUN = Pattern.compile("[0-9]{8}T[0-9]{6}Z-[A-Za-z0-9._-]{1,80}");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String ENDING = ".jsonl";
    private static final String BEFORE = ".before.json.gz";
    private static final long LARGEST = 64L << 20;

    /** The journal of whoever runs the program. */
    public static Journal ofUser() {
        return new Journal(UserFolders.ofUser().state().resolve("runs"));
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

    /**
     * Keeps what was read of the host before a run, to compare with when it is over or undone. Nothing a run needs rests on
     * it: where it cannot be written the run goes on.
     */
    void keepBefore(String run, Snapshot host) {
        try (OutputStream out = Files.newOutputStream(Files.createFile(
                kept(run), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))) {
            SnapshotFile.write(host, out, true);
        } catch (IOException e) {
            ProgramLog.unexpected("keeping the state before " + run, e);
        }
    }

    /** Returns what was read of the host before a run; empty where it was not kept, as by earlier versions. */
    public Optional<Snapshot> before(String run) {
        if (!RUN.matcher(run).matches() || !Files.isRegularFile(kept(run))) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(kept(run))) {
            return Optional.of(SnapshotFile.read(in, run));
        } catch (IOException | UnreadableSourceException e) {
            ProgramLog.unexpected("reading the state before " + run, e);
            return Optional.empty();
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
        return request.goal() == Goal.RESTORE ? past(HostModel.of(host)) : Past.UNREAD;
    }

    /** What runs have done on a host and not undone since. */
    public Past past(HostModel host) throws JournalException {
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

    /**
     * The same before one of these runs. Which host a run was on is told by who the host is; only where that is not known of
     * both, by what it calls itself, and then a person is asked.
     */
    Past past(HostModel host, Optional<String> before) throws JournalException {
        List<String> here = new ArrayList<>();
        List<Past.Done> done = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        List<String> unidentified = new ArrayList<>();
        Set<Address> replaced = new TreeSet<>();
        for (String run : runs().reversed()) {
            if (before.filter(run::equals).isPresent()) {
                break;
            }
            try {
                RunRecord record = read(run);
                HostIdentity then = record.identity().orElse(HostIdentity.UNKNOWN);
                HostIdentity now = HostIdentity.of(host, record.targets());
                HostIdentity.Match match = then.compare(now);
                boolean sameName = record.began()
                        .filter(began ->
                                began.host().equals(host.snapshot().origin().host()))
                        .isPresent();
                if (match == HostIdentity.Match.OTHER || (match == HostIdentity.Match.UNKNOWN && !sameName)) {
                    continue;
                }
                if (match == HostIdentity.Match.UNKNOWN && !record.done().isEmpty()) {
                    unidentified.add(run);
                }
                here.add(run);
                done.addAll(record.done());
                then.replacedIn(now).flatMap(Address::parse).ifPresent(replaced::add);
            } catch (JournalException e) {
                damaged.add(run);
            }
        }
        return new Past(true, here, done, damaged, unidentified, replaced);
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

    private Path kept(String run) {
        return folder.resolve(run + BEFORE);
    }

    private static JournalException failed(String run, IOException e) {
        return new JournalException(Message.of("journal.failed", run, Clean.line(String.valueOf(e.getMessage()))), e);
    }
}
