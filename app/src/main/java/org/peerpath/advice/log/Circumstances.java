// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import org.peerpath.text.Message;

/** What else a log tells of an incident, and which advice fits it. */
final class Circumstances {
    private Circumstances() {}

    /** Returns a sentence about the incident; empty if its events say all. */
    static Optional<Message> of(Incident incident) {
        LogEvent first = incident.first();
        return switch (first.kind()) {
            case AMD_WAIT_TIMEOUT ->
                first.hit()
                        .unit()
                        .map(unit -> Message.of("log.about.iommu", unit))
                        .or(() -> Optional.of(Message.of("log.about.iommu-unnamed")));
            case GROUP_NOT_VIABLE -> first.detail().map(group -> Message.of("log.about.group", group));
            case LINK_DOWN, CARD_REMOVED, DPC ->
                first.function().map(port -> Message.of("log.about.port", port.toString()));
            default -> Optional.empty();
        };
    }

    /** Returns what to try. */
    static Message advice(Incident incident) {
        Message advice = incident.signature().advice();
        return switch (incident.signature()) {
            case DEVICE_TLB_HANG -> incident.cause().isPresent() ? Message.of("log.device-tlb-hang.after") : advice;
            case GPU_ERROR ->
                switch (incident.first().kind()) {
                    case AMDGPU_ERROR -> Message.of("log.gpu-error.amd");
                    case INTEL_GPU_ERROR -> Message.of("log.gpu-error.intel");
                    default -> advice;
                };
            case NIC_FAILED -> incident.first().text().contains("mlx5") ? advice : Message.of("log.nic-failed.other");
            case KERNEL_CRASH ->
                incident.first().kind() == EventKind.PANIC_OF_HARDWARE
                        ? Message.of("log.kernel-crash.hardware")
                        : advice;
            default -> advice;
        };
    }
}
