// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * One ACS control of a port as a chip shows it.
 *
 * @param bit which
 * @param role on, off, not implemented or not read
 * @param tip the control's name and what is known of it
 */
record BitChip(AcsBit bit, Role role, String tip) {
    static BitChip of(PciFunction port, AcsBit bit, Words words) {
        return switch (port.acs()) {
            case Fact.Absent<Acs>() -> chip(bit, Role.CHIP_ABSENT, words.say("diagram.chip.no-acs"), words);
            case Fact.Unknown<Acs>(Message why) -> unread(bit, why, words);
            case Fact.Known<Acs>(Acs acs) -> of(acs, bit, words);
        };
    }

    private static BitChip of(Acs acs, AcsBit bit, Words words) {
        return switch (acs.implemented(bit)) {
            case Fact.Absent<Boolean>() -> chip(bit, Role.CHIP_ABSENT, words.say("diagram.chip.absent"), words);
            case Fact.Unknown<Boolean>(Message why) -> unread(bit, why, words);
            case Fact.Known<Boolean>(Boolean implemented)
            when !implemented -> chip(bit, Role.CHIP_ABSENT, words.say("diagram.chip.absent"), words);
            case Fact.Known<Boolean> implemented ->
                switch (acs.on(bit)) {
                    case Fact.Unknown<Boolean>(Message why) -> unread(bit, why, words);
                    case Fact.Absent<Boolean>() -> chip(bit, Role.CHIP_ABSENT, words.say("diagram.chip.absent"), words);
                    case Fact.Known<Boolean>(Boolean on) ->
                        chip(
                                bit,
                                on ? Role.CHIP_ON : Role.CHIP_OFF,
                                words.say(on ? "diagram.chip.on" : "diagram.chip.off", register(acs)),
                                words);
                };
        };
    }

    private static BitChip chip(AcsBit bit, Role role, String state, Words words) {
        return new BitChip(bit, role, words.say("diagram.chip", words.control(bit), state));
    }

    private static BitChip unread(AcsBit bit, Message why, Words words) {
        return chip(bit, Role.CHIP_UNREAD, words.say("diagram.chip.unread", why), words);
    }

    private static String register(Acs acs) {
        return acs.control()
                .map(value -> "0x%04x".formatted(value))
                .asOptional()
                .orElse("?");
    }
}
