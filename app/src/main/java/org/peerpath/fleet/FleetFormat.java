// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.List;
import org.peerpath.report.Csv;

/** A fleet as data: lines of JSON, or comma-separated values, one host a line. */
public final class FleetFormat {
    private static final List<String> COLUMNS = List.of(
            "host",
            "source",
            "read_at",
            "scenario",
            "state",
            "group",
            "inside",
            "nearest",
            "errors",
            "warnings",
            "worst",
            "causes",
            "firmware",
            "kernel",
            "board",
            "changed",
            "measured_pairs",
            "slowest",
            "slowest_gigabytes_per_second",
            "slowest_share");

    private FleetFormat() {}

    /** Returns one object for each host ({@code peerpath.host/1}), each on its line. */
    public static String jsonLine(HostRecord host) {
        return HostLine.of(host).json() + "\n";
    }

    /** Returns the line of names that a CSV file begins with. */
    public static String csvNames() {
        return Csv.line(COLUMNS);
    }

    /** Returns one host as a line of CSV (RFC 4180); lists are separated by semicolons. */
    public static String csvLine(HostRecord record) {
        HostLine host = HostLine.of(record);
        HostLine.Worst worst = host.worst();
        HostLine.Figures figures = host.measured();
        return Csv.line(List.of(
                host.host(),
                host.source(),
                record.readAt().map(Object::toString).orElse(""),
                host.scenario(),
                host.state(),
                host.group(),
                Integer.toString(host.inside()),
                Integer.toString(host.nearest()),
                Integer.toString(host.errors()),
                Integer.toString(host.warnings()),
                worst == null ? "" : worst.message(),
                String.join(";", host.causes()),
                String.join(
                        ";",
                        host.firmware().entrySet().stream()
                                .map(entry -> entry.getKey() + " " + String.join("+", entry.getValue()))
                                .toList()),
                host.kernel(),
                host.board(),
                String.join(";", host.changed()),
                figures == null ? "" : Integer.toString(figures.pairs()),
                figures == null
                        ? ""
                        : figures.slowest().requester() + " "
                                + figures.slowest().target(),
                figures == null ? "" : Double.toString(figures.slowest().gigabytesPerSecond()),
                figures == null ? "" : Double.toString(figures.slowest().share())));
    }
}
