// SPDX-License-Identifier: Apache-2.0
/** The views, built in code over the models. */
@NullMarked
package org.peerpath.ui.view;

import org.jspecify.annotations.NullMarked;
