// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything one file told.
 *
 * @param name the file
 * @param tools whose outputs it holds
 * @param figures the figures, in the order they were printed
 * @param observations what else was said, in the order it was said
 * @param visible {@code CUDA_VISIBLE_DEVICES} where the text tells it
 * @param ranks who took part in each run of a collective, by its number
 */
public record Readout(
        String name,
        Set<Tool> tools,
        List<Figure> figures,
        List<Observation> observations,
        Optional<String> visible,
        Map<Integer, Ranks> ranks) {
    public Readout {
        tools = Set.copyOf(tools);
        figures = List.copyOf(figures);
        observations = List.copyOf(observations);
        ranks = Map.copyOf(ranks);
    }

    /** What a file tells that is no output of a benchmark. */
    public static Readout nothing() {
        return new Readout("", Set.of(), List.of(), List.of(), Optional.empty(), Map.of());
    }
}
