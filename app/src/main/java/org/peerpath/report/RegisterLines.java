// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.evidence.LooseRegister;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The registers that a source tells outside of any function's listing, in words. */
final class RegisterLines {
    private static final int SHOWN = 32;

    private RegisterLines() {}

    /** As text: equal values once, with all the lines they stand in. */
    static void write(TextPage page, Answer answer) {
        Map<List<RegisterWords.Meaning>, List<LooseRegister>> alike = new LinkedHashMap<>();
        for (LooseRegister register : LooseRegister.of(answer.host().snapshot())) {
            alike.computeIfAbsent(RegisterWords.of(register, page.texts()), key -> new ArrayList<>())
                    .add(register);
        }
        if (alike.isEmpty()) {
            return;
        }
        page.blank().line(page.say("show.registers"));
        alike.entrySet().stream().limit(SHOWN).forEach(entry -> {
            page.line("  " + page.ink().faint(places(page, entry.getValue())));
            for (RegisterWords.Meaning meaning : entry.getKey()) {
                page.line("  " + page.ink().strong(meaning.title()));
                meaning.lines().forEach(line -> page.line("    " + line));
            }
        });
        if (alike.size() > SHOWN) {
            page.line("  " + page.say("show.registers-more", Integer.toString(alike.size() - SHOWN)));
        }
    }

    private static String places(TextPage page, List<LooseRegister> registers) {
        List<String> places = registers.stream()
                .limit(SHOWN)
                .map(register -> register.function()
                        .map(Address::toString)
                        .orElseGet(() -> page.say("show.register-line", Integer.toString(register.line()))))
                .toList();
        return String.join(", ", places) + (registers.size() > SHOWN ? ", +" + (registers.size() - SHOWN) : "");
    }

    /** As one more key of {@code show}'s JSON; nothing where there is none. */
    static void put(ObjectNode root, HostModel host) {
        List<LooseRegister> registers = LooseRegister.of(host.snapshot());
        if (registers.isEmpty()) {
            return;
        }
        ArrayNode all = root.putArray("registers");
        for (LooseRegister register : registers) {
            ObjectNode node = all.addObject();
            node.put("line", register.line());
            node.put("function", Json.text(register.function()));
            node.put("register", register.register().isEmpty() ? null : register.register());
            node.put("value", "0x" + register.digits());
            ArrayNode meanings = node.putArray("meanings");
            for (RegisterWords.Meaning meaning : RegisterWords.of(register, Texts.ENGLISH)) {
                ArrayNode lines =
                        meanings.addObject().put("title", meaning.title()).putArray("bits");
                meaning.lines().forEach(lines::add);
            }
        }
    }
}
