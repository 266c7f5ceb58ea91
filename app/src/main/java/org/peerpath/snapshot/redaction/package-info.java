// SPDX-License-Identifier: Apache-2.0
/** Takes out of a snapshot what tells whose it is. */
@NullMarked
package org.peerpath.snapshot.redaction;

import org.jspecify.annotations.NullMarked;
