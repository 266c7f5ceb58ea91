// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/** One function that lspci printed twice: {@code lspci -vvv} followed by {@code lspci -xxxx}. */
final class LspciTwice {
    private LspciTwice() {}

    /**
     * What both tell together; where both say a thing, the first counts unless the second says more of the same.
     *
     * @param notes where to say that they contradict each other
     */
    static FunctionFacts merged(FunctionFacts first, FunctionFacts second, Consumer<Message> notes) {
        TreeMap<String, Reading> attributes = new TreeMap<>(first.attributes());
        for (Map.Entry<String, Reading> entry : second.attributes().entrySet()) {
            attributes.merge(entry.getKey(), entry.getValue(), (had, more) -> {
                if (contradicts(had, more)) {
                    notes.accept(Message.of(
                            "note.said-differently",
                            entry.getKey(),
                            first.address().toString()));
                }
                return tellsMore(had, more) ? more : had;
            });
        }
        List<String> text = LspciRegisters.merge(first.lspciText(), second.lspciText(), attributes);
        return new FunctionFacts(first.address(), attributes, text, false);
    }

    private static boolean tellsMore(Reading had, Reading more) {
        return switch (had) {
            case Reading.Failed failed -> true;
            case Reading.Missing missing -> !(more instanceof Reading.Failed);
            case Reading.Data data ->
                more instanceof Reading.Data other
                        && other.bytes().length() > data.bytes().length()
                        && other.bytes().startsWith(data.bytes());
            case Reading.Text text ->
                !text.source().equals(LspciHeader.SOURCE)
                        && more instanceof Reading.Text
                        && more.source().equals(LspciHeader.SOURCE);
            case Reading.Listing listing -> false;
        };
    }

    private static boolean contradicts(Reading had, Reading more) {
        if (had instanceof Reading.Data(Bytes a, String s) && more instanceof Reading.Data(Bytes b, String t)) {
            return !a.startsWith(b) && !b.startsWith(a);
        }
        return had instanceof Reading.Text a
                && more instanceof Reading.Text b
                && !a.value().equals(b.value())
                && a.source().equals(b.source());
    }
}
