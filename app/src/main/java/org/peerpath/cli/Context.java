// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

/**
 * What every command is given.
 *
 * @param terminal where it prints
 * @param sources what opens its sources
 */
record Context(Terminal terminal, Sources sources) {}
