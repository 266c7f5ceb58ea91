// SPDX-License-Identifier: Apache-2.0
/** A plan on a page: steps, commands, checks, undo and guards in words, and the nodes that show them here and in the wizard. */
@NullMarked
package org.peerpath.ui.plan;

import org.jspecify.annotations.NullMarked;
