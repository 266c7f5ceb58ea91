// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Locale;

/** The rule by which a port decided; the words of {@code check --json}. */
public enum Rule {
    /** Translated, and Direct Translated P2P is on: straight to the peer (PCIe 6.12.1.1). */
    DIRECT_TRANSLATED_P2P,
    /** P2P Egress Control, by the peer's vector bit (PCIe 6.12.3, table 6-11). */
    P2P_EGRESS_CONTROL,
    /** P2P Request Redirect: up. */
    P2P_REQUEST_REDIRECT,
    /** Nothing redirects: straight to the peer. */
    NO_REDIRECT,
    /** The address means something to the IOMMU only; the switch finds no window for it and passes it up. */
    IOMMU_ADDRESS,
    /** A redirected request meets a port that does not pass it on: Upstream Forwarding is off. */
    UPSTREAM_FORWARDING_OFF,
    /** Translation Blocking: requests that are, or ask to be, translated are refused. */
    TRANSLATION_BLOCKING,
    /** Source Validation: requests whose bus number is not below the port are refused (PCIe 6.12.1.1). */
    SOURCE_VALIDATION,
    /** P2P Completion Redirect: completions without Relaxed Ordering go up. */
    P2P_COMPLETION_REDIRECT;

    /** In small letters with hyphens, as message keys have it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
