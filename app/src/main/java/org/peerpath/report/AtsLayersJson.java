// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import org.peerpath.model.AtsLayers;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ObjectNode;

/** The layers of a function's ATS as JSON: each by its id, with {@code state} and {@code reason}. */
final class AtsLayersJson {
    private AtsLayersJson() {}

    static ObjectNode of(AtsLayers layers) {
        ObjectNode node = Json.object();
        for (AtsLayers.Layer layer : layers.all()) {
            node.putObject(layer.part().id())
                    .put("state", layer.state().id())
                    .put("reason", Texts.ENGLISH.say(layer.why()));
        }
        return node;
    }
}
