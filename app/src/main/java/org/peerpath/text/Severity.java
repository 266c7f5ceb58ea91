// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

/** How much a finding matters in the scenario it was made for; worst first. */
public enum Severity {
    /** Something does not work or is not safe; {@code check} then ends with status 1. */
    ERROR("error"),
    /** It works, yet slower, more fragile or less certain than it should. */
    WARNING("warning"),
    /** Worth knowing. */
    INFO("info");

    private final String id;

    Severity(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
