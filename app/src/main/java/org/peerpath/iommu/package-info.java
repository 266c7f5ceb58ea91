// SPDX-License-Identifier: Apache-2.0
/** IOMMU units, groups and domains, firmware tables that concern ATS, and the holders of VFIO devices. */
@NullMarked
package org.peerpath.iommu;

import org.jspecify.annotations.NullMarked;
