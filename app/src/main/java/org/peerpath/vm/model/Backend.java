// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.Locale;

/** How a VMM hands a function to its guest (Linux Documentation/driver-api/vfio.rst). */
public enum Backend {
    /** A VFIO container with groups, {@code /dev/vfio/GROUP}. */
    TYPE1,
    /** {@code /dev/iommu} with {@code /dev/vfio/devices/vfioN}. */
    IOMMUFD,
    /** VFIO without an IOMMU, {@code /dev/vfio/noiommu-GROUP}. */
    NOIOMMU,
    /** The source does not tell. */
    UNKNOWN;

    /** Returns the word used in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
