// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.measured.Measured;
import org.peerpath.measured.MeasuredState;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.TestCommands;
import org.peerpath.measured.ThreeRows;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Observation;
import org.peerpath.measured.read.Readout;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code measured}, schema {@code peerpath.measured/1}. */
public final class MeasuredJson {
    private static final String SCHEMA = "peerpath.measured/1";
    private static final double MILLIONTHS = 1e6;

    private MeasuredJson() {}

    public static ObjectNode of(Measurements measurements) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("source", measurements.host().snapshot().origin().source());
        root.put("host", measurements.host().snapshot().origin().host());
        root.put("scenario", measurements.scenario().id());
        ArrayNode results = root.putArray("results");
        measurements.results().forEach(result -> results.add(result(result)));
        ArrayNode pairs = root.putArray("pairs");
        ThreeRows.of(measurements).forEach(rows -> pairs.add(rows(rows)));
        ArrayNode observations = root.putArray("observations");
        for (Readout readout : measurements.readouts()) {
            readout.observations().forEach(observation -> observations.add(observation(readout, observation)));
        }
        ArrayNode findings = root.putArray("findings");
        measurements.findings().forEach(finding -> findings.add(CheckJson.finding(finding)));
        return root;
    }

    /** The commands that measure pairs, schema {@code peerpath.measured-commands/1}. */
    public static ObjectNode commands(List<TestCommands> all) {
        ObjectNode root = Json.object();
        root.put("schema", "peerpath.measured-commands/1");
        ArrayNode pairs = root.putArray("pairs");
        for (TestCommands commands : all) {
            ObjectNode node = Json.object();
            node.put("requester", commands.requester().toString());
            node.put("target", commands.target().toString());
            ArrayNode server = node.putArray("server");
            commands.server().forEach(server::add);
            ArrayNode client = node.putArray("client");
            commands.client().forEach(client::add);
            pairs.add(node);
        }
        return root;
    }

    static ObjectNode result(Measured result) {
        Figure figure = result.figure();
        ObjectNode node = Json.object();
        node.put("tool", figure.tool().id());
        node.put("test", figure.test().isEmpty() ? null : figure.test());
        node.put("requester", Json.text(result.requester()));
        node.put("target", Json.text(result.target()));
        node.put("direction", figure.both() ? "both" : "one");
        node.put("bytes", figure.bytes().orElse(null));
        node.put("gigabytesPerSecond", rounded(figure.gigabytesPerSecond()));
        node.put("expected", result.expected().map(MeasuredJson::rounded).orElse(null));
        node.put("share", result.share().map(MeasuredJson::rounded).orElse(null));
        node.put("validated", figure.check().validated().orElse(null));
        if (figure.check() == DataCheck.FAILED) {
            node.put("wrongData", true);
        }
        node.put("verdict", Json.text(result.path().map(path -> path.verdict().id())));
        node.put("agrees", result.agrees().orElse(null));
        node.put("state", Json.text(result.state().map(MeasuredState::id)));
        node.put("message", say(result.message()));
        ArrayNode next = node.putArray("next");
        result.next().forEach(step -> next.add(say(step)));
        node.put("file", result.file());
        node.put("line", figure.printed().line());
        node.put("printed", figure.printed().value());
        node.put("unit", figure.printed().unit());
        return node;
    }

    /** TCP, RDMA between the memories of hosts, and GPUDirect RDMA for one pair. */
    private static ObjectNode rows(ThreeRows rows) {
        ObjectNode node = Json.object();
        node.put("requester", rows.requester().toString());
        node.put("target", rows.target().toString());
        node.put("tcp", rows.tcp().map(MeasuredJson::gigabytes).orElse(null));
        node.put("rdma", rows.rdma().map(MeasuredJson::gigabytes).orElse(null));
        node.put("gpudirect", rows.gpudirect().map(MeasuredJson::gigabytes).orElse(null));
        return node;
    }

    private static double gigabytes(Measured result) {
        return rounded(result.figure().gigabytesPerSecond());
    }

    private static ObjectNode observation(Readout readout, Observation observation) {
        ObjectNode node = Json.object();
        node.put("tool", observation.tool().id());
        node.put("kind", observation.kind().id());
        ArrayNode values = node.putArray("values");
        observation.args().forEach(values::add);
        node.put("message", say(observation.message()));
        node.put("file", readout.name());
        node.put("line", observation.line());
        return node;
    }

    private static double rounded(double value) {
        return Math.round(value * MILLIONTHS) / MILLIONTHS;
    }

    private static String say(Message message) {
        return Texts.ENGLISH.say(message);
    }
}
