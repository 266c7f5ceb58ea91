// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.stream.Stream;
import org.peerpath.snapshot.Reading;

/** GPUs' windows, counted errors, and what peer memory needs of the drivers. */
class DeviceFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU).bar(1, 0x2f000000000L, 0x10000000L)),
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU).attribute("resource", Ill.regions(0x100c, 0x4000000000L, 0x20200c))),
                vm(FindingId.NUMA_MISMATCH, Severity.INFO, h -> h.get(Ill.GPU).numa(1)),
                vm(
                        FindingId.PORT_CONTAINED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).dpc(0x00d7, 0x0001, 0x1f01)),
                metal(
                        FindingId.DMA_BUF_UNAVAILABLE,
                        Severity.INFO,
                        h -> h.text(
                                "proc/driver/nvidia/version",
                                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05")),
                metal(FindingId.DMA_BUF_UNAVAILABLE, Severity.INFO, h -> h.kernel("5.11.22")),
                vm(
                        FindingId.ERRORS_COUNTED,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT)
                                .attribute("aer_dev_nonfatal", "Undefined 0\nACSViol 3\nTOTAL_ERR_NONFATAL 3")),
                metal(
                        FindingId.PEERMEM_MISSING,
                        Severity.INFO,
                        h -> h.file("sys/module/nvidia_peermem/version", new Reading.Missing("sysfs"))));
    }

    static Stream<Unread> unread() {
        return Stream.of(
                unread(FindingId.GPU_WINDOW_SMALL, h -> h.get(Ill.GPU).attribute("resource", UNREAD)),
                unread(FindingId.PORT_CONTAINED, h -> h.get(Ill.GPU_PORT).readable(64)),
                unread(FindingId.ERRORS_COUNTED, h -> h.get(Ill.GPU).attribute("aer_dev_fatal", UNREAD)),
                unreadMetal(FindingId.DMA_BUF_UNAVAILABLE, h -> h.file("proc/driver/nvidia/version", UNREAD)),
                unreadMetal(
                        FindingId.PEERMEM_MISSING,
                        h -> h.file("sys/module/nvidia_peermem", UNREAD)
                                .file("sys/module/nvidia_peermem/version", UNREAD)),
                unread(FindingId.NUMA_MISMATCH, h -> h.get(Ill.GPU).attribute("numa_node", UNREAD)));
    }
}
