// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/**
 * A fault or a limit of older kernels and the version that ended it. Distributions carry fixes on older numbers, so an
 * older number means "look it up", never "has the fault".
 *
 * @param id stable name; the shipped ones are explained in the bundles under {@code knowledge.kernel.ID}
 * @param iommu whose driver it is about; empty for all
 * @param fixedIn first release with the fix
 * @param commits the commits that fixed it
 * @param hangs whether the fault can freeze the host
 * @param source who says so
 * @param text in a user's file: what to say about it
 * @param user whether the entry comes from a user's file
 */
public record KernelEntry(
        String id,
        Optional<IommuKind> iommu,
        KernelVersion fixedIn,
        List<String> commits,
        boolean hangs,
        String source,
        Optional<String> text,
        boolean user) {
    public KernelEntry {
        commits = List.copyOf(commits);
    }

    /** What the fault is. */
    public Message message() {
        return text.map(words -> Message.of("label.plain", words))
                .orElseGet(() -> Message.of("knowledge.kernel." + id));
    }
}
