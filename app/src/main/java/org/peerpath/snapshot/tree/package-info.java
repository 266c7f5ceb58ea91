// SPDX-License-Identifier: Apache-2.0
/** Reads recorded file trees: folders and archives that hold a host's sysfs. */
@NullMarked
package org.peerpath.snapshot.tree;

import org.jspecify.annotations.NullMarked;
