// SPDX-License-Identifier: Apache-2.0
/**
 * Messages as keys with arguments, the bundles (English, Korean) in which they become sentences, and text made harmless:
 * cleaned of what a terminal would obey, quoted for a shell.
 */
@NullMarked
package org.peerpath.text;

import org.jspecify.annotations.NullMarked;
