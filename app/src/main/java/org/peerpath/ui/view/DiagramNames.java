// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import org.peerpath.diagram.Names;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostView;

/** The names of the knowledge base, for the picture. */
record DiagramNames(HostView view, Texts texts) implements Names {
    @Override
    public String shortName(Address function) {
        return texts.say(view.labels().shortName(function));
    }

    @Override
    public String model(Address function) {
        return view.labels().model(function).orElse("");
    }
}
