// SPDX-License-Identifier: Apache-2.0
/** What is known about devices, firmware, kernels and platforms: shipped with the program, extended by its users. */
@NullMarked
package org.peerpath.advice.knowledge;

import org.jspecify.annotations.NullMarked;
