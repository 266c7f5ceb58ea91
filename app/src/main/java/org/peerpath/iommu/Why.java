// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import org.peerpath.text.Message;

/** Reasons of this package for a fact being unknown. */
public final class Why {
    private Why() {}

    public static Message iommuKind(String unit) {
        return Message.of("unknown.iommu.kind", unit);
    }

    static Message iommuMode() {
        return Message.of("unknown.iommu.mode");
    }

    static Message iommuUnit() {
        return Message.of("unknown.iommu.unit");
    }

    static Message notANumber(String what) {
        return Message.of("unknown.not-a-number", what);
    }
}
