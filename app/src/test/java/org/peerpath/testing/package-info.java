// SPDX-License-Identifier: Apache-2.0
/** Builds hosts for tests and samples: real configuration-space bytes and sysfs readings, without any machine. */
@NullMarked
package org.peerpath.testing;

import org.jspecify.annotations.NullMarked;
