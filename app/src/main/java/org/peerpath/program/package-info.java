// SPDX-License-Identifier: Apache-2.0
/** The program itself: the folders it keeps its own files in, and its log. */
@NullMarked
package org.peerpath.program;

import org.jspecify.annotations.NullMarked;
