// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** How an application of this host hands GPU memory to a NIC: through nvidia-peermem or through dma-buf. */
final class PeerMemoryRules implements FindingRule {
    private static final String MODULES = "sys/module/";
    private static final String PEERMEM = "sys/module/nvidia_peermem";
    private static final String NVIDIA_VERSION = "proc/driver/nvidia/version";
    /** The words in which the open modules name themselves (NVIDIA open-gpu-kernel-modules, nvidia/nv-procfs.c). */
    private static final String OPEN = "Open Kernel Module";

    @Override
    public void apply(RuleContext asked, Sink out) {
        peermem(asked, out);
        dmaBuf(asked, out);
    }

    /** The nearest paths to GPUs that NVIDIA's driver serves. */
    private static List<PathReport> drivenByNvidia(RuleContext asked, Sink out, FindingId id) {
        return asked.nearest(report ->
                out.known(id, asked.get(report.target()).facts().text(Attributes.DRIVER)).stream()
                        .anyMatch("nvidia"::equals));
    }

    private static void peermem(RuleContext asked, Sink out) {
        Snapshot snapshot = asked.host().snapshot();
        boolean listed = snapshot.hostListed() && isThere(snapshot, MODULES);
        boolean loaded = isThere(snapshot, PEERMEM);
        if (asked.scenario() == Scenario.VM || loaded) {
            return;
        }
        List<PathReport> pairs = drivenByNvidia(asked, out, FindingId.PEERMEM_MISSING);
        if (pairs.isEmpty()) {
            return;
        }
        if (!listed || isUnread(snapshot)) {
            out.unchecked(FindingId.PEERMEM_MISSING, Message.of("unknown.not-in-source", PEERMEM));
            return;
        }
        out.add(RuleContext.finding(
                FindingId.PEERMEM_MISSING,
                Severity.INFO,
                pairs.stream().map(PathReport::target).toList(),
                Message.of("finding.peermem-missing"),
                List.of(Evidence.file(PEERMEM, "-")),
                FindingId.PEERMEM_MISSING.remedy(),
                List.of("modprobe nvidia-peermem")));
    }

    private static boolean isThere(Snapshot snapshot, String beginning) {
        return snapshot.host().entrySet().stream()
                .anyMatch(file -> file.getKey().startsWith(beginning)
                        && !(file.getValue() instanceof Reading.Missing)
                        && !(file.getValue() instanceof Reading.Failed));
    }

    private static boolean isUnread(Snapshot snapshot) {
        return snapshot.host().entrySet().stream()
                .anyMatch(file -> file.getKey().startsWith(PEERMEM) && file.getValue() instanceof Reading.Failed);
    }

    /**
     * dma-buf needs Linux 5.12 (drivers/infiniband/core/umem_dmabuf.c) and the open modules. Without it keys are made by
     * nvidia-peermem, for which the mlx5 driver of Linux does not ask for translated requests.
     */
    private static void dmaBuf(RuleContext asked, Sink out) {
        FindingId id = FindingId.DMA_BUF_UNAVAILABLE;
        if (asked.scenario() == Scenario.VM) {
            return;
        }
        List<PathReport> pairs = drivenByNvidia(asked, out, id);
        if (pairs.isEmpty()) {
            return;
        }
        Optional<KernelVersion> old =
                out.known(id, asked.host().iommu().kernel()).filter(k -> !k.atLeast(5, 12));
        Fact<String> version = asked.host().snapshot().hostText(NVIDIA_VERSION);
        Optional<String> closed = out.known(id, version).filter(text -> !text.contains(OPEN));
        if (old.isEmpty() && closed.isEmpty()) {
            return;
        }
        out.add(RuleContext.finding(
                id,
                Severity.INFO,
                pairs.stream().map(PathReport::target).toList(),
                old.map(k -> Message.of("finding.dma-buf-unavailable.kernel", k.toString()))
                        .orElseGet(() -> Message.of("finding.dma-buf-unavailable")),
                old.isPresent()
                        ? List.of(Evidence.file(
                                HostFiles.KERNEL_RELEASE, old.get().toString()))
                        : List.of(Evidence.file(
                                NVIDIA_VERSION,
                                closed.orElse("").lines().findFirst().orElse("")))));
    }
}
