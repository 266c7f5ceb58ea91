// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

/** What an untranslated request carries. */
enum AddressKind {
    /** A bus address: the switch finds the peer's window. */
    PHYSICAL,
    /** A guest address or host IOVA, which only the IOMMU understands. */
    IOMMU,
    /** It was not read which. */
    UNKNOWN
}
