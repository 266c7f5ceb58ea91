// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.peerpath.fleet.Monitor.Checked;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;

/** The Prometheus text format (version 0.0.4), as the text file collector of the node exporter takes it. */
final class PrometheusText {
    private PrometheusText() {}

    private record Sample(String labels, String value) {}

    static String of(List<Checked> hosts, Instant now) {
        boolean several = hosts.size() > 1;
        StringBuilder out = new StringBuilder();
        metric(
                out,
                "peerpath_check_time_seconds",
                "When the hosts were checked.",
                List.of(new Sample("", seconds(now))));
        metric(out, "peerpath_state", "The state of the host: 1 for the one it is in.", each(hosts, host -> {
            List<Sample> samples = new ArrayList<>();
            for (HostRecord.State state : HostRecord.State.values()) {
                samples.add(new Sample(
                        labels(several, host, "scenario", host.host().scenario().id(), "state", state.id()),
                        host.host().state() == state ? "1" : "0"));
            }
            return samples;
        }));
        metric(
                out,
                "peerpath_pair_ok",
                "Whether a NIC and its nearest GPU talk inside their switch.",
                each(hosts, host -> {
                    List<Sample> samples = new ArrayList<>();
                    for (PathReport path : host.nearest()) {
                        samples.add(new Sample(
                                labels(
                                        several,
                                        host,
                                        "gpu",
                                        path.target().toString(),
                                        "nic",
                                        path.requester().toString(),
                                        "scenario",
                                        path.scenario().id()),
                                path.verdict() == Outcome.INSIDE_SWITCH ? "1" : "0"));
                    }
                    return samples;
                }));
        metric(
                out,
                "peerpath_findings",
                "Findings by severity.",
                each(
                        hosts,
                        host -> List.of(
                                new Sample(
                                        labels(several, host, "severity", "error"),
                                        Integer.toString(host.host().errors())),
                                new Sample(
                                        labels(several, host, "severity", "warning"),
                                        Integer.toString(host.host().warnings())))));
        return out.toString();
    }

    private static String seconds(Instant now) {
        return Long.toString(now.getEpochSecond());
    }

    private static List<Sample> each(List<Checked> hosts, Function<Checked, List<Sample>> samples) {
        return hosts.stream().flatMap(host -> samples.apply(host).stream()).toList();
    }

    private static void metric(StringBuilder out, String name, String help, List<Sample> samples) {
        if (samples.isEmpty()) {
            return;
        }
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(" gauge\n");
        samples.forEach(sample -> out.append(name)
                .append(sample.labels())
                .append(' ')
                .append(sample.value())
                .append('\n'));
    }

    /** With several hosts in one file, each sample says whose it is. */
    private static String labels(boolean several, Checked host, String... pairs) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            labels.add(pairs[i] + "=\"" + escaped(pairs[i + 1]) + '"');
        }
        if (several) {
            labels.add("host=\"" + escaped(host.host().host()) + '"');
        }
        return "{" + String.join(",", labels) + "}";
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
