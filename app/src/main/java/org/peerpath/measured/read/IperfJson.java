// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** iperf3's {@code -J} (esnet/iperf src/iperf_api.c). */
final class IperfJson implements JsonFormat {
    private static final List<String> SUMS =
            List.of("sum_sent", "sum_received", "sum_sent_bidir_reverse", "sum_received_bidir_reverse", "sum");

    private final Collected out;

    IperfJson(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(ObjectNode report, boolean whole, int line) {
        if (report.has("event") && report.has("data")) {
            return event(report.path("event").asString(""), report.path("data"), line);
        }
        boolean ours = report.path("start").path("version").asString("").startsWith("iperf 3")
                || (report.has("start") && report.has("intervals"));
        if (!ours) {
            return false;
        }
        out.saw(Tool.IPERF3);
        int run = out.nextRun();
        Optional<Integer> segment =
                Numbers.index(report.path("start").path("tcp_mss_default").asString(""));
        Figure.Network network =
                new Figure.Network(Optional.of("Ethernet"), segment.filter(mss -> mss > 0), Optional.empty());
        boolean any = false;
        for (String name : SUMS) {
            JsonNode sum = report.path("end").path(name);
            any |= known(sum) && figure(sum, name, EnumSet.of(Trait.NETWORK), network, line, run);
        }
        if (!any) {
            for (JsonNode interval : report.path("intervals")) {
                JsonNode sum = interval.path("sum");
                if (!sum.path("omitted").asBoolean(false)) {
                    figure(sum, "interval", EnumSet.of(Trait.NETWORK, Trait.INTERVAL), network, line, run);
                }
            }
        }
        if (report.has("error")) {
            out.add(
                    Tool.IPERF3,
                    Observation.Kind.RUN_FAILED,
                    line,
                    report.path("error").asString(""));
        }
        if (!whole) {
            out.add(Tool.IPERF3, Observation.Kind.CUT_SHORT, line);
        }
        return true;
    }

    /** Returns whether a sum counts anything: a server does not know what its client sent, and writes zero. */
    private static boolean known(JsonNode sum) {
        return sum.path("bytes").asLong(1) > 0;
    }

    /** One line of {@code --json-stream} (iperf 3.17). */
    private boolean event(String name, JsonNode data, int line) {
        boolean known = List.of("start", "interval", "end", "error", "server_output_text", "server_output_json")
                .contains(name);
        if (known) {
            out.saw(Tool.IPERF3);
        }
        if (name.equals("end")) {
            int run = out.nextRun();
            for (String side : SUMS) {
                JsonNode sum = data.path(side);
                if (known(sum)) {
                    figure(sum, side, EnumSet.of(Trait.NETWORK), Figure.Network.UNSAID, line, run);
                }
            }
        } else if (name.equals("error")) {
            out.add(Tool.IPERF3, Observation.Kind.RUN_FAILED, line, data.asString(""));
        }
        return known;
    }

    private boolean figure(JsonNode sum, String name, Set<Trait> traits, Figure.Network network, int line, int run) {
        String text = sum.path("bits_per_second").asString("");
        Optional<Double> bits = Numbers.decimal(text);
        bits.ifPresent(value -> out.add(new Figure(
                Tool.IPERF3,
                name,
                End.UNSAID,
                End.HOST,
                false,
                value / Numbers.BITS / Numbers.GIGA,
                Optional.empty(),
                DataCheck.NOT_MADE,
                traits,
                new Figure.Printed(text, "bits_per_second", line, run),
                network)));
        return bits.isPresent();
    }
}
