// SPDX-License-Identifier: Apache-2.0
/** Benchmarks (JMH); how to run them is in docs/benchmarks.md. */
@NullMarked
package org.peerpath.bench;

import org.jspecify.annotations.NullMarked;
