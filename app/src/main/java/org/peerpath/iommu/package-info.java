// SPDX-License-Identifier: Apache-2.0
/** IOMMU units, groups and domains, VFIO ownership, and whether the kernel turns a function's ATS on. */
@NullMarked
package org.peerpath.iommu;

import org.jspecify.annotations.NullMarked;
