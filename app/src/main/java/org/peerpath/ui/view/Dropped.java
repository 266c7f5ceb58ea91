// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Readout;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Files that a person dropped, by what they are.
 *
 * @param measured outputs of benchmarks that hold a figure
 * @param sources everything else
 */
record Dropped(List<Readout> measured, List<Path> sources) {
    private static final long LARGEST = 64L * 1024 * 1024;

    static Dropped of(List<Path> files) {
        List<Readout> measured = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        for (Path file : files) {
            Readout read = read(file);
            if (read.figures().isEmpty()) {
                sources.add(file);
            } else {
                measured.add(read);
            }
        }
        return new Dropped(List.copyOf(measured), List.copyOf(sources));
    }

    /** What it tells; nothing where it is no output of a benchmark. */
    private static Readout read(Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST) {
                try (InputStream in = Files.newInputStream(file)) {
                    return MeasurementReader.read(in, file.getFileName().toString());
                }
            }
        } catch (IOException | UnreadableSourceException e) {
            // Opened as a source, it says what is wrong with it.
        }
        return Readout.nothing();
    }
}
