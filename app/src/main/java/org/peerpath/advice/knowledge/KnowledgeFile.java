// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.knowledge;

import java.util.List;

/** The entries of one file; three of the lists are empty. */
record KnowledgeFile(
        List<KnownDevice> devices, List<FirmwareEntry> firmware, List<KernelEntry> kernels, List<Platform> platforms) {
    static KnowledgeFile devices(List<KnownDevice> devices) {
        return new KnowledgeFile(devices, List.of(), List.of(), List.of());
    }

    static KnowledgeFile firmware(List<FirmwareEntry> firmware) {
        return new KnowledgeFile(List.of(), firmware, List.of(), List.of());
    }

    static KnowledgeFile kernels(List<KernelEntry> kernels) {
        return new KnowledgeFile(List.of(), List.of(), kernels, List.of());
    }

    static KnowledgeFile platforms(List<Platform> platforms) {
        return new KnowledgeFile(List.of(), List.of(), List.of(), platforms);
    }
}
