// SPDX-License-Identifier: Apache-2.0
/** What rdma-core's {@code rdma_topo} says about a host, told beside our own answer and never instead of it. */
@NullMarked
package org.peerpath.path.rdmatopo;

import org.jspecify.annotations.NullMarked;
