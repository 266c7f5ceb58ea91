// SPDX-License-Identifier: Apache-2.0
/** What the window shows, as values and observable properties without any scene: tested without a window. */
@NullMarked
package org.peerpath.ui.model;

import org.jspecify.annotations.NullMarked;
