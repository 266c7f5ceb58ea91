// SPDX-License-Identifier: Apache-2.0
/** Reads kernel logs of any size back to their first cause, and ties it to the functions of a host. */
@NullMarked
package org.peerpath.advice.log;

import org.jspecify.annotations.NullMarked;
