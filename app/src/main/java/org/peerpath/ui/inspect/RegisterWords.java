// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.Field;
import org.peerpath.pci.Register;
import org.peerpath.text.Texts;

/** What a single register value, as a person copies it from a terminal, would mean in the registers that matter here. */
public final class RegisterWords {
    private static final Pattern VALUE =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+._ -]{0,40}?)\\s*[:=]\\s*)?(0x)?([0-9A-Fa-f]{1,8})");

    /** ACS Control first: that is what setpci prints and what people ask about. */
    private static final List<Register> REGISTERS = List.of(
            Register.ACS_CONTROL,
            Register.ACS_CAPABILITY,
            Register.ATS_CONTROL,
            Register.DEVICE_CONTROL,
            Register.LINK_STATUS,
            Register.SRIOV_CONTROL);

    private RegisterWords() {}

    /**
     * One register with this value.
     *
     * @param title the register and the value
     * @param lines bit by bit, or field by field
     */
    public record Meaning(String title, List<String> lines) {
        public Meaning {
            lines = List.copyOf(lines);
        }
    }

    /**
     * The meanings of a text that is one value and nothing else; none for any other text. {@code 0x1d}, {@code 001d},
     * {@code ACSCtl: 0x1d}; bare digits without a letter or zero before them are taken for a value too.
     */
    public static List<Meaning> of(String text, Texts texts) {
        Matcher matcher = VALUE.matcher(text.strip());
        if (!matcher.matches()) {
            return List.of();
        }
        String name = matcher.group(1) == null ? "" : matcher.group(1).strip();
        long value = Long.parseLong(matcher.group(3), 16);
        List<Register> named = Stream.of(Register.values())
                .filter(register -> register.shortName().equalsIgnoreCase(name)
                        || register.title().equalsIgnoreCase(name))
                .filter(register -> hasWords(register))
                .limit(1)
                .toList();
        return (named.isEmpty() ? REGISTERS : named)
                .stream()
                        .filter(register -> value >>> (8 * register.width()) == 0)
                        .map(register -> meaning(register, (int) value, texts))
                        .toList();
    }

    private static boolean hasWords(Register register) {
        return isAcs(register) || Stream.of(Field.values()).anyMatch(field -> field.register() == register);
    }

    private static boolean isAcs(Register register) {
        return register == Register.ACS_CONTROL || register == Register.ACS_CAPABILITY;
    }

    private static Meaning meaning(Register register, int value, Texts texts) {
        String title = texts.say(
                "ui.register.as",
                register.title() + " (" + register.shortName() + ")",
                Readings.hex(value, register.width() * 2));
        return new Meaning(title, isAcs(register) ? controls(register, value, texts) : fields(register, value, texts));
    }

    private static List<String> controls(Register register, int value, Texts texts) {
        List<String> lines = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            boolean set = (value & bit.mask()) != 0;
            String id = bit.name().toLowerCase(Locale.ROOT);
            String state = register == Register.ACS_CONTROL
                    ? texts.say(set ? "ui.on" : "ui.off")
                    : texts.say(set ? "ui.register.implemented" : "ui.register.not-implemented");
            lines.add(texts.say(
                    "ui.register.bit",
                    bit.name(),
                    texts.say("ui.acs.name." + id),
                    state,
                    texts.say("ui.acs.does." + id)));
        }
        return lines;
    }

    private static List<String> fields(Register register, int value, Texts texts) {
        return Stream.of(Field.values())
                .filter(field -> field.register() == register)
                .map(field -> field.width() == 1
                        ? texts.say(
                                "ui.register.field",
                                field.title(),
                                texts.say(field.of(value) == 1 ? "ui.on" : "ui.off"))
                        : texts.say("ui.register.field", field.title(), Integer.toString(field.of(value))))
                .toList();
    }
}
