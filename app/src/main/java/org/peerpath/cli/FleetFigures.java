// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.fleet.HostFigures;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Outputs of benchmarks by host: in a folder, a folder or files called like the host. Snapshots and whatever else lies
 * there are passed over, so that the folder of the hosts themselves may be given.
 */
final class FleetFigures {
    private static final int MOST_NAMES = 1_000_000;
    private static final int MOST_FILES = 1_000;
    /** A host's name, and up to three endings. */
    private static final Pattern FILE = Pattern.compile("(.{1,255}?)((?:\\.[A-Za-z0-9_-]{1,16}){0,3})");

    private final Map<String, List<Path>> byName = new HashMap<>();

    private FleetFigures() {}

    /** Returns nothing for any host. */
    static FleetFigures none() {
        return new FleetFigures();
    }

    /**
     * Returns what a folder holds.
     *
     * @throws UnreadableSourceException if it cannot be listed
     */
    static FleetFigures in(String folder) throws UnreadableSourceException {
        FleetFigures figures = new FleetFigures();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(folder))) {
            int count = 0;
            for (Path path : all) {
                if (++count > MOST_NAMES) {
                    break;
                }
                figures.add(path);
            }
        } catch (IOException | InvalidPathException e) {
            throw new UnreadableSourceException(Message.of("measured.unreadable", Clean.line(folder)), e);
        }
        return figures;
    }

    private void add(Path path) {
        String name = String.valueOf(path.getFileName());
        put(name, path);
        Matcher parts = FILE.matcher(name);
        if (!Files.isDirectory(path) && parts.matches() && !parts.group(2).isEmpty()) {
            // A host's name may hold dots too: node1.site.txt is of node1.site and, if there is one, of node1.
            for (int dot = name.lastIndexOf('.'); dot >= parts.end(1); dot = name.lastIndexOf('.', dot - 1)) {
                put(name.substring(0, dot), path);
            }
        }
    }

    private void put(String name, Path path) {
        byName.computeIfAbsent(name, n -> new ArrayList<>()).add(path);
    }

    /**
     * Returns what was measured on a host; empty where nothing of it could be held against a pair.
     *
     * @param source what the host was read from: its last part names it too
     */
    Optional<HostFigures> of(HostModel host, String source, Scenario scenario) {
        if (byName.isEmpty()) {
            return Optional.empty();
        }
        List<Readout> readouts = new ArrayList<>();
        files(names(host, source)).forEach(file -> read(file).ifPresent(readouts::add));
        return readouts.isEmpty()
                ? Optional.empty()
                : HostFigures.of(Measurements.of(host, scenario, readouts, Optional.empty()));
    }

    private static Set<String> names(HostModel host, String source) {
        Set<String> names = new HashSet<>(Set.of(host.snapshot().origin().host()));
        String last = source.substring(source.lastIndexOf('/') + 1);
        names.add(last);
        for (int dot = last.lastIndexOf('.'); dot > 0; dot = last.lastIndexOf('.', dot - 1)) {
            names.add(last.substring(0, dot));
        }
        return names;
    }

    /** What cannot be listed says nothing about the host. */
    private static List<Path> inside(Path folder) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(files::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return files;
    }

    /** In the order of their names; of a folder the files directly in it. */
    private List<Path> files(Set<String> names) {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            for (Path path : byName.getOrDefault(name, List.of())) {
                files.addAll(Files.isDirectory(path) ? inside(path) : List.of(path));
            }
        }
        return files.stream()
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .distinct()
                .sorted()
                .limit(MOST_FILES)
                .toList();
    }

    /** What is no output of a benchmark is something else of the host. */
    private static Optional<Readout> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(MeasurementReader.read(in, file.toString()));
        } catch (IOException | UnreadableSourceException e) {
            return Optional.empty();
        }
    }
}
