// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * One thing worth saying about a VM.
 *
 * @param cause what it is; its id is the finding's
 * @param severity how much it matters
 * @param functions the functions concerned, by their best names
 * @param message the sentence
 * @param evidence what was read, quoted
 * @param remedy what to do
 */
public record VmFinding(
        VmCause cause,
        Severity severity,
        List<String> functions,
        Message message,
        List<Message> evidence,
        Message remedy) {
    public VmFinding {
        functions = List.copyOf(functions);
        evidence = List.copyOf(evidence);
    }
}
