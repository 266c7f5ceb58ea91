// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.Field;
import org.peerpath.pci.Register;
import org.peerpath.pci.RegisterBlock;
import org.peerpath.snapshot.evidence.LooseRegister;
import org.peerpath.text.Texts;

/** What registers' values, as a person copies them from a terminal, mean bit by bit. */
public final class RegisterWords {
    /** Where nothing says which register it is. ACS Control first: that is what setpci prints and people ask about. */
    private static final List<Register> LIKELY = List.of(
            Register.ACS_CONTROL,
            Register.ACS_CAPABILITY,
            Register.ATS_CONTROL,
            Register.DEVICE_CONTROL,
            Register.LINK_STATUS,
            Register.SRIOV_CONTROL);

    /** {@code ecap:000d+6}, {@code ECAP_ACS+6.w}, {@code CAP10+8}. */
    private static final Pattern PLACE = Pattern.compile("(E?CAP)[:_]?([0-9A-Z]{2,20})\\+([0-9A-F]{1,3})(?:\\.[BWL])?");

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
     * The meanings of a text that is nothing but values; none for any other text. {@code 0x1d}, {@code 001d},
     * {@code ACSCtl: 0x1d}, what setpci prints, lines that grep kept.
     */
    public static List<Meaning> of(String text, Texts texts) {
        return LooseRegister.in(text).stream()
                .flatMap(register -> of(register, texts).stream())
                .distinct()
                .toList();
    }

    /** What one value means: in the register it is of, else in each of those it may be of. */
    public static List<Meaning> of(LooseRegister loose, Texts texts) {
        long value = Long.parseLong(loose.digits(), 16);
        Optional<Register> named = named(loose.register());
        if (named.isPresent() && loose.digits().length() == 8 && named.get().width() == 2) {
            // setpci …+4.l: two registers at once.
            List<Meaning> both = new ArrayList<>(List.of(meaning(named.get(), (int) (value & 0xffff), texts)));
            at(named.get().block(), named.get().offset() + 2)
                    .ifPresent(next -> both.add(meaning(next, (int) (value >>> 16), texts)));
            return both;
        }
        if (named.isEmpty() && !loose.register().isEmpty()) {
            return List.of(new Meaning(texts.say("register.no-words", loose.register(), loose.digits()), List.of()));
        }
        return named.map(List::of).orElse(LIKELY).stream()
                .filter(register -> value >>> (8 * register.width()) == 0)
                .map(register -> meaning(register, (int) value, texts))
                .toList();
    }

    private static Optional<Register> named(String name) {
        String said = name.replace('_', ' ');
        return Stream.of(Register.values())
                .filter(RegisterWords::hasWords)
                .filter(register -> register.shortName().equalsIgnoreCase(said)
                        || register.title().equalsIgnoreCase(said))
                .findFirst()
                .or(() -> placed(name.toUpperCase(Locale.ROOT)));
    }

    private static Optional<Register> placed(String place) {
        Matcher m = PLACE.matcher(place);
        if (!m.matches()) {
            return Optional.empty();
        }
        boolean extended = m.group(1).equals("ECAP");
        int offset = Integer.parseInt(m.group(3), 16);
        return Stream.of(RegisterBlock.values())
                .filter(block -> block.id() >= 0 && block.extended() == extended && isCalled(block, m.group(2)))
                .findFirst()
                .flatMap(block -> at(block, offset));
    }

    /** By its number, or by the name pciutils gives it ({@code setpci --dumpregs}). */
    private static boolean isCalled(RegisterBlock block, String name) {
        return name.equals(block.name())
                || (block == RegisterBlock.EXPRESS && name.equals("EXP"))
                || name.equals(String.format("%02X", block.id()))
                || name.equals(String.format("%04X", block.id()));
    }

    private static Optional<Register> at(RegisterBlock block, int offset) {
        return Stream.of(Register.values())
                .filter(register -> register.block() == block && register.offset() == offset && hasWords(register))
                .findFirst();
    }

    private static boolean hasWords(Register register) {
        return isAcs(register) || Stream.of(Field.values()).anyMatch(field -> field.register() == register);
    }

    private static boolean isAcs(Register register) {
        return register == Register.ACS_CONTROL || register == Register.ACS_CAPABILITY;
    }

    private static Meaning meaning(Register register, int value, Texts texts) {
        String title = texts.say(
                "register.as",
                register.title() + " (" + register.shortName() + ")",
                "0x" + HexFormat.of().toHexDigits(value, register.width() * 2));
        return new Meaning(title, isAcs(register) ? controls(register, value, texts) : fields(register, value, texts));
    }

    private static List<String> controls(Register register, int value, Texts texts) {
        List<String> lines = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            boolean set = (value & bit.mask()) != 0;
            String id = bit.name().toLowerCase(Locale.ROOT);
            String state = register == Register.ACS_CONTROL
                    ? texts.say(set ? "register.on" : "register.off")
                    : texts.say(set ? "register.implemented" : "register.not-implemented");
            lines.add(texts.say(
                    "register.bit",
                    bit.name(),
                    texts.say("acs-bit.name." + id),
                    state,
                    texts.say("acs-bit.does." + id)));
        }
        return lines;
    }

    private static List<String> fields(Register register, int value, Texts texts) {
        return Stream.of(Field.values())
                .filter(field -> field.register() == register)
                .map(field -> field.width() == 1
                        ? texts.say(
                                "register.field",
                                field.title(),
                                texts.say(field.of(value) == 1 ? "register.on" : "register.off"))
                        : texts.say("register.field", field.title(), Integer.toString(field.of(value))))
                .toList();
    }
}
