// SPDX-License-Identifier: Apache-2.0
/**
 * Measured bandwidth beside the verdict: which path a figure belongs to, what that path can carry, and whether the two
 * agree.
 */
@NullMarked
package org.peerpath.measured;

import org.jspecify.annotations.NullMarked;
