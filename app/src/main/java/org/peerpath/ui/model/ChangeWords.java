// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.Change;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** What-if changes in words and as the command line takes them. */
public final class ChangeWords {
    private final HostView view;
    private final Texts texts;

    public ChangeWords(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
    }

    /** "port b7:00.0: Direct Translated P2P on". */
    public String say(Change change) {
        String name = texts.say(view.labels().shortName(change.function()));
        return switch (change) {
            case Change.AtsEnable(Address _, boolean on) ->
                texts.say("ui.change", name, texts.say(on ? "ui.change.ats-on" : "ui.change.ats-off"));
            case Change.AcsControl(Address function, int value) ->
                texts.say("ui.change", name, String.join(", ", bits(function, value)));
        };
    }

    /** {@code 0000:b7:00.0:acs=0x5d}, as {@code peerpath what-if --set} takes it. */
    public String asArgument(Change change) {
        return switch (change) {
            case Change.AtsEnable(Address function, boolean on) -> "--set " + function + ":ats=" + (on ? "on" : "off");
            case Change.AcsControl(Address function, int value) ->
                "--set " + function + ":acs=" + String.format(Locale.ROOT, "0x%04x", value);
        };
    }

    private List<String> bits(Address function, int value) {
        Optional<Integer> was = view.read()
                .topology()
                .find(function)
                .map(PciFunction::acs)
                .flatMap(acs -> acs.asOptional())
                .flatMap(acs -> acs.control().asOptional());
        List<String> bits = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            boolean on = (value & bit.mask()) != 0;
            if (was.isPresent() && ((was.get() & bit.mask()) != 0) != on) {
                bits.add(texts.say(
                        on ? "ui.change.bit-on" : "ui.change.bit-off",
                        texts.say("acs-bit.name." + bit.name().toLowerCase(Locale.ROOT))));
            }
        }
        return bits;
    }
}
