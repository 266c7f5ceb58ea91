// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Locale;
import org.peerpath.host.Prompter;

/** The kinds of question as ends of bundle keys. */
final class PromptKinds {
    private PromptKinds() {}

    static String id(Prompter.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
