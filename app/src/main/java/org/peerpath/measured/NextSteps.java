// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.measured.read.Figure;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * What to look at when a figure falls short, most likely first: what the findings say about the path's functions, in the
 * order in which each costs bandwidth, then what no snapshot shows.
 */
final class NextSteps {
    private static final int MOST = 6;

    /** What makes less than half: the data does not go the way the verdict says. */
    private static final List<FindingId> DETOURS = List.of(
            FindingId.P2P_REDIRECTED,
            FindingId.DMA_BUF_UNAVAILABLE,
            FindingId.PEERMEM_MISSING,
            FindingId.IOMMU_TRANSLATES_HOST_DMA,
            FindingId.NO_SHARED_SWITCH);

    /** What costs a part. */
    private static final List<FindingId> COSTS = List.of(
            FindingId.LINK_DOWNGRADED,
            FindingId.BANDWIDTH_SHORT,
            FindingId.PAYLOAD_MISMATCH,
            FindingId.PAYLOAD_SMALL,
            FindingId.READ_REQUEST_SMALL,
            FindingId.MIXED_REDIRECT,
            FindingId.READS_NEED_RELAXED_ORDERING,
            FindingId.NUMA_MISMATCH,
            FindingId.UPLINK_OVERSUBSCRIBED,
            FindingId.ERRORS_COUNTED,
            FindingId.INSIDE_A_GUEST);

    private final HostModel host;
    private final List<Finding> findings;

    NextSteps(HostModel host, List<Finding> findings) {
        this.host = host;
        this.findings = findings;
    }

    List<Message> of(Figure figure, PathReport path, Pace pace) {
        List<Message> steps = new ArrayList<>();
        if (pace == Pace.FASTER || Says.refuses(path.verdict())) {
            steps.add(Message.of("measured.next.join"));
            steps.add(Message.of("measured.next.snapshot"));
            steps.add(Message.of("measured.next.data"));
            return steps;
        }
        Set<Address> functions = functions(path);
        Stream<FindingId> order = pace == Pace.FAR
                ? Stream.concat(DETOURS.stream(), COSTS.stream())
                : Stream.concat(COSTS.stream(), DETOURS.stream());
        order.flatMap(id -> findings.stream().filter(finding -> finding.id() == id && concerns(finding, functions)))
                .map(Finding::message)
                .forEach(steps::add);
        if (figure.network().relaxedOrdering().equals(Optional.of(false))) {
            steps.addFirst(Message.of("measured.next.relaxed-ordering"));
        }
        if (pace == Pace.FAR) {
            steps.add(Message.of("measured.next.root-complex"));
        }
        if (path.restsOnTranslated()) {
            steps.add(Message.of("measured.next.ats"));
        }
        steps.add(Message.of("measured.next.port"));
        steps.add(Message.of("measured.next.peer"));
        return steps.stream().limit(MOST).toList();
    }

    private static boolean concerns(Finding finding, Set<Address> functions) {
        return finding.functions().isEmpty() || finding.functions().stream().anyMatch(functions::contains);
    }

    private Set<Address> functions(PathReport path) {
        return Stream.of(path.requester(), path.decidingFunction(), path.target())
                .flatMap(end -> Stream.concat(Stream.of(end), host.topology().place(end).chain().stream()))
                .collect(Collectors.toSet());
    }
}
