// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.knowledge.Knowledge;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.iommu.HostModel;
import org.peerpath.text.Message;

/**
 * What a kernel log tells: what happened first, what followed from it, and which functions are to be looked at.
 *
 * @param facts the log's events
 * @param conclusions by boot; in each the first cause first
 */
public record Diagnosis(LogFacts facts, List<Conclusion> conclusions) {
    private static final List<String> WAIT = List.of("qi_submit_sync");
    /** Intel's names before and after 6.10, and the callers that only do this. */
    private static final List<String> DEVICE_TLB = List.of(
            "qi_flush_dev_iotlb",
            "iommu_flush_dev_iotlb",
            "__iommu_flush_dev_iotlb",
            "__context_flush_dev_iotlb",
            "cache_tag_flush",
            "devtlb_invalidation",
            "intel_iommu_tlb_sync",
            "intel_pasid_tear_down_entry",
            "device_block_translation");

    public Diagnosis {
        conclusions = List.copyOf(conclusions);
    }

    /** From the log alone. */
    public static Diagnosis of(LogFacts facts) {
        return of(facts, Optional.empty(), Knowledge.inUse());
    }

    /** With the host the log comes from, which tells the suspects apart. */
    public static Diagnosis of(LogFacts facts, Optional<HostModel> host, Knowledge knowledge) {
        Suspects suspects = new Suspects(host, knowledge);
        List<Conclusion> all = new ArrayList<>();
        for (int boot = 0; boot < facts.boots(); boot++) {
            int wanted = boot;
            List<LogEvent> events =
                    facts.events().stream().filter(e -> e.boot() == wanted).toList();
            all.addAll(boot(events, suspects));
        }
        return new Diagnosis(facts, all);
    }

    /** What to collect next time, for a host that hung takes its last lines with it. */
    public Message nextTime() {
        return Message.of("log.next");
    }

    private static List<Conclusion> boot(List<LogEvent> events, Suspects suspects) {
        List<Conclusion> found = new ArrayList<>();
        Optional<Conclusion> hang = hang(events, suspects);
        hang.ifPresent(found::add);
        Map<Signature, List<LogEvent>> groups = new EnumMap<>(Signature.class);
        for (LogEvent event : events) {
            boolean taken = hang.filter(
                            h -> h.evidence().contains(event) || h.followers().contains(event))
                    .isPresent();
            if (!taken) {
                signature(event)
                        .ifPresent(s -> groups.computeIfAbsent(s, k -> new ArrayList<>())
                                .add(event));
            }
        }
        groups.forEach((signature, evidence) -> found.add(new Conclusion(
                signature,
                confidence(signature, evidence),
                Optional.empty(),
                false,
                evidence,
                List.of(),
                suspects.named(evidence))));
        List<Conclusion> ordered = new ArrayList<>();
        found.stream()
                .sorted(Comparator.comparing((Conclusion c) -> c.signature() != Signature.DEVICE_TLB_HANG)
                        .thenComparingInt(Diagnosis::weight)
                        .thenComparingLong(c -> c.first().line()))
                .forEach(c -> ordered.add(follows(c, ordered) ? c.asConsequence() : c));
        return ordered;
    }

    /** Causes before what usually is their consequence. */
    private static int weight(Conclusion conclusion) {
        return switch (conclusion.signature()) {
            case LOCKUP_ELSEWHERE, KERNEL_CRASH, RDMA_ERROR, NIC_FAILED, GPU_ERROR -> 1;
            default -> 0;
        };
    }

    /** A failure of one function after an error of its link, or anything after the CPUs hung. */
    private static boolean follows(Conclusion later, List<Conclusion> earlier) {
        return earlier.stream()
                .anyMatch(first -> first.first().line() <= later.first().line()
                        && (first.signature() == Signature.DEVICE_TLB_HANG || weight(later) > weight(first)));
    }

    private static Confidence confidence(Signature signature, List<LogEvent> evidence) {
        boolean bare = evidence.stream().allMatch(e -> e.stack().isEmpty());
        return signature == Signature.LOCKUP_ELSEWHERE && bare ? Confidence.POSSIBLE : Confidence.CERTAIN;
    }

    private static Optional<Signature> signature(LogEvent event) {
        return Optional.ofNullable(
                switch (event.kind()) {
                    case HARD_LOCKUP, SOFT_LOCKUP, RCU_STALL, HUNG_TASK -> Signature.LOCKUP_ELSEWHERE;
                    case OOPS, BUG, PANIC -> Signature.KERNEL_CRASH;
                    case VTD_INVALIDATION_TIMEOUT,
                            VTD_QUEUE_ERROR,
                            VTD_COMPLETION_ERROR,
                            AMD_WAIT_TIMEOUT,
                            AMD_INVALIDATION_TIMEOUT,
                            SMMU_INVALIDATION_TIMEOUT,
                            SMMU_SYNC_TIMEOUT -> Signature.INVALIDATION_TIMEOUT;
                    case VTD_FAULT, AMD_PAGE_FAULT, AMD_BAD_REQUEST, SMMU_EVENT, SMMU_GLOBAL_ERROR ->
                        Signature.TRANSLATION_FAULT;
                    case AER_ERROR, AER_MESSAGE -> pcie(event);
                    case DPC, LINK_DOWN, DEVICE_GONE -> Signature.PCIE_ERROR;
                    case ATS_DISABLED -> Signature.ATS_SWITCHED_OFF;
                    case RESET_FAILED -> Signature.RESET_STUCK;
                    case NO_MEMORY_SPACE -> Signature.NO_MEMORY_SPACE;
                    case SRIOV_NO_MEMORY, SRIOV_NO_BUSES, SRIOV_NO_INTERRUPTS, SRIOV_BUSY, GROUP_FAILED ->
                        Signature.SRIOV_REFUSED;
                    case VFIO_RMRR, VFIO_DIRECT_MAPPING, VFIO_DENIED -> Signature.VFIO_REFUSED;
                    case XID ->
                        event.detail().filter("79"::equals).isPresent() ? Signature.GPU_LOST : Signature.GPU_ERROR;
                    case NIC_HEALTH, NIC_OFFLINE, NIC_PROBE_FAILED, NIC_COMMAND_TIMEOUT -> Signature.NIC_FAILED;
                    case RDMA_ERROR, PEERMEM -> Signature.RDMA_ERROR;
                    case AER_BIT, AER_STATUS, BOOT, TRACE_CPU, TRACE_BACKTRACE, TRACE_END, PSTORE_PART -> null;
                });
    }

