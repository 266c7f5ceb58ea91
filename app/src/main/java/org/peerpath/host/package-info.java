// SPDX-License-Identifier: Apache-2.0
/** Reaches a machine, this one or one over SSH, and runs a script or a command there, with or without root. */
@NullMarked
package org.peerpath.host;

import org.jspecify.annotations.NullMarked;
