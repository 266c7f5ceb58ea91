// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.text.Message;

/** Lists inside sentences. */
final class Lists {
    private static final int SHOWN = 3;

    private Lists() {}

    /** "a, b, c and 5 more"; equal entries count once. */
    static Message of(List<Message> all) {
        List<Message> entries = all.stream().distinct().toList();
        int shown = entries.size() <= SHOWN + 1 ? entries.size() : SHOWN;
        Message text = entries.isEmpty() ? Message.of("list.none") : entries.getFirst();
        for (int i = 1; i < shown; i++) {
            text = Message.of("list.and", text, entries.get(i));
        }
        int more = entries.size() - shown;
        return more > 0 ? Message.of("list.more", text, Integer.toString(more)) : text;
    }
}
