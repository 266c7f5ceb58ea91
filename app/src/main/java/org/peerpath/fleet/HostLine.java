// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.text.Texts;
import tools.jackson.databind.json.JsonMapper;

/**
 * One host as one line of JSON ({@code peerpath.host/1}), laid out so that a database reads a file of them as it is: the
 * same columns in every line.
 */
record HostLine(
        String schema,
        String host,
        String source,
        String identity,
        @Nullable String readAt,
        String scenario,
        String state,
        String group,
        int inside,
        int nearest,
        int errors,
        int warnings,
        @Nullable Worst worst,
        List<String> causes,
        List<String> accepted,
        Map<String, List<String>> firmware,
        List<String> rules,
        List<String> links,
        String kernel,
        String board,
        List<String> changed,
        @Nullable Figures measured) {
    static final String SCHEMA = "peerpath.host/1";
    private static final double THOUSANDTHS = 1000.0;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** What is wrong first of all. */
    record Worst(@Nullable String id, String message) {}

    /** What was measured: how many pairs, how many confirmed and below what is expected, and the slowest. */
    record Figures(int pairs, int confirmed, int fallShort, Slowest slowest) {
        static Figures of(HostFigures figures) {
            HostFigures.Slowest least = figures.slowest();
            return new Figures(
                    figures.pairs(),
                    figures.confirmed(),
                    figures.belowExpected(),
                    new Slowest(
                            least.requester().toString(),
                            least.target().toString(),
                            rounded(least.gigabytesPerSecond()),
                            rounded(least.expected()),
                            rounded(least.share()),
                            least.validated().orElse(null)));
        }
    }

    /** The pair that falls shortest of what it could carry; GB is 10^9 bytes. */
    record Slowest(
            String requester,
            String target,
            double gigabytesPerSecond,
            double expected,
            double share,
            @Nullable Boolean validated) {}

    private static double rounded(double value) {
        return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
    }

    static HostLine of(HostRecord host) {
        return new HostLine(
                SCHEMA,
                host.host(),
                host.source(),
                host.identity(),
                host.readAt().map(Object::toString).orElse(null),
                host.scenario().id(),
                host.state().id(),
                HostGroups.groupOf(host),
                host.inside(),
                host.nearest(),
                host.errors(),
                host.warnings(),
                host.worst()
                        .map(worst -> new Worst(
                                Optional.of(worst.id())
                                        .filter(id -> !id.isEmpty())
                                        .orElse(null),
                                Texts.ENGLISH.say(worst.message())))
                        .orElse(null),
                host.alike().causes(),
                host.accepted(),
                host.alike().firmware(),
                host.alike().rules().stream().map(Decided::toString).toList(),
                host.alike().links(),
                host.shown().kernel(),
                host.shown().board(),
                host.changed(),
                host.figures().map(Figures::of).orElse(null));
    }

    String json() {
        return MAPPER.writeValueAsString(this);
    }
}
