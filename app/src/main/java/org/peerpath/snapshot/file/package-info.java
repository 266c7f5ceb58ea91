// SPDX-License-Identifier: Apache-2.0
/** The snapshot file: our own JSON format, its reader, its writer, and the samples shipped in it. */
@NullMarked
package org.peerpath.snapshot.file;

import org.jspecify.annotations.NullMarked;
