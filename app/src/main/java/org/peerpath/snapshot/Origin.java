// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a snapshot came from.
 *
 * @param source what the user named: {@code local}, {@code ssh://…}, a file, {@code sample:NAME}
 * @param kind what it was recognised as
 * @param host the host's name, or the best name there is for it
 * @param readAt when the host was read; empty for files that do not say
 */
public record Origin(String source, SourceKind kind, String host, Optional<Instant> readAt) {}
