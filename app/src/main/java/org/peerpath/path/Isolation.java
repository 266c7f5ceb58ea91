// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

/** Whether peers can reach each other unchecked. */
public enum Isolation {
    ENFORCED("enforced"),
    OPEN("open"),
    UNKNOWN("unknown");

    private final String id;

    Isolation(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
