// SPDX-License-Identifier: Apache-2.0
/** Many hosts: what is alike, what differs from a baseline, what is accepted, and what monitoring tools are told. */
@NullMarked
package org.peerpath.fleet;

import org.jspecify.annotations.NullMarked;
