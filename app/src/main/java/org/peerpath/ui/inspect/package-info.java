// SPDX-License-Identifier: Apache-2.0
/** What the inspector says of a selection: plain words, decoded registers, bytes, each with where it was read. */
@NullMarked
package org.peerpath.ui.inspect;

import org.jspecify.annotations.NullMarked;
