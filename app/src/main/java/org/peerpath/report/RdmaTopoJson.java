// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.rdmatopo.Line;
import org.peerpath.path.rdmatopo.RdmaTopo;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What rdma-core's {@code rdma_topo check} would say, as JSON beside our own answer. */
final class RdmaTopoJson {
    private RdmaTopoJson() {}

    /** Adds what it says of one pair, and which complex the GPU belongs to. */
    static void put(ObjectNode row, HostModel host, RdmaTopo said, PathReport path) {
        ObjectNode node = row.putObject("rdmaTopo");
        node.put("result", said.result(host, path.requester(), path.target()).id());
        Optional<Message> line = said.stopped()
                .or(() -> said.lineFor(host, path.requester(), path.target()).map(Line::text));
        node.put("line", Json.text(line.map(Texts.ENGLISH::say)));
        row.put("complex", Json.text(said.complexOf(path.target()).map(complex -> complex.id())));
    }

    /** Returns the whole answer: the shape, how it ends, every line, and what belongs together. */
    static ObjectNode of(RdmaTopo said) {
        ObjectNode node = Json.object();
        node.put("shape", said.shape().id());
        node.put("result", said.result().id());
        node.put("stopped", Json.text(said.stopped().map(Texts.ENGLISH::say)));
        ArrayNode lines = node.putArray("lines");
        said.lines()
                .forEach(line -> lines.addObject().put("ok", line.ok()).put("text", Texts.ENGLISH.say(line.text())));
        ArrayNode complexes = node.putArray("complexes");
        said.complexes().forEach(complex -> {
            ObjectNode one = complexes.addObject();
            one.put("id", complex.id().toString());
            ArrayNode nics = one.putArray("nics");
            complex.nics().stream().sorted().forEach(nic -> nics.add(nic.toString()));
            ArrayNode gpus = one.putArray("gpus");
            complex.gpus().stream().sorted().forEach(gpu -> gpus.add(gpu.toString()));
        });
        return node;
    }
}
