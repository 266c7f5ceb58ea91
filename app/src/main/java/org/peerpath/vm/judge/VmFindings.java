// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.shape.NcclDistance;

/** What is worth saying about one VM: each cause once, with the functions that it concerns. */
final class VmFindings {
    private final JoinedVm vm;
    private final List<VmPair> pairs;
    private final PairJudge judge;
    private final List<Address> claimedTwice;

    VmFindings(JoinedVm vm, List<VmPair> pairs, PairJudge judge, List<Address> claimedTwice) {
        this.vm = vm;
        this.pairs = pairs;
        this.judge = judge;
        this.claimedTwice = claimedTwice;
    }

    List<VmFinding> all() {
        List<VmFinding> found = new ArrayList<>();
        if (pairs.isEmpty()) {
            judge.start().ifPresent(start -> found.add(start(start)));
        }
        found.addAll(causes());
        untrue().ifPresent(found::add);
        nccl().ifPresent(found::add);
        hidden().ifPresent(found::add);
        claimed().ifPresent(found::add);
        unnamed().ifPresent(found::add);
        found.sort(Comparator.comparing(VmFinding::severity));
        return found;
    }

    private static VmFinding start(Mapping start) {
        VmCause cause = start.cause().orElseThrow();
        return new VmFinding(
                cause,
                Severity.ERROR,
                List.of(),
                start.message().orElseThrow(),
                quotes(start.evidence()),
                cause.remedy());
    }

    /** One finding for each cause that the pairs name, in the sentence of the first of which most is certain. */
    private List<VmFinding> causes() {
        Map<VmCause, VmPair> firsts = new EnumMap<>(VmCause.class);
        Map<VmCause, Set<String>> functions = new EnumMap<>(VmCause.class);
        for (VmPair pair : pairs) {
            if (pair.cause().isPresent() && (pair.cause().get() != VmCause.HOST_PATH || counts(pair))) {
                firsts.merge(pair.cause().get(), pair, VmFindings::surer);
                functions
                        .computeIfAbsent(pair.cause().get(), cause -> new LinkedHashSet<>())
                        .addAll(List.of(pair.requester().name(), pair.target().name()));
            }
        }
        List<VmFinding> found = new ArrayList<>();
        firsts.forEach((cause, pair) -> found.add(new VmFinding(
                cause,
                severity(pair),
                List.copyOf(functions.getOrDefault(cause, Set.of())),
                pair.message(),
                quotes(pair.evidence()),
                cause.remedy())));
        return found;
    }

    private static VmPair surer(VmPair first, VmPair other) {
        return other.certainty().compareTo(first.certainty()) < 0 ? other : first;
    }

    private boolean counts(VmPair pair) {
        return VmStates.nearest(pair, pairs) && pair.verdict() != VmVerdict.ROOT_COMPLEX;
    }

    private static Severity severity(VmPair pair) {
        if (pair.verdict().fails() || pair.verdict() == VmVerdict.DETOUR) {
            return Severity.ERROR;
        }
        return pair.cause().filter(c -> c == VmCause.VIOMMU_GUEST_DECIDES).isPresent()
                ? Severity.INFO
                : Severity.WARNING;
    }

    static List<Message> quotes(List<VmEvent> events) {
        return events.stream()
                .map(e -> Message.of("vm.evidence", e.source(), Integer.toString(e.line()), e.text()))
                .toList();
    }

    /** A clique promises what does not work: the driver sends, and data are lost without a word. */
    private Optional<VmFinding> untrue() {
        List<VmPair> lost = pairs.stream()
                .filter(VmPair::isGpuToGpu)
                .filter(p -> judge.cliques().granted(p.requester(), p.target())
                        && p.verdict().fails())
                .toList();
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        VmCause.CLIQUE_UNTRUE,
                        Severity.ERROR,
                        lost,
                        VmCause.CLIQUE_UNTRUE.message(
                                lost.getFirst().requester().name(),
                                lost.getFirst().target().name())));
    }

    /** The hardware is near enough, and the guest does not see it. */
    private Optional<VmFinding> nccl() {
        List<VmPair> far = pairs.stream()
                .filter(VmPair::isNicToGpu)
                .filter(p -> p.verdict().works())
                .filter(p -> p.ncclNow().filter(d -> !d.usesGpuDirect()).isPresent())
                .filter(p -> p.ncclWithKit().filter(NcclDistance::usesGpuDirect).isPresent())
                .toList();
        return far.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        VmCause.NCCL_WILL_NOT_USE,
                        Severity.WARNING,
                        far,
                        VmCause.NCCL_WILL_NOT_USE.message(
                                far.getFirst().ncclNow().orElseThrow().name(),
                                far.getFirst().ncclWithKit().orElseThrow().name())));
    }

    private static VmFinding finding(VmCause cause, Severity severity, List<VmPair> pairs, Message message) {
        List<String> functions = pairs.stream()
                .flatMap(p -> Stream.of(p.requester().name(), p.target().name()))
                .distinct()
                .toList();
        return plain(cause, severity, functions, message);
    }

    /** A finding whose sentence is about nothing but these functions. */
    private static VmFinding naming(VmCause cause, Severity severity, List<String> functions) {
        return plain(cause, severity, functions, cause.message(String.join(", ", functions)));
    }

    private static VmFinding plain(VmCause cause, Severity severity, List<String> functions, Message message) {
        return new VmFinding(cause, severity, functions, message, List.of(), cause.remedy());
    }

    private Optional<VmFinding> hidden() {
        List<String> functions = vm.functions().stream()
                .filter(f -> !f.assigned().shown())
                .map(VmFunction::name)
                .toList();
        return functions.isEmpty()
                ? Optional.empty()
                : Optional.of(naming(VmCause.NOT_SHOWN, Severity.INFO, functions));
    }

    private Optional<VmFinding> claimed() {
        List<String> names = claimedTwice.stream().map(Address::toString).toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(naming(VmCause.CLAIMED_TWICE, Severity.WARNING, names));
    }

    /** A function that no pair names, since nothing is known of it but that it is there. */
    private Optional<VmFinding> unnamed() {
        List<String> names = vm.functions().stream()
                .filter(f -> f.host().isEmpty())
                .map(f -> f.assigned().id())
                .toList();
        boolean said = pairs.stream().anyMatch(p -> p.cause().equals(Optional.of(VmCause.HOST_ADDRESS_UNKNOWN)));
        return names.isEmpty() || said
                ? Optional.empty()
                : Optional.of(naming(VmCause.HOST_ADDRESS_UNKNOWN, Severity.WARNING, names));
    }
}
