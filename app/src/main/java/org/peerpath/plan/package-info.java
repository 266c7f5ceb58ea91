// SPDX-License-Identifier: Apache-2.0
/** Goals become guarded steps: what would be done, in which order, under which checks, how it is verified and undone. */
@NullMarked
package org.peerpath.plan;

import org.jspecify.annotations.NullMarked;
