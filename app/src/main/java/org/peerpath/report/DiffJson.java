// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code diff}, schema {@code peerpath.diff/1}. */
public final class DiffJson {
    private static final String SCHEMA = "peerpath.diff/1";

    private DiffJson() {}

    public static ObjectNode of(HostModel before, HostModel after, List<Difference> differences) {
        ObjectNode root = pair(Optional.of(before), Optional.of(after));
        put(root.putArray("differences"), differences);
        List<String> masked = Comparison.masked(before, after);
        if (!masked.isEmpty()) {
            ArrayNode list = root.putArray("masked");
            masked.forEach(list::add);
        }
        return root;
    }

    /** Adds one object a difference. */
    static void put(ArrayNode list, List<Difference> differences) {
        for (Difference difference : differences) {
            list.addObject()
                    .put("subject", difference.subject())
                    .put("field", difference.field())
                    .put("before", Json.text(difference.before()))
                    .put("after", Json.text(difference.after()));
        }
    }

    /** Of many hosts, one that only one side has: the other is null, and there is nothing to compare. */
    public static ObjectNode only(Optional<HostModel> before, Optional<HostModel> after) {
        ObjectNode root = pair(before, after);
        root.putArray("differences");
        return root;
    }

    private static ObjectNode pair(Optional<HostModel> before, Optional<HostModel> after) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        after.or(() -> before)
                .ifPresent(host -> root.put("host", host.snapshot().origin().host()));
        root.put("before", Json.text(before.map(host -> host.snapshot().origin().source())));
        root.put("after", Json.text(after.map(host -> host.snapshot().origin().source())));
        return root;
    }
}
