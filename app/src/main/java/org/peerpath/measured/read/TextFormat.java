// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

/** Reads one tool's lines out of a file that may hold anything else too. */
interface TextFormat {
    /** Takes a line; returns whether it was one of this tool's. */
    boolean take(Line line);

    /** Tells that no line follows. */
    void end();
}
