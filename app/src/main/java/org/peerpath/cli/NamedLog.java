// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.advice.log.LogFacts;

/** A kernel log and what it is called. */
record NamedLog(String name, LogFacts facts) {}
