// SPDX-License-Identifier: Apache-2.0
/**
 * What is known about devices, firmware, kernels and platforms, as data: shipped with the program, extended by its users.
 * Knows ids and register bits, and no host; every package after it asks it.
 */
@NullMarked
package org.peerpath.hardware;

import org.jspecify.annotations.NullMarked;
