// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.plan.run.Journal;

/**
 * What every command is given.
 *
 * @param terminal where it prints
 * @param sources what opens its sources
 * @param conversation what asks the person
 * @param journal where runs on hosts are written down
 */
record Context(Terminal terminal, Sources sources, Conversation conversation, Journal journal) {}