    /** By the bits where they were logged. Corrected errors are no event worth a conclusion. */
    private static @Nullable Signature pcie(LogEvent event) {
        String detail = event.detail().orElse("");
        if (detail.startsWith("correct")) {
            return null;
        }
        if (detail.contains(AerBits.ACS_VIOLATION)) {
            return Signature.ACS_VIOLATION;
        }
        if (detail.contains(AerBits.TRANSLATION_BLOCKED)) {
            return Signature.TRANSLATION_BLOCKED;
        }
        if (detail.contains(AerBits.UNEXPECTED_COMPLETION) || detail.contains(AerBits.COMPLETION_TIMEOUT)) {
            return Signature.COMPLETION_LOST;
        }
        return Signature.PCIE_ERROR;
    }

    // ---- The hang --------------------------------------------------------------------------------------------------

    private static boolean isLockup(LogEvent event) {
        return event.kind() == EventKind.HARD_LOCKUP
                || event.kind() == EventKind.SOFT_LOCKUP
                || event.kind() == EventKind.RCU_STALL;
    }

    private static boolean isTimeout(LogEvent event) {
        return event.kind() == EventKind.VTD_INVALIDATION_TIMEOUT
                || event.kind() == EventKind.VTD_QUEUE_ERROR
                || event.kind() == EventKind.VTD_COMPLETION_ERROR;
    }

    private static Optional<Conclusion> hang(List<LogEvent> events, Suspects suspects) {
        List<LogEvent> lockups = events.stream().filter(Diagnosis::isLockup).toList();
        List<LogEvent> waiting = lockups.stream().filter(e -> e.passes(WAIT)).toList();
        List<LogEvent> timeouts = events.stream().filter(Diagnosis::isTimeout).toList();
        boolean hard = waiting.stream().anyMatch(e -> e.kind() == EventKind.HARD_LOCKUP);
        boolean deviceTlb = waiting.stream().anyMatch(e -> e.passes(DEVICE_TLB));
        boolean cutShort = waiting.isEmpty()
                && lockups.stream()
                        .anyMatch(e ->
                                e.kind() == EventKind.HARD_LOCKUP && e.stack().isEmpty())
                && !timeouts.isEmpty();
        if (waiting.isEmpty() && !cutShort) {
            return Optional.empty();
        }
        if (!waiting.isEmpty() && !deviceTlb && timeouts.isEmpty() && !hard) {
            return Optional.empty();
        }
        Confidence confidence =
                cutShort ? Confidence.POSSIBLE : hard && deviceTlb ? Confidence.CERTAIN : Confidence.LIKELY;
        List<LogEvent> culprits = cutShort
                ? lockups.stream()
                        .filter(e -> e.kind() == EventKind.HARD_LOCKUP)
                        .toList()
                : waiting;
        long hung = culprits.stream().mapToLong(LogEvent::line).min().orElseThrow();
        List<LogEvent> before = events.stream()
                .filter(e -> e.kind() == EventKind.LINK_DOWN || e.kind() == EventKind.DEVICE_GONE)
                .filter(e -> e.line() < hung)
                .toList();
        // What the device did, what the IOMMU said, where the CPU hangs; what is starved or stalls comes after.
        List<LogEvent> evidence = Stream.of(
                        before.stream(),
                        timeouts.stream(),
                        culprits.stream().sorted(Comparator.comparing(LogEvent::kind)))
                .flatMap(part -> part)
                .toList();
        List<LogEvent> followers =
                lockups.stream().filter(e -> !evidence.contains(e)).toList();
        return Optional.of(new Conclusion(
                Signature.DEVICE_TLB_HANG,
                confidence,
                circumstance(culprits),
                false,
                evidence,
                followers,
                suspects.ofHang(
                        Stream.concat(timeouts.stream(), before.stream()).toList())));
    }

    private static Optional<Message> circumstance(List<LogEvent> culprits) {
        if (culprits.stream().anyMatch(e -> e.passes(List.of("pciehp_")))) {
            return Optional.of(Message.of("log.while.removed"));
        }
        if (culprits.stream().anyMatch(e -> e.passes(List.of("vfio_", "iommufd_")))) {
            return Optional.of(Message.of("log.while.vfio"));
        }
        return Optional.empty();
    }
}
