// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;

/**
 * Something that kernels do otherwise from a release on: no fault, but what an administrator wants to know before the
 * upgrade. Distributions carry changes on older numbers, so the release says where to look first; the commits are what
 * their change logs name.
 *
 * @param id stable name; the shipped ones are explained in the bundles under {@code knowledge.kernel-change.ID}
 * @param iommu whose driver it is about; empty for all
 * @param concerns which hosts it makes a difference to
 * @param since first release with it
 * @param commits the commits that made it
 * @param source who says so
 * @param date when that was so
 * @param text in a user's file: what to say about it
 * @param user whether the entry comes from a user's file
 */
public record KernelChange(
        String id,
        Optional<IommuKind> iommu,
        Concern concerns,
        KernelVersion since,
        List<String> commits,
        String source,
        String date,
        Optional<String> text,
        boolean user) {
    public KernelChange {
        commits = List.copyOf(commits);
    }

    /** What a host must have for a change to matter there. */
    public enum Concern {
        /** Any host. */
        ANY,
        /** A function with Address Translation Services. */
        ATS,
        /** A device whose Address Translation Services newer kernels keep on. */
        ATS_ALWAYS_ON,
        /** A function that can have, or is, a virtual function. */
        VIRTUAL_FUNCTIONS,
        /** A function bound to a VFIO driver. */
        VFIO
    }

    /** What changes. */
    public Message message() {
        return text.map(words -> Message.of("label.plain", words))
                .orElseGet(() -> Message.of("knowledge.kernel-change." + id));
    }
}
