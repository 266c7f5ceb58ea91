// SPDX-License-Identifier: Apache-2.0
/** What was read from one host, as read, with its provenance; our file format; readers of foreign files. */
@NullMarked
package org.peerpath.snapshot;

import org.jspecify.annotations.NullMarked;
