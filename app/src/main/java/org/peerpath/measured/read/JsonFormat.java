// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import tools.jackson.databind.node.ObjectNode;

/** Reads one tool's JSON report. */
interface JsonFormat {
    /**
     * Takes a report; returns whether it was one of this tool's.
     *
     * @param report numbers are texts in it
     * @param whole whether it was closed
     * @param line where it begins
     */
    boolean take(ObjectNode report, boolean whole, int line);
}
