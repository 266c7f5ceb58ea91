// SPDX-License-Identifier: Apache-2.0
/** Reads a host that can be reached, through the collector script. */
@NullMarked
package org.peerpath.snapshot.live;

import org.jspecify.annotations.NullMarked;
