// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;

/** Logs written for tests. */
final class Logs {
    /** The freeze of a host whose ConnectX-8 does not answer device-TLB invalidations, as Linux 6.8 prints it. */
    static final List<String> FREEZE = List.of(
            "mlx5_core 0000:b8:00.0: E-Switch: Enable: mode(LEGACY), nvfs(1), neovfs(0), active vports(2)",
            "pci 0000:b8:00.1: [15b3:101e] type 00 class 0x020700",
            "pci 0000:b8:00.1: Adding to iommu group 77",
            "vfio-pci 0000:b8:00.1: enabling device (0000 -> 0002)",
            "watchdog: Watchdog detected hard LOCKUP on cpu #0",
            "Modules linked in: vfio_pci vfio_pci_core vfio_iommu_type1 vfio mlx5_ib mlx5_core",
            "CPU: 0 PID: 4242 Comm: qemu-system-x86 Not tainted 6.8.0-60-generic #63-Ubuntu",
            "RIP: 0010:qi_submit_sync+0x2d6/0x7b0",
            "Call Trace:",
            " <TASK>",
            " ? qi_check_fault+0x10/0x160",
            " qi_flush_dev_iotlb+0xb1/0xd0",
            " iommu_flush_dev_iotlb.part.0+0x6f/0xb0",
            " iommu_flush_iotlb_psi+0x1ba/0x2a0",
            " intel_iommu_tlb_sync+0x9c/0xd0",
            " intel_iommu_unmap+0x7a/0xb0",
            " __iommu_unmap+0xb5/0x170",
            " vfio_iommu_type1_unmap_dma+0x1fa/0x5d0 [vfio_iommu_type1]",
            " vfio_iommu_type1_ioctl+0x107/0x7c0 [vfio_iommu_type1]",
            " </TASK>",
            "watchdog: BUG: soft lockup - CPU#213 stuck for 26s! [kworker/213:1:1733]",
            "watchdog: BUG: soft lockup - CPU#17 stuck for 26s! [sshd:9001]");

    private Logs() {}

    static LogFacts read(String log) {
        try {
            return LogReader.read(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Diagnosis diagnose(String log) {
        return Diagnosis.of(read(log), Optional.empty(), Knowledge.shipped());
    }

    static Diagnosis diagnose(String log, HostModel host) {
        return Diagnosis.of(read(log), Optional.of(host), Knowledge.shipped());
    }

    static List<Signature> signatures(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream().map(Conclusion::signature).toList();
    }

    static String lines(List<String> lines, String prefix) {
        return lines.stream().map(line -> prefix + line).collect(Collectors.joining("\n", "", "\n"));
    }
}
