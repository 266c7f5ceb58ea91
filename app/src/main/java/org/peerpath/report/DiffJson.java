// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Difference;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code diff}, schema {@code peerpath.diff/1}. */
public final class DiffJson {
    private static final String SCHEMA = "peerpath.diff/1";

    private DiffJson() {}

    public static ObjectNode of(HostModel before, HostModel after, List<Difference> differences) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("before", before.snapshot().origin().source());
        root.put("after", after.snapshot().origin().source());
        ArrayNode list = root.putArray("differences");
        for (Difference difference : differences) {
            list.addObject()
                    .put("subject", difference.subject())
                    .put("field", difference.field())
                    .put("before", Json.text(difference.before()))
                    .put("after", Json.text(difference.after()));
        }
        return root;
    }
}
