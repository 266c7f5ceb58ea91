// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.fleet.HostFigures;
import org.peerpath.fleet.HostRecord;
import org.peerpath.ui.model.FleetPage.Line;
import org.peerpath.ui.parts.AppContext;

/** What columns of the table of all hosts say of a line. */
final class FleetColumns {
    private static final String NONE = "–";

    private FleetColumns() {}

    /** Returns the firmware of each model of NIC. */
    static String models(Line line) {
        return line.first().alike().firmware().entrySet().stream()
                .map(nic -> nic.getKey() + ": " + String.join(", ", nic.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the kernel, or how many there are. */
    static String kernel(Line line, AppContext context) {
        List<String> all = variants(line);
        return switch (all.size()) {
            case 0 -> NONE;
            case 1 -> all.getFirst();
            default -> context.say("ui.fleet.kernels", all.size());
        };
    }

    /** Returns all kernels. */
    static String kernels(Line line) {
        return String.join("\n", variants(line));
    }

    private static List<String> variants(Line line) {
        return line.hosts().stream()
                .map(host -> host.shown().kernel())
                .filter(kernel -> !kernel.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns what the slowest pair of the hosts of a line reached. */
    static String slowest(Line line, AppContext context) {
        return figures(line)
                .map(figures -> context.language().say(figures.slowest().amount()))
                .orElse(NONE);
    }

    /** Returns which pair that is, and of how many. */
    static String pair(Line line, AppContext context) {
        return HostFigures.slowest(line.hosts())
                .map(host -> context.language().say(host.figures().orElseThrow().of(host.host())))
                .orElse("");
    }

    private static Optional<HostFigures> figures(Line line) {
        return HostFigures.slowest(line.hosts()).flatMap(HostRecord::figures);
    }
}
