// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.Optional;

/** Asks the person a question and reads the answer. */
@FunctionalInterface
interface Conversation {
    /** What was typed, without the line's end; empty if there is nobody to ask. */
    Optional<String> ask(String question) throws InterruptedException;
}
