// SPDX-License-Identifier: Apache-2.0
/** Opens what cases really arrive in, by content: pastes, bug reports, support archives, other tools' output. */
@NullMarked
package org.peerpath.snapshot.evidence;

import org.jspecify.annotations.NullMarked;
