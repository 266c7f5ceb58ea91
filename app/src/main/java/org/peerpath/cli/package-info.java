// SPDX-License-Identifier: Apache-2.0
/** The command line: commands, flags and exit statuses over the same engine as the window. */
@NullMarked
package org.peerpath.cli;

import org.jspecify.annotations.NullMarked;
