// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Optional;
import org.peerpath.plan.OtherKernel;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of {@code what-if}, schema {@code peerpath.what-if/1}: two answers of {@code check}, and with another kernel
 * what differs under it.
 */
public final class WhatIfJson {
    private static final String SCHEMA = "peerpath.what-if/1";

    private WhatIfJson() {}

    public static ObjectNode of(Answer before, Answer after, Optional<OtherKernel> kernel) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.set("before", CheckJson.of(before));
        root.set("after", CheckJson.of(after));
        kernel.ifPresent(other -> root.set("kernel", kernel(other)));
        return root;
    }

    private static ObjectNode kernel(OtherKernel other) {
        ObjectNode node = Json.object();
        node.put("before", other.present().asOptional().map(Object::toString).orElse(null));
        node.put("after", other.release());
        DiffJson.put(node.putArray("differences"), other.differences());
        DiffJson.put(node.putArray("guards"), other.guards());
        ArrayNode changes = node.putArray("changes");
        other.changes().forEach(change -> {
            ObjectNode each = changes.addObject()
                    .put("id", change.id())
                    .put("since", change.since().release())
                    .put("source", change.source())
                    .put("date", change.date());
            ArrayNode commits = each.putArray("commits");
            change.commits().forEach(commits::add);
        });
        return node;
    }
}
