// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;

/**
 * The way of the answers to reads.
 *
 * @param relaxed those that carry the Relaxed Ordering attribute
 * @param strict those that do not
 * @param decidedBy the target-side port, where it was read and its capability exists
 */
public record Completion(Outcome relaxed, Outcome strict, Optional<Decision> decidedBy) {}
