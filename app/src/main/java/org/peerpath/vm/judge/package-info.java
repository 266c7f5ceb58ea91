// SPDX-License-Identifier: Apache-2.0
/** Joins what is known of a VM with its host, and says for each pair of its functions whether peer-to-peer works. */
@NullMarked
package org.peerpath.vm.judge;

import org.jspecify.annotations.NullMarked;
