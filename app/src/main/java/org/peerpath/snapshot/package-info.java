// SPDX-License-Identifier: Apache-2.0
/** What was read from one host, as read, with its provenance. The packages below it are the readers and writers. */
@NullMarked
package org.peerpath.snapshot;

import org.jspecify.annotations.NullMarked;
