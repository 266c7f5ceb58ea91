// SPDX-License-Identifier: Apache-2.0
/** The PCI tree that a hypervisor shows to its guest: root buses, expanders, ports, and where devices are placed. */
@NullMarked
package org.peerpath.vm.shape;

import org.jspecify.annotations.NullMarked;
