// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;

/** The entries of one file; all lists but one are empty. */
record KnowledgeFile(
        List<KnownDevice> devices,
        List<Vendor> vendors,
        List<FirmwareEntry> firmware,
        List<KernelEntry> kernels,
        List<KernelChange> kernelChanges,
        List<Platform> platforms) {
    static KnowledgeFile devices(List<KnownDevice> devices) {
        return new KnowledgeFile(devices, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    static KnowledgeFile vendors(List<Vendor> vendors) {
        return new KnowledgeFile(List.of(), vendors, List.of(), List.of(), List.of(), List.of());
    }

    static KnowledgeFile firmware(List<FirmwareEntry> firmware) {
        return new KnowledgeFile(List.of(), List.of(), firmware, List.of(), List.of(), List.of());
    }

    static KnowledgeFile kernels(List<KernelEntry> kernels) {
        return new KnowledgeFile(List.of(), List.of(), List.of(), kernels, List.of(), List.of());
    }

    static KnowledgeFile kernelChanges(List<KernelChange> kernelChanges) {
        return new KnowledgeFile(List.of(), List.of(), List.of(), List.of(), kernelChanges, List.of());
    }

    static KnowledgeFile platforms(List<Platform> platforms) {
        return new KnowledgeFile(List.of(), List.of(), List.of(), List.of(), List.of(), platforms);
    }
}
