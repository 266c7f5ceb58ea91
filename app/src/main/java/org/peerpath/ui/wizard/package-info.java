// SPDX-License-Identifier: Apache-2.0
/** Leads a person from a goal to a host that is changed, read back and can be put back: the pages, and the run behind them. */
@NullMarked
package org.peerpath.ui.wizard;

import org.jspecify.annotations.NullMarked;
