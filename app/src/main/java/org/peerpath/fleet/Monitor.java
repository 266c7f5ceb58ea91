// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;

/**
 * What monitoring tools are told, each in its own form with its own exit statuses. Texts are English; names never change.
 */
public enum Monitor {
    /** The text file collector of the node exporter: no time stamps, one writer a file. */
    PROMETHEUS(0, 0, 0),
    /** A local feature file of Kubernetes' node feature discovery. */
    NFD(0, 0, 0),
    /** A custom plug-in of the node problem detector: one line of at most 80 characters. */
    NPD(1, 2, 0),
    /** A Nagios plug-in: one line, performance data behind a bar. */
    NAGIOS(2, 3, 1),
    /** Node Health Check ({@code check_cmd_status}): a node is never drained for missing rights. */
    NHC(1, 0, 0),
    /** Slurm's HealthCheckProgram or prolog: the same. */
    SLURM(1, 0, 0),
    /** One object a host ({@code peerpath.host/1}). */
    JSONL(0, 0, 0);

    private static final int LONGEST_NPD = 80;

    private final int broken;
    private final int unknown;
    private final int attention;

    Monitor(int broken, int unknown, int attention) {
        this.broken = broken;
        this.unknown = unknown;
        this.attention = attention;
    }

    /**
     * A host that was checked.
     *
     * @param nearest the paths that count
     */
    public record Checked(HostRecord host, List<PathReport> nearest) {
        public Checked {
            nearest = List.copyOf(nearest);
        }
    }

    /** Returns the word on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the form of that name. */
    public static Optional<Monitor> of(String id) {
        return List.of(values()).stream().filter(form -> form.id().equals(id)).findFirst();
    }

    /**
     * Returns the exit status that the tool expects for the worst of these hosts; empty where the form is data and the
     * status is that of {@code check}.
     */
    public Optional<Integer> status(List<Checked> hosts) {
        return switch (this) {
            case PROMETHEUS, NFD, JSONL -> Optional.empty();
            case NPD, NAGIOS, NHC, SLURM ->
                Optional.of(
                        switch (worst(hosts).host().state()) {
                            case BROKEN -> broken;
                            case UNKNOWN, UNREACHABLE, UNREADABLE -> unknown;
                            case ATTENTION -> attention;
                            case OK -> 0;
                        });
        };
    }

    /**
     * Returns the text.
     *
     * @param hosts one or more
     * @param now when they were checked
     */
    public String text(List<Checked> hosts, Instant now) {
        return switch (this) {
            case PROMETHEUS -> PrometheusText.of(hosts, now);
            case NFD -> NfdFeatures.of(worst(hosts), now);
            case NPD -> cut("P2P " + line(worst(hosts)), LONGEST_NPD) + "\n";
            case NAGIOS -> nagios(hosts);
            case NHC, SLURM -> "peerpath: " + line(worst(hosts)) + note(worst(hosts)) + "\n";
            case JSONL ->
                String.join(
                        "",
                        hosts.stream().map(h -> FleetFormat.jsonLine(h.host())).toList());
        };
    }

    private static String nagios(List<Checked> hosts) {
        HostRecord worst = worst(hosts).host();
        String word = switch (worst.state()) {
            case BROKEN -> "CRITICAL";
            case UNKNOWN, UNREACHABLE, UNREADABLE -> "UNKNOWN";
            case ATTENTION -> "WARNING";
            case OK -> "OK";
        };
        return "PEERPATH %s - %s | inside=%d nearest=%d errors=%d warnings=%d%n"
                .formatted(
                        word,
                        // The bar begins the performance data.
                        line(worst(hosts)).replace('|', '/'),
                        hosts.stream().mapToInt(h -> h.host().inside()).sum(),
                        hosts.stream().mapToInt(h -> h.host().nearest()).sum(),
                        hosts.stream().mapToInt(h -> h.host().errors()).sum(),
                        hosts.stream().mapToInt(h -> h.host().warnings()).sum())
                .replace("\r\n", "\n");
    }

    /** "broken: 7 of 8 pairs inside, …". */
    private static String line(Checked checked) {
        HostRecord host = checked.host();
        return host.state().id() + ": " + host.inside() + " of " + host.nearest() + " pairs inside"
                + host.worst()
                        .map(worst -> "; " + Texts.ENGLISH.say(worst.message()))
                        .orElse("");
    }

    private static String note(Checked checked) {
        return switch (checked.host().state()) {
            case UNKNOWN, UNREACHABLE, UNREADABLE -> " (not judged, so the node is left as it is)";
            case BROKEN, ATTENTION, OK -> "";
        };
    }

    private static Checked worst(List<Checked> hosts) {
        return hosts.stream()
                .min(Comparator.comparing(checked -> checked.host().state()))
                .orElseThrow();
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }
}
