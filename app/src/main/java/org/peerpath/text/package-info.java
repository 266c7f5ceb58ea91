// SPDX-License-Identifier: Apache-2.0
/** Messages as keys with arguments, and the bundles (English, Korean) in which they become sentences. */
@NullMarked
package org.peerpath.text;

import org.jspecify.annotations.NullMarked;
