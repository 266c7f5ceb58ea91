// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Locale;
import org.peerpath.model.HostIdentity;
import org.peerpath.plan.Check;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Keep;
import org.peerpath.plan.LeftOut;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.plan.StepVms;
import org.peerpath.text.Texts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A plan as JSON, schema {@code peerpath.plan/1}. */
public final class PlanJson {
    static final String SCHEMA = "peerpath.plan/1";

    private PlanJson() {}

    public static ObjectNode of(Plan plan) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("goal", plan.request().goal().id());
        ArrayNode nics = root.putArray("nics");
        plan.request().nics().forEach(nic -> nics.add(nic.toString()));
        root.put("virtualFunctions", plan.request().virtualFunctions());
        plan.request().run().ifPresent(run -> root.put("run", run));
        root.put("source", plan.source());
        root.put("host", plan.host());
        root.set("identity", identity(plan.identity()));
        root.put("refused", plan.refused());
        ArrayNode guards = root.putArray("guards");
        plan.guards().forEach(guard -> guards.add(guard(guard)));
        ArrayNode leftOut = root.putArray("leftOut");
        plan.leftOut().forEach(left -> leftOut.add(leftOut(left)));
        ArrayNode steps = root.putArray("steps");
        plan.steps().forEach(step -> steps.add(step(plan, step)));
        ArrayNode keep = root.putArray("keep");
        plan.keep().forEach(way -> keep.add(keep(way)));
        return root;
    }

    private static ObjectNode identity(HostIdentity identity) {
        ObjectNode node = Json.object();
        node.put("machineId", Json.text(identity.machineId()));
        node.put("dmiUuid", Json.text(identity.dmiUuid()));
        ObjectNode functions = node.putObject("functions");
        identity.functions().forEach(functions::put);
        return node;
    }

    private static ObjectNode leftOut(LeftOut left) {
        ObjectNode node = Json.object();
        node.put("id", left.id().id());
        ArrayNode functions = node.putArray("functions");
        left.functions().forEach(function -> functions.add(function.toString()));
        return node.put("reason", Texts.ENGLISH.say(left.reason()));
    }

    private static ObjectNode keep(Keep way) {
        ObjectNode node = Json.object();
        node.put("id", way.id());
        node.put("group", way.group().id());
        node.put("what", Texts.ENGLISH.say(way.what()));
        node.put("caution", Texts.ENGLISH.say(way.caution()));
        way.file()
                .ifPresent(
                        file -> node.putObject("file").put("path", file.path()).put("content", file.content()));
        node.set("commands", commands(way.commands()));
        node.set("undo", commands(way.undo()));
        return node;
    }

    private static ObjectNode guard(Guard guard) {
        ObjectNode node = Json.object();
        node.put("id", guard.id().id());
        node.put("answer", word(guard.answer()));
        ArrayNode functions = node.putArray("functions");
        guard.functions().forEach(function -> functions.add(function.toString()));
        node.put("reason", Texts.ENGLISH.say(guard.reason()));
        node.put("lift", Texts.ENGLISH.say(guard.lift()));
        node.put("source", guard.source());
        return node;
    }

    private static ObjectNode step(Plan plan, Step step) {
        ObjectNode node = Json.object();
        node.put("id", step.id());
        node.put("kind", word(step.kind()));
        node.put("target", step.target().toString());
        node.put("state", word(step.state()));
        node.put("purpose", Texts.ENGLISH.say(step.purpose()));
        node.put("danger", word(step.danger()));
        node.put("effect", word(step.effect()));
        node.put("risk", Texts.ENGLISH.say(step.risk()));
        node.set("prechecks", checks(step.prechecks()));
        node.set("operations", operations(step.operations()));
        node.set("verification", checks(step.verification()));
        node.set("undo", operations(step.undo()));
        node.set("undoChecks", checks(step.undoChecks()));
        node.set("vms", vms(plan.vmsOf(step).orElse(StepVms.UNREAD)));
        return node;
    }

    /** Null where it is not known which VMs run; after the step each keeps the functions or is without them. */
    private static JsonNode vms(StepVms touched) {
        if (!touched.read()) {
            return Json.object().nullNode();
        }
        ArrayNode list = Json.array();
        for (StepVms.Vm vm : touched.vms()) {
            ObjectNode node = list.addObject();
            node.put("name", vm.name());
            ArrayNode functions = node.putArray("functions");
            vm.functions().forEach(function -> functions.add(function.toString()));
            node.put("after", touched.keeps() ? "keeps" : "loses");
        }
        return list;
    }

    private static ArrayNode checks(List<Check> checks) {
        ArrayNode list = Json.array();
        for (Check check : checks) {
            ObjectNode node = list.addObject();
            node.put("what", Texts.ENGLISH.say(check.what()));
            node.set("read", operation(check.read()));
            node.put("expected", check.expected());
            if (check.mask() != 0) {
                node.put("mask", Json.word(check.mask()));
            }
        }
        return list;
    }

    private static ArrayNode commands(List<Keep.Command> commands) {
        ArrayNode list = Json.array();
        commands.forEach(command -> {
            ObjectNode node = list.addObject();
            ArrayNode run = node.putArray("run");
            command.arguments().forEach(run::add);
            node.put("shell", command.shell());
        });
        return list;
    }

    private static ArrayNode operations(List<Operation> operations) {
        ArrayNode list = Json.array();
        operations.forEach(operation -> list.add(operation(operation)));
        return list;
    }

    private static ObjectNode operation(Operation operation) {
        ObjectNode node = Json.object();
        switch (operation) {
            case Operation.Run(List<String> arguments) -> {
                ArrayNode run = node.putArray("run");
                arguments.forEach(run::add);
            }
            case Operation.Write(String path, String value) ->
                node.put("write", path).put("value", value);
        }
        return node.put("shell", operation.shell());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
