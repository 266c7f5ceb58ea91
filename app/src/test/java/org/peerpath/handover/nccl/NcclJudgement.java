// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A file as NCCL takes it: refused, or a graph that says what each pair is. For tests of other packages. */
public final class NcclJudgement {
    private final NcclGraph graph;

    private NcclJudgement(NcclGraph graph) {
        this.graph = graph;
    }

    /** Reads a file's text; throws where NCCL would stop. */
    public static NcclJudgement of(NcclFile file) throws Exception {
        Set<String> devices = file.system()
                .all()
                .map(element -> element.get("busid"))
                .filter(busId -> !busId.isEmpty() && !busId.startsWith("ffff:ff"))
                .collect(Collectors.toCollection(TreeSet::new));
        return new NcclJudgement(new NcclGraph(NcclReader.read(file.text().getBytes(StandardCharsets.UTF_8)), devices));
    }

    /** Returns the class of two devices. */
    public String between(String one, String other) {
        return graph.between(one, other);
    }
}
