// SPDX-License-Identifier: Apache-2.0
/** The window: starts it and wires its parts; nothing below here decides anything about PCIe. */
@NullMarked
package org.peerpath.ui;

import org.jspecify.annotations.NullMarked;
