// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import org.peerpath.snapshot.Address;

/**
 * The pair a person says a figure belongs to, for what the figure's own text leaves open.
 *
 * @param requester the NIC, or the GPU that sends
 * @param target the GPU
 */
public record Pair(Address requester, Address target) {}
