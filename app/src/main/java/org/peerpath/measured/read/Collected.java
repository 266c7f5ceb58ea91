// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the readers of one file put what they find; bounded. */
final class Collected {
    private static final int MOST_FIGURES = 100_000;
    private static final int MOST_OBSERVATIONS = 10_000;

    private final Set<Tool> tools = EnumSet.noneOf(Tool.class);
    private final List<Figure> figures = new ArrayList<>();
    private final Set<Observation> observations = new LinkedHashSet<>();
    private Optional<String> visible = Optional.empty();
    private final Map<Integer, Ranks> ranks = new HashMap<>();
    private int runs;

    /** Notes that the file holds output of a tool. */
    void saw(Tool tool) {
        tools.add(tool);
    }

    void add(Figure figure) {
        tools.add(figure.tool());
        if (figures.size() < MOST_FIGURES) {
            figures.add(figure);
        }
    }

    void add(Tool tool, Observation.Kind kind, int line, String... args) {
        tools.add(tool);
        if (observations.size() < MOST_OBSERVATIONS) {
            observations.add(new Observation(tool, kind, List.of(args), line));
        }
    }

    void visible(String devices, Tool tool, int line) {
        visible = Optional.of(devices);
        add(tool, Observation.Kind.VISIBLE_DEVICES, line, devices);
    }

    void ranks(int run, Ranks of) {
        ranks.put(run, of);
    }

    /** Returns the number of the run that begins, from 1. */
    int nextRun() {
        return ++runs;
    }

    Readout under(String name) {
        List<Figure> inOrder = figures.stream()
                .sorted(Comparator.comparingInt(figure -> figure.printed().line()))
                .toList();
        List<Observation> said = observations.stream()
                .sorted(Comparator.comparingInt(Observation::line))
                .toList();
        return new Readout(name, tools, inOrder, said, visible, ranks);
    }
}
