// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** What tests ask of facts. */
public final class FactAssertions {
    private FactAssertions() {}

    /** The value; fails where it is not known. */
    public static <T> T known(Fact<T> fact) {
        return fact.asOptional().orElseThrow(() -> new AssertionError("not known: " + fact));
    }

    /** The key of the reason why it is unknown; words that are no key where it is not. */
    public static String why(Fact<?> fact) {
        return fact.whyUnknown().map(Message::key).orElse("not unknown: " + fact);
    }
}
