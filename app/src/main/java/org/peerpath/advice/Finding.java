// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Comparator;
import java.util.List;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * One thing worth saying about a host in one scenario. There is one finding per cause, with everything it concerns.
 *
 * @param id stable id
 * @param severity how much it matters in the scenario
 * @param functions the functions concerned, by address; may be empty for what concerns the whole host
 * @param message what is the case, naming ports and bits
 * @param evidence what it rests on
 * @param remedy what would change it
 * @param commands exact commands for the remedy, to be run as root on the host; empty where none fits
 * @param source who says so: a specification, a kernel file, a vendor's document, or a user's knowledge file
 */
public record Finding(
        FindingId id,
        Severity severity,
        List<Address> functions,
        Message message,
        List<Evidence> evidence,
        Message remedy,
        List<String> commands,
        String source) {
    /** Severity, then id, then the first function: the order in which findings are shown. */
    static final Comparator<Finding> ORDER = Comparator.comparing(Finding::severity)
            .thenComparing(finding -> finding.id().id())
            .thenComparing(Finding::functions, Finding::compare)
            .thenComparing(finding -> finding.message().toString());

    public Finding {
        functions = functions.stream().distinct().sorted().toList();
        evidence = List.copyOf(evidence);
        commands = List.copyOf(commands);
    }

    private static int compare(List<Address> one, List<Address> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}
