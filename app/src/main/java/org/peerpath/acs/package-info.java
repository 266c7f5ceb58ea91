// SPDX-License-Identifier: Apache-2.0
/** What a goal needs of the ACS controls of ports, how they are written, and what a change of them does to everybody. */
@NullMarked
package org.peerpath.acs;

import org.jspecify.annotations.NullMarked;
