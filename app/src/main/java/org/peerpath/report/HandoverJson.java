// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.handover.HostTruth;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitPair;
import org.peerpath.handover.PlacedFunction;
import org.peerpath.path.VerdictText;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Vpd;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.vm.shape.NcclDistance;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The kit's {@code map.json}, schema {@code peerpath.handover/1}, and its reading inside the guest. Always English. */
public final class HandoverJson {
    private static final String SCHEMA = "peerpath.handover/1";
    private static final int MOST_FUNCTIONS = 1024;
    private static final int MOST_PAIRS = 20_000;

    private HandoverJson() {}

    /** Returns the map of a kit. */
    public static ObjectNode of(Kit kit) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("host", kit.host().snapshot().origin().host());
        root.put("vm", kit.machine().name());
        root.put("guestAddresses", addresses(kit.functions()));
        ArrayNode nodes = root.putArray("numaNodes");
        kit.nodes().forEach((guest, host) -> {
            ObjectNode node = nodes.addObject().put("guest", guest);
            if (host < 0) {
                node.putNull("host");
            } else {
                node.put("host", host);
            }
        });
        Labels labels = Labels.of(kit.host());
        ArrayNode functions = root.putArray("functions");
        kit.functions().forEach(function -> functions.add(function(kit, function, labels)));
        ArrayNode pairs = root.putArray("pairs");
        kit.pairs().forEach(pair -> pairs.add(pair(kit, pair)));
        ArrayNode notes = root.putArray("notes");
        kit.notes().forEach(note -> notes.add(Texts.ENGLISH.say(note)));
        return root;
    }

    /** In one word where all are alike; {@code mixed} where they are not. */
    private static String addresses(List<PlacedFunction> functions) {
        List<String> kinds =
                functions.stream().map(f -> f.source().id()).distinct().toList();
        return kinds.size() == 1 ? kinds.getFirst() : "mixed";
    }

    private static ObjectNode function(Kit kit, PlacedFunction placed, Labels labels) {
        ObjectNode node = Json.object();
        PciFunction function = kit.host().topology().get(placed.host());
        node.put("host", placed.host().toString());
        node.put("guest", Json.text(placed.guest()));
        node.put("guestIs", placed.source().id());
        node.put("name", Texts.ENGLISH.say(labels.shortName(placed.host())));
        node.put("id", placed.id());
        node.put("place", Json.text(placed.place()));
        node.put(
                "group",
                Json.text(text(function, Attributes.IOMMU_GROUP).map(g -> g.substring(g.lastIndexOf('/') + 1))));
        number(node, "hostNode", kit.nodes().isEmpty() ? Optional.empty() : text(function, Attributes.NUMA_NODE));
        number(node, "guestNode", placed.guestNode().map(String::valueOf));
        node.put("vendor", Json.text(function.vendor().asOptional().map(HandoverJson::id)));
        node.put("device", Json.text(function.device().asOptional().map(HandoverJson::id)));
        node.put(
                "subsystemVendor",
                Json.text(text(function, Attributes.SUBSYSTEM_VENDOR).map(HandoverJson::plain)));
        node.put(
                "subsystemDevice",
                Json.text(text(function, Attributes.SUBSYSTEM_DEVICE).map(HandoverJson::plain)));
        node.put("serial", Json.text(Vpd.serial(function.facts())));
        ArrayNode bars = node.putArray("barSizes");
        Resources.of(function.facts())
                .asOptional()
                .ifPresent(resources -> resources.barSizes().forEach(bars::add));
        return node;
    }

    private static void number(ObjectNode node, String name, Optional<String> value) {
        Optional<Integer> number =
                value.map(String::strip).filter(v -> v.matches("\\d{1,5}")).map(Integer::valueOf);
        if (number.isPresent()) {
            node.put(name, number.get());
        } else {
            node.putNull(name);
        }
    }

    static Optional<String> text(PciFunction function, String attribute) {
        return function.facts().text(attribute).asOptional();
    }

    static String id(int number) {
        return String.format("%04x", number);
    }

    static String plain(String text) {
        return text.strip().replaceFirst("^0x", "");
    }

    private static ObjectNode pair(Kit kit, KitPair pair) {
        ObjectNode node = Json.object();
        node.put("requester", pair.nic().toString());
        node.put("target", pair.gpu().toString());
        node.put("commonSwitch", Json.text(pair.report().commonSwitch()));
        node.put("verdict", pair.report().verdict().id());
        node.put("message", Texts.ENGLISH.say(verdict(kit, pair)));
        node.putObject("nccl")
                .put("before", Json.text(pair.before().map(NcclDistance::name)))
                .put("after", Json.text(pair.after().map(NcclDistance::name)));
        return node;
    }

    static Message verdict(Kit kit, KitPair pair) {
        return VerdictText.of(kit.host(), pair.report());
    }

    /**
     * Reads a map inside the guest.
     *
     * @return empty if it is none
     */
    public static Optional<HostTruth> read(byte[] bytes) {
        JsonNode root;
        try {
            root = Json.tree(bytes);
        } catch (JacksonException e) {
            return Optional.empty();
        }
        if (!root.path("schema").asString("").equals(SCHEMA)) {
            return Optional.empty();
        }
        List<HostTruth.Function> functions = root.path("functions")
                .valueStream()
                .limit(MOST_FUNCTIONS)
                .flatMap(node -> function(node).stream())
                .toList();
        List<HostTruth.Pair> pairs = root.path("pairs")
                .valueStream()
                .limit(MOST_PAIRS)
                .flatMap(node -> pair(node).stream())
                .toList();
        return Optional.of(new HostTruth(said(root, "host"), said(root, "vm"), functions, pairs));
    }

    private static String said(JsonNode node, String name) {
        return Clean.line(node.path(name).asString(""));
    }

    private static Optional<String> optional(JsonNode node, String name) {
        return Optional.of(said(node, name)).filter(text -> !text.isEmpty());
    }

    private static Optional<HostTruth.Function> function(JsonNode node) {
        List<Long> bars = node.path("barSizes")
                .valueStream()
                .limit(6)
                .map(bar -> bar.asLong(0))
                .toList();
        return Address.parse(said(node, "host"))
                .map(host -> new HostTruth.Function(
                        host,
                        Address.parse(said(node, "guest")),
                        said(node, "name"),
                        optional(node, "vendor"),
                        optional(node, "device"),
                        optional(node, "subsystemVendor"),
                        optional(node, "subsystemDevice"),
                        optional(node, "serial"),
                        bars));
    }

    private static Optional<HostTruth.Pair> pair(JsonNode node) {
        Optional<Address> requester = Address.parse(said(node, "requester"));
        Optional<Address> target = Address.parse(said(node, "target"));
        return requester.flatMap(from -> target.map(to -> new HostTruth.Pair(
                from, to, said(node, "verdict"), said(node, "message"), optional(node.path("nccl"), "after"))));
    }

    /** Returns what a guest showed beside its map, as part of {@code check --json}. */
    public static ObjectNode of(HostTruth.Answer answer) {
        ObjectNode root = Json.object();
        root.put("host", answer.truth().host());
        root.put("vm", answer.truth().vm());
        root.put("state", answer.state().id());
        ArrayNode functions = root.putArray("functions");
        answer.functions()
                .forEach(function -> functions
                        .addObject()
                        .put("host", function.truth().host().toString())
                        .put("expected", Json.text(function.truth().guest()))
                        .put("found", Json.text(function.found()))
                        .put("result", function.result().id()));
        ArrayNode pairs = root.putArray("pairs");
        answer.pairs()
                .forEach(pair -> pairs.addObject()
                        .put("requester", pair.truth().requester().toString())
                        .put("target", pair.truth().target().toString())
                        .put("verdict", pair.truth().verdict())
                        .put("message", pair.truth().message())
                        .put("ncclExpected", Json.text(pair.truth().nccl()))
                        .put("ncclWithoutFile", Json.text(pair.now().map(NcclDistance::name))));
        return root;
    }
}
