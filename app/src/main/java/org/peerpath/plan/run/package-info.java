// SPDX-License-Identifier: Apache-2.0
/** Carries plans out on hosts: one step at a time, watched, written down before and after, undone where that is wanted. */
@NullMarked
package org.peerpath.plan.run;

import org.jspecify.annotations.NullMarked;
