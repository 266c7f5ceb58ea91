// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

/**
 * Who took part in a collective.
 *
 * @param count number of ranks
 * @param hosts number of hosts
 * @param model the GPU's name; empty where it was not printed or differs
 */
public record Ranks(int count, int hosts, String model) {}
