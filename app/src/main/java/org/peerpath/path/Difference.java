// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;

/**
 * One thing that differs between two hosts, or between two readings of one.
 *
 * @param subject a function's address, {@code requester>target} for a path, or {@code host}
 * @param field what differs: {@code presence}, {@code acs}, {@code ats}, {@code driver}, {@code verdict.vm}, …
 * @param before its value in the first; empty where it is not there, {@code unknown} where it was not read
 * @param after its value in the second
 */
public record Difference(String subject, String field, Optional<String> before, Optional<String> after) {}
