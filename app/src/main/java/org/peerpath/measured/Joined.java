// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * The functions of a host that a figure belongs to.
 *
 * @param requester the end that sends the requests; empty where it has no function or is not known
 * @param target the end whose memory is meant; empty where it has no function or is not known
 * @param missing what keeps one of them from being known
 */
record Joined(Optional<Address> requester, Optional<Address> target, Optional<Message> missing) {}
