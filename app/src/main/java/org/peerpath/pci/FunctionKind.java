// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** What a function is in the tree; the words of {@code show --json}. */
public enum FunctionKind {
    ROOT_PORT("root-port"),
    UPSTREAM_PORT("upstream-port"),
    DOWNSTREAM_PORT("downstream-port"),
    /** Any other bridge, or one whose port type was not read. */
    BRIDGE("bridge"),
    ENDPOINT("endpoint"),
    VIRTUAL_FUNCTION("virtual-function");

    private final String id;

    FunctionKind(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    public boolean isBridge() {
        return this != ENDPOINT && this != VIRTUAL_FUNCTION;
    }
}
