// SPDX-License-Identifier: Apache-2.0
/** One host, decoded, and the ATS state of its functions: what every answer is computed from. */
@NullMarked
package org.peerpath.model;

import org.jspecify.annotations.NullMarked;
