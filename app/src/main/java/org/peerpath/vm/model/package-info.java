// SPDX-License-Identifier: Apache-2.0
/** What sources say about one VM: its assigned functions, its options, its log, and the guest's view of it. */
@NullMarked
package org.peerpath.vm.model;

import org.jspecify.annotations.NullMarked;
