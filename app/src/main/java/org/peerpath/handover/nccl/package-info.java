// SPDX-License-Identifier: Apache-2.0
/** NCCL's topology file: its elements, what NCCL's reader takes and what it makes of them. */
@NullMarked
package org.peerpath.handover.nccl;

import org.jspecify.annotations.NullMarked;
