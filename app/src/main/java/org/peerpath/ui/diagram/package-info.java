// SPDX-License-Identifier: Apache-2.0
/** The picture of a host in the window: the same shapes as in every file, as scene nodes that can be pointed at. */
@NullMarked
package org.peerpath.ui.diagram;

import org.jspecify.annotations.NullMarked;
