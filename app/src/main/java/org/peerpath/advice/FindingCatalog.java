// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.text.Message;

/** Every kind of finding there is, for {@code peerpath findings} and docs/findings.md. */
public final class FindingCatalog {
    private FindingCatalog() {}

    /**
     * One kind of finding.
     *
     * @param id its id
     * @param explanation what it means and why it matters
     * @param remedy what to do about it
     * @param needs what must have been read for it to be found or ruled out
     * @param severity how much it matters, by scenario
     * @param source where the rule comes from
     */
    public record Entry(
            FindingId id, Message explanation, Message remedy, Message needs, Message severity, String source) {}

    /** All of them, by id. */
    public static List<Entry> all() {
        return Stream.of(FindingId.values())
                .sorted(Comparator.comparing(FindingId::id))
                .map(FindingCatalog::entry)
                .toList();
    }

    /** The entry of that id; empty if there is none. */
    public static Optional<Entry> find(String id) {
        return FindingId.of(id).map(FindingCatalog::entry);
    }

    private static Entry entry(FindingId id) {
        return new Entry(
                id,
                id.explanation(),
                id.remedy(),
                Message.of("finding.needs." + id.needs().id()),
                Message.of("finding.severity." + id.severities()),
                id.source());
    }
}
