// SPDX-License-Identifier: Apache-2.0
/** Bytes become functions, capabilities and links, and the tree they form; registers are named and decoded only here. */
@NullMarked
package org.peerpath.pci;

import org.jspecify.annotations.NullMarked;
