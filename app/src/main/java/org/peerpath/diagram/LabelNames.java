// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.advice.Labels;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** The names that the whole program uses, in one language. */
record LabelNames(Labels labels, Texts texts) implements Names {
    @Override
    public String shortName(Address function) {
        return texts.say(labels.shortName(function));
    }

    @Override
    public String model(Address function) {
        return labels.model(function).orElse("");
    }
}
