// SPDX-License-Identifier: Apache-2.0
/** Answers as text, JSON, CSV, Markdown and HTML: what the command line prints and reports hold. */
@NullMarked
package org.peerpath.report;

import org.jspecify.annotations.NullMarked;
