// SPDX-License-Identifier: Apache-2.0
/** Reads what lspci prints, in all its forms. */
@NullMarked
package org.peerpath.snapshot.lspci;

import org.jspecify.annotations.NullMarked;
