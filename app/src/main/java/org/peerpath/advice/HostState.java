// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * How a host is, in one word, for the scenario it was asked in. This class alone decides it; every list, badge, export and
 * exit status shows what it says.
 *
 * @param level the word
 * @param worst the finding that says why; empty only where the level is {@link Level#OK}
 */
public record HostState(Level level, Optional<Finding> worst) {
    /** What a person should hear of first among several errors, or several warnings. */
    private static final List<FindingId> FIRST = List.of(
            FindingId.PORT_CONTAINED,
            FindingId.PATH_UNUSABLE,
            FindingId.DEVICE_NO_ANSWER,
            FindingId.CARD_IN_RECOVERY,
            FindingId.FIRMWARE_FREEZES_HOST,
            FindingId.PATH_UNKNOWN,
            FindingId.NOTHING_JUDGED,
            FindingId.VM_UNKNOWN);

    /** What an unknown state comes from. */
    private static final Set<FindingId> UNJUDGED =
            Set.of(FindingId.PATH_UNKNOWN, FindingId.NOTHING_JUDGED, FindingId.VM_UNKNOWN);

    /** Those that make it unknown by themselves; a path that is not known does so where it is a nearest one. */
    private static final Set<FindingId> UNCOUNTED = Set.of(FindingId.NOTHING_JUDGED, FindingId.VM_UNKNOWN);

    private static final Comparator<Finding> WORST_FIRST =
            Comparator.comparing(Finding::severity).thenComparingInt(finding -> rank(finding.id()));

    /** The words, from best to worst. */
    public enum Level {
        OK,
        /** A warning: it works, yet not as it should. */
        ATTENTION,
        /** Something that decides was not read, or there was nothing to judge. */
        UNKNOWN,
        /** Something does not work or is not safe. */
        BROKEN;

        /** The word as JSON and exit statuses have it. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The word as people read it. */
        public Message word() {
            return Message.of("state." + id());
        }
    }

    /** The state and, unless all is well, the worst thing about the host as one sentence. */
    public Message sentence() {
        return worst.map(finding -> Message.of("state.sentence", level.word(), finding.message()))
                .orElseGet(level::word);
    }

    /**
     * Sums up what was found.
     *
     * @param reports the paths of the host in one scenario
     * @param findings the findings about them, see {@link Findings}
     */
    public static HostState of(HostModel host, List<PathReport> reports, List<Finding> findings) {
        List<PathReport> nearest = reports.stream().filter(PathReport::nearest).toList();
        Level level = Level.OK;
        if (any(findings, finding -> finding.severity() == Severity.ERROR)
                || any(nearest, report -> isBroken(host, report))) {
            level = Level.BROKEN;
        } else if (any(nearest, report -> report.verdict() == Outcome.UNKNOWN)
                || any(findings, finding -> UNCOUNTED.contains(finding.id()))) {
            level = Level.UNKNOWN;
        } else if (any(findings, finding -> finding.severity() == Severity.WARNING)) {
            level = Level.ATTENTION;
        }
        return new HostState(level, worst(level, findings, concerned(host, nearest)));
    }

    private static boolean isBroken(HostModel host, PathReport report) {
        return switch (report.verdict()) {
            case UNUSABLE -> true;
            case BLOCKED -> !Owners.fenced(host, report);
            case DETOUR -> report.commonSwitch().isPresent();
            case INSIDE_SWITCH, ROOT_COMPLEX, UNKNOWN -> false;
        };
    }

    /** The functions of the pairs that are broken. */
    private static Set<Address> concerned(HostModel host, List<PathReport> nearest) {
        return nearest.stream()
                .filter(report -> isBroken(host, report))
                .flatMap(report -> Stream.of(report.requester(), report.decidingFunction(), report.target()))
                .collect(Collectors.toSet());
    }

    /** Of a broken pair without an error finding, what is said of its functions: a driver's choice may make it detour. */
    private static Optional<Finding> worst(Level level, List<Finding> findings, Set<Address> concerned) {
        Stream<Finding> wanted = findings.stream().filter(finding -> switch (level) {
            case OK -> false;
            case ATTENTION -> finding.severity() == Severity.WARNING;
            case UNKNOWN -> UNJUDGED.contains(finding.id());
            case BROKEN ->
                finding.severity() == Severity.ERROR
                        || finding.functions().stream().anyMatch(concerned::contains);
        });
        return wanted.min(WORST_FIRST);
    }

    private static int rank(FindingId id) {
        int at = FIRST.indexOf(id);
        return at < 0 ? FIRST.size() : at;
    }

    private static <T> boolean any(List<T> all, Predicate<T> wanted) {
        return all.stream().anyMatch(wanted);
    }
}
