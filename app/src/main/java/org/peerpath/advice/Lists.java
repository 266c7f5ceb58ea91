// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.text.Message;

/** Lists inside sentences. */
public final class Lists {
    private static final int SHOWN = 3;
    private static final String AND = "list.and";
    private static final String MORE = "list.more";

    private Lists() {}

    /** The same sentence for narrow places: lists in it name their first entry only, "a and 7 more". */
    public static Message brief(Message message) {
        int left = switch (message.key()) {
            case AND -> 1;
            case MORE -> Integer.parseInt(message.args().getLast().toString());
            default -> 0;
        };
        if (left == 0) {
            return new Message(
                    message.key(),
                    message.args().stream()
                            .map(arg -> arg instanceof Message inner ? brief(inner) : arg)
                            .toList());
        }
        Object first = message.args().getFirst();
        while (first instanceof Message inner && inner.key().equals(AND)) {
            left++;
            first = inner.args().getFirst();
        }
        return Message.of(MORE, first, Integer.toString(left));
    }

    /** "a, b, c and 5 more"; equal entries count once. */
    public static Message of(List<Message> all) {
        List<Message> entries = all.stream().distinct().toList();
        int shown = entries.size() <= SHOWN + 1 ? entries.size() : SHOWN;
        Message text = entries.isEmpty() ? Message.of("list.none") : entries.getFirst();
        for (int i = 1; i < shown; i++) {
            text = Message.of(AND, text, entries.get(i));
        }
        int more = entries.size() - shown;
        return more > 0 ? Message.of(MORE, text, Integer.toString(more)) : text;
    }
}
