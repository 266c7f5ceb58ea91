// SPDX-License-Identifier: Apache-2.0
/** Findings: what is wrong or worth knowing, why, how sure that is and what would change it; and names to call things by. */
@NullMarked
package org.peerpath.advice;

import org.jspecify.annotations.NullMarked;
