// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.text.Message;

/** The freeze: a CPU waits with interrupts off for a device that does not confirm the invalidation of its cache. */
final class Hang {
    /** The watchdog speaks so many seconds after the wait began; the wait itself may be begun anew many times. */
    private static final double LATEST = 180;

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

    private final List<LogEvent> lockups;
    private final List<LogEvent> waiting;
    private final List<LogEvent> timeouts;

    private Hang(List<LogEvent> events) {
        lockups = events.stream().filter(Hang::isLockup).toList();
        waiting = lockups.stream().filter(e -> e.passes(WAIT)).toList();
        timeouts = events.stream().filter(this::isTimeout).toList();
    }

    /** Finds the freeze among the events of a boot. */
    static Optional<Incident> in(List<LogEvent> events) {
        return new Hang(events).incident();
    }

    private static boolean isLockup(LogEvent event) {
        return event.kind() == EventKind.HARD_LOCKUP
                || event.kind() == EventKind.SOFT_LOCKUP
                || event.kind() == EventKind.RCU_STALL;
    }

    private static boolean isBareHardLockup(LogEvent event) {
        return event.kind() == EventKind.HARD_LOCKUP && event.stack().isEmpty();
    }

    /** Time-outs of the queue not long before a CPU was found stuck. */
    private boolean isTimeout(LogEvent event) {
        boolean ofQueue = event.kind() == EventKind.VTD_INVALIDATION_TIMEOUT
                || event.kind() == EventKind.VTD_QUEUE_ERROR
                || event.kind() == EventKind.VTD_COMPLETION_ERROR
                || event.kind() == EventKind.VTD_DESCRIPTOR;
        return ofQueue
                && lockups.stream()
                        .anyMatch(lockup -> Math.abs(event.until(lockup).orElse(0)) <= LATEST);
    }

    private Optional<Incident> incident() {
        boolean hard = waiting.stream().anyMatch(e -> e.kind() == EventKind.HARD_LOCKUP);
        boolean deviceTlb = waiting.stream().anyMatch(e -> e.passes(DEVICE_TLB));
        boolean named = timeouts.stream()
                .anyMatch(e -> e.kind() == EventKind.VTD_DESCRIPTOR
                        && e.detail().orElse("").startsWith(Descriptor.DEVICE_TLB));
        boolean timedOut = timeouts.stream().anyMatch(e -> e.kind() != EventKind.VTD_DESCRIPTOR);
        boolean cutShort = waiting.isEmpty() && timedOut && lockups.stream().anyMatch(Hang::isBareHardLockup);
        boolean seen = !waiting.isEmpty() && (deviceTlb || timedOut || hard);
        if (!seen && !cutShort) {
            return Optional.empty();
        }
        List<LogEvent> culprits =
                cutShort ? lockups.stream().filter(Hang::isBareHardLockup).toList() : waiting;
        List<LogEvent> evidence = new ArrayList<>(timeouts);
        culprits.stream().sorted(Comparator.comparing(LogEvent::kind)).forEach(evidence::add);
        Incident hang = new Incident(Signature.DEVICE_TLB_HANG, evidence);
        hang.sure(confidence(cutShort, named, hard && deviceTlb));
        hang.tell(circumstance(culprits));
        lockups.stream().filter(e -> !evidence.contains(e)).forEach(hang.followers()::add);
        return Optional.of(hang);
    }

    /** Certain where the log proves that it was a device's cache: by the stack, or by the descriptor that got stuck. */
    private static Confidence confidence(boolean cutShort, boolean named, boolean proven) {
        if (proven || named) {
            return Confidence.CERTAIN;
        }
        return cutShort ? Confidence.POSSIBLE : Confidence.LIKELY;
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
