// SPDX-License-Identifier: Apache-2.0
/** What every part of the window leans on and none of it knows about PCIe: background work, language, settings, actions. */
@NullMarked
package org.peerpath.ui.base;

import org.jspecify.annotations.NullMarked;
