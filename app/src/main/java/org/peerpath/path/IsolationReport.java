// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.text.Message;

/**
 * Isolation of a path and what it rests on.
 *
 * @param isolation enforced, open or unknown
 * @param why the port or domain that leaves it open, or the missing fact, or a plain statement
 */
public record IsolationReport(Isolation isolation, Message why) {}
