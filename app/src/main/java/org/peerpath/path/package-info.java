// SPDX-License-Identifier: Apache-2.0
/** The routing rules: where a request turns around and who decides; verdicts, isolation, bandwidth, what-if. */
@NullMarked
package org.peerpath.path;

import org.jspecify.annotations.NullMarked;
