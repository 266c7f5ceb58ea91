// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.peerpath.acs.AcsRegister;
import org.peerpath.advice.Labels;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.BitRow;
import org.peerpath.ui.inspect.Inspection.BitState;
import org.peerpath.ui.inspect.Inspection.Bits;
import org.peerpath.ui.model.Changes;

/** The ACS control register of a port, bit by bit. */
final class BitTable {
    private final Texts texts;
    private final Labels labels;

    BitTable(Texts texts, Labels labels) {
        this.texts = texts;
        this.labels = labels;
    }

    /**
     * The register of a port.
     *
     * @param deciding the bits that decide the selected path here; empty if it is decided elsewhere
     */
    Bits of(PciFunction port, Set<AcsBit> deciding) {
        List<BitRow> rows = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            rows.add(new BitRow(
                    bit,
                    texts.say("acs-bit.name." + id(bit)),
                    texts.say("acs-bit.does." + id(bit)),
                    state(port.acs(), bit),
                    deciding.contains(bit),
                    Changes.flip(port, bit)));
        }
        String name = texts.say(labels.shortName(port.address()));
        return switch (port.acs()) {
            case Fact.Known<Acs>(Acs acs) ->
                new Bits(
                        title(name, acs),
                        port.address(),
                        rows,
                        note(port, acs),
                        Optional.of("sudo "
                                + String.join(
                                        " ", AcsRegister.of(port.address(), acs).read())));
            case Fact.Absent<Acs>() ->
                new Bits(
                        texts.say("ui.inspect.acs", name),
                        port.address(),
                        List.of(),
                        texts.say("ui.inspect.acs-absent"),
                        Optional.of("sudo lspci -vvv -s " + port.address()));
            case Fact.Unknown<Acs>(Message why) ->
                new Bits(
                        texts.say("ui.inspect.acs", name),
                        port.address(),
                        rows,
                        texts.say("ui.fact.unknown", why),
                        Optional.of("sudo lspci -vvv -s " + port.address()));
        };
    }

    private String title(String name, Acs acs) {
        return switch (acs.control()) {
            case Fact.Known<Integer>(Integer control) ->
                texts.say("ui.inspect.acs-value", name, Readings.hex(control, 4));
            case Fact.Absent<Integer>(), Fact.Unknown<Integer> _ -> texts.say("ui.inspect.acs", name);
        };
    }

    private String note(PciFunction port, Acs acs) {
        String where = Readings.source(port, Attributes.CONFIG).orElse("lspci");
        return texts.say("ui.inspect.acs-where", Readings.hex(acs.controlOffset(), 3), where);
    }

    /** How one control stands; a control that is not implemented is absent, whatever the register reads. */
    static BitState state(Fact<Acs> acs, AcsBit bit) {
        return switch (acs) {
            case Fact.Absent<Acs>() -> BitState.ABSENT;
            case Fact.Unknown<Acs> _ -> BitState.UNREAD;
            case Fact.Known<Acs>(Acs known) -> {
                if (known.implemented(bit).knownToBe(there -> !there)) {
                    yield BitState.ABSENT;
                }
                yield switch (known.on(bit)) {
                    case Fact.Known<Boolean>(Boolean on) -> on ? BitState.ON : BitState.OFF;
                    case Fact.Absent<Boolean>(), Fact.Unknown<Boolean> _ -> BitState.UNREAD;
                };
            }
        };
    }

    static String id(AcsBit bit) {
        return bit.name().toLowerCase(Locale.ROOT);
    }
}
