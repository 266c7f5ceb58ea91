// SPDX-License-Identifier: Apache-2.0
/** Peerpath: where peer-to-peer traffic between PCIe functions turns around, and which port and bit decide. */
@NullMarked
package org.peerpath;

import org.jspecify.annotations.NullMarked;
