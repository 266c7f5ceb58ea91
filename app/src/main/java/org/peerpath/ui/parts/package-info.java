// SPDX-License-Identifier: Apache-2.0
/** Small parts that all views are made of, and what every view is given; they know nothing about PCIe. */
@NullMarked
package org.peerpath.ui.parts;

import org.jspecify.annotations.NullMarked;
