// SPDX-License-Identifier: Apache-2.0
/** The VM handover kit: what a VM must be given so that its guest sees the host's paths as they are. */
@NullMarked
package org.peerpath.handover;

import org.jspecify.annotations.NullMarked;
