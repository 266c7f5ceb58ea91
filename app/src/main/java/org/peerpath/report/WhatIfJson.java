// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code what-if}, schema {@code peerpath.what-if/1}: two answers of {@code check}. */
public final class WhatIfJson {
    private static final String SCHEMA = "peerpath.what-if/1";

    private WhatIfJson() {}

    public static ObjectNode of(Answer before, Answer after) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.set("before", CheckJson.of(before));
        root.set("after", CheckJson.of(after));
        return root;
    }
}
