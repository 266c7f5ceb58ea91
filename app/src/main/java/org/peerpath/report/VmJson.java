// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Optional;
import org.peerpath.snapshot.Note;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmCause;
import org.peerpath.vm.judge.VmFinding;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.shape.NcclDistance;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code vm}, schema {@code peerpath.vm/1}. Always English. */
public final class VmJson {
    private static final String SCHEMA = "peerpath.vm/1";
    private static final String MIXED = "mixed";

    private VmJson() {}

    public static ObjectNode of(VmJudge.Answer answer) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("source", answer.host().snapshot().origin().source());
        root.put("host", answer.host().snapshot().origin().host());
        root.put("state", answer.state().id());
        ArrayNode vms = root.putArray("vms");
        answer.vms().forEach(vm -> vms.add(vm(vm)));
        texts(root.putArray("doubts"), answer.doubts());
        return root;
    }

    private static ObjectNode vm(VmAnswer answer) {
        VmDescription vm = answer.vm().description();
        ObjectNode node = Json.object();
        node.put("name", answer.name());
        node.put("uuid", Json.text(vm.uuid()));
        node.put("vmm", vm.vmm().id());
        node.put("vmmVersion", Json.text(vm.vmmVersion()));
        node.put("machine", Json.text(vm.machine()));
        node.put("backend", backend(answer));
        vm.running().ifPresent(running -> node.put("running", running));
        vm.process().ifPresent(process -> node.put("process", process));
        node.put("state", answer.state().id());
        ArrayNode kinds = node.putArray("readFrom");
        vm.kinds().forEach(kinds::add);
        ArrayNode functions = node.putArray("functions");
        answer.vm().functions().forEach(function -> functions.add(function(function)));
        ArrayNode requests = node.putArray("requests");
        vm.requests().forEach(requests::add);
        ArrayNode pairs = node.putArray("pairs");
        answer.pairs().forEach(pair -> pairs.add(pair(pair)));
        ArrayNode findings = node.putArray("findings");
        answer.findings().forEach(finding -> findings.add(finding(finding)));
        texts(node.putArray("doubts"), answer.vm().doubts());
        texts(node.putArray("notes"), vm.notes().stream().map(Note::what).toList());
        return node;
    }

    /** The backend of all functions; {@code mixed} where they differ. */
    static String backend(VmAnswer answer) {
        return answer.vm().functions().stream()
                .map(f -> f.assigned().backend().id())
                .distinct()
                .reduce((one, other) -> MIXED)
                .orElseGet(() ->
                        answer.vm().description().backend().map(Backend::id).orElse(MIXED));
    }

    private static ObjectNode function(VmFunction function) {
        ObjectNode node = Json.object();
        node.put("host", Json.text(function.host()));
        node.put("guest", Json.text(function.guest()));
        function.predicted().ifPresent(address -> node.put("guestPredicted", address.toString()));
        node.put("role", function.role().id());
        node.put("backend", function.assigned().backend().id());
        node.put("id", function.assigned().id());
        node.put("place", Json.text(function.assigned().place()));
        node.put("shown", function.assigned().shown());
        if (function.assigned().clique().isPresent()) {
            node.put("clique", function.assigned().clique().getAsInt());
        }
        return node;
    }

    private static ObjectNode pair(VmPair pair) {
        ObjectNode node = Json.object();
        node.put("requester", Json.text(pair.requester().host()));
        node.put("target", Json.text(pair.target().host()));
        node.put("requesterId", pair.requester().assigned().id());
        node.put("targetId", pair.target().assigned().id());
        node.put("verdict", pair.verdict().id());
        node.put(
                "hostVerdict",
                Json.text(pair.host().map(report -> report.verdict().id())));
        node.put("mapping", pair.mapped().id());
        node.put("cause", Json.text(pair.cause().map(VmCause::id)));
        node.put("certainty", pair.certainty().id());
        node.put("message", Texts.ENGLISH.say(pair.message()));
        node.put("remedy", Json.text(pair.remedy().map(Texts.ENGLISH::say)));
        ArrayNode evidence = node.putArray("evidence");
        pair.evidence()
                .forEach(e -> evidence.add(Json.object()
                        .put("source", e.source())
                        .put("line", e.line())
                        .put("text", e.text())));
        ObjectNode nccl = node.putObject("nccl");
        nccl.put("now", Json.text(pair.ncclNow().map(NcclDistance::name)));
        nccl.put("withKit", Json.text(pair.ncclWithKit().map(NcclDistance::name)));
        Optional<Boolean> uses = pair.isNicToGpu() ? pair.ncclNow().map(NcclDistance::usesGpuDirect) : Optional.empty();
        uses.ifPresent(used -> nccl.put("usesGpuDirect", used));
        return node;
    }

    private static ObjectNode finding(VmFinding finding) {
        ObjectNode node = Json.object();
        node.put("id", finding.cause().id());
        node.put("severity", finding.severity().id());
        ArrayNode functions = node.putArray("functions");
        finding.functions().forEach(functions::add);
        node.put("message", Texts.ENGLISH.say(finding.message()));
        texts(node.putArray("evidence"), finding.evidence());
        node.put("remedy", Texts.ENGLISH.say(finding.remedy()));
        return node;
    }

    private static void texts(ArrayNode into, Iterable<Message> messages) {
        messages.forEach(message -> into.add(Texts.ENGLISH.say(message)));
    }
}
