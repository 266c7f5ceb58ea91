// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.advice.Findings;
import org.peerpath.advice.HostState;
import org.peerpath.path.PathReport;
import org.peerpath.pci.AcsBit;
import org.peerpath.program.Version;

/** What a picture in a file needs to speak for itself: why the host is as it is, when it was read, by what, and the controls. */
final class Imprint {
    /** The same in every time zone and language: one snapshot, one picture. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Scene scene;
    private final List<PathReport> reports;

    Imprint(Scene scene, List<PathReport> reports) {
        this.scene = scene;
        this.reports = reports;
    }

    /** The worst thing about the host, then when it was read and which program drew it. */
    List<String> head(double room, double size) {
        List<String> lines = new ArrayList<>();
        why().ifPresent(sentence -> lines.addAll(wrapped(sentence, room, size)));
        lines.add(made());
        return lines;
    }

    private Optional<String> why() {
        return reports.isEmpty()
                ? Optional.empty()
                : Optional.of(HostState.of(
                                scene.host(),
                                reports,
                                Findings.of(scene.host(), reports.getFirst().scenario(), reports)))
                        .filter(state -> state.worst().isPresent())
                        .map(state -> scene.words().texts().say(state.sentence()));
    }

    private String made() {
        Optional<Instant> read = scene.host().snapshot().origin().readAt();
        String program =
                "Peerpath" + Version.ofProgram().map(version -> " " + version).orElse("");
        return read.map(TIME::format)
                .map(time -> scene.words().say("diagram.made", time, program))
                .orElseGet(() -> scene.words().say("diagram.made.undated", program));
    }

    /** What the two letters of a control stand for. */
    List<String> controls(double room, double size) {
        String all = Stream.of(AcsBit.values())
                .map(bit -> bit.name() + "\u00a0" + scene.words().control(bit).replace(' ', '\u00a0'))
                .collect(Collectors.joining(" · "));
        return wrapped(all, room, size).stream()
                .map(line -> line.replace('\u00a0', ' '))
                .toList();
    }

    /** In as many lines as it needs, ended at blanks. */
    private List<String> wrapped(String text, double room, double size) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && scene.measure().width(longer, Typeface.SANS, size) > room) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(word);
            } else {
                line.setLength(0);
                line.append(longer);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
