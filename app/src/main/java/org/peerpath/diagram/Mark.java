// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Optional;
import org.peerpath.snapshot.Address;

/**
 * What a shape stands for.
 *
 * @param id unique in its picture and the same in every picture of the same host: letters, digits, {@code - . _}
 * @param role what it is, from which a theme knows how it looks
 * @param function the function it belongs to
 * @param path the path it belongs to
 * @param detail from which level of zoom on it shows
 * @param tip plain words for tooltips and screen readers; empty where the shape's own text or another shape says it
 */
public record Mark(
        String id, Role role, Optional<Address> function, Optional<PathKey> path, Detail detail, String tip) {}
