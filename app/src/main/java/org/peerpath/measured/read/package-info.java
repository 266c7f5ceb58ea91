// SPDX-License-Identifier: Apache-2.0
/**
 * Readers of what benchmarks print: each recognises its tool's lines by content and turns every printed figure into a
 * {@link org.peerpath.measured.read.Figure}. They know no host.
 */
@NullMarked
package org.peerpath.measured.read;

import org.jspecify.annotations.NullMarked;
