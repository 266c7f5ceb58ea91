// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peerpath.cli.Command.UsageException;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.ManyHosts;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.evidence.SourceLines;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

/** The sources of a command that takes many: those named, those in lists, and the hosts in folders and archives. */
final class SourceList {
    private static final String STDIN = "-";

    @CommandLine.Parameters(paramLabel = "SOURCE", arity = "0..*", descriptionKey = "sources")
    private List<String> named = new ArrayList<>();

    @CommandLine.Option(names = "--from", paramLabel = "FILE|-", descriptionKey = "from")
    private List<String> lists = new ArrayList<>();

    @CommandLine.Option(names = "--one-host", descriptionKey = "one-host")
    private boolean oneHost;

    /**
     * One source, not read yet.
     *
     * @param name what to call it
     * @param live whether it is a machine that has to be reached
     * @param opener how it is read
     */
    record Entry(String name, boolean live, Opener opener) {
        Snapshot open() throws UnreadableSourceException {
            return opener.open();
        }
    }

    /** Reads a source. */
    @FunctionalInterface
    interface Opener {
        Snapshot open() throws UnreadableSourceException;
    }

    /**
     * Returns all sources in the order named, a folder or archive with several hosts as those hosts.
     *
     * @throws UsageException if none is named
     * @throws UnreadableSourceException if a list cannot be read
     */
    List<Entry> entries(Sources sources) throws UsageException, UnreadableSourceException {
        List<String> all = new ArrayList<>(named);
        for (String list : lists) {
            all.addAll(lines(list));
        }
        if (all.isEmpty()) {
            throw new UsageException(Message.of("cli.no-source"));
        }
        return expanded(all, sources, oneHost);
    }

    /** Returns the hosts that one source holds, or it alone. */
    static List<Entry> of(String source, Sources sources) {
        return expanded(List.of(source), sources, false);
    }

    private static List<Entry> expanded(List<String> all, Sources sources, boolean oneHost) {
        List<Entry> entries = new ArrayList<>();
        for (String source : all) {
            entries.addAll(expanded(source, sources, oneHost));
        }
        return entries;
    }

    private static List<Entry> expanded(String source, Sources sources, boolean oneHost) {
        boolean live = Hosts.isHost(source);
        if (oneHost || live || source.equals(STDIN) || source.startsWith(Samples.PREFIX)) {
            return List.of(
                    new Entry(source, live, () -> oneHost && !live ? Recognizer.open(source) : sources.open(source)));
        }
        try {
            List<ManyHosts.Member> members = ManyHosts.in(source);
            if (!members.isEmpty()) {
                return members.stream()
                        .map(member -> new Entry(member.name(), false, member::open))
                        .toList();
            }
        } catch (UnreadableSourceException e) {
            return List.of(new Entry(source, false, () -> {
                throw e;
            }));
        }
        // What it holds was just looked at; asking again whether it is one host would read it once more.
        return List.of(new Entry(source, false, () -> Recognizer.open(source)));
    }

    private static List<String> lines(String list) throws UsageException, UnreadableSourceException {
        try (Reader in = reader(list)) {
            return SourceLines.read(in);
        } catch (SourceLines.TooLongException e) {
            throw new UsageException(Message.of("cli.list-too-long", Clean.line(list)));
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("cli.list-unreadable", Clean.line(list)));
        }
    }

    private static Reader reader(String list) throws IOException {
        return list.equals(STDIN)
                ? new InputStreamReader(System.in, StandardCharsets.UTF_8)
                : Files.newBufferedReader(Path.of(list));
    }
}
