// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.Link;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of {@code show}, schema {@code peerpath.show/1}: every function, decoded. A fact that was read and is not
 * there is {@code null}; one that was not read is {@code null} and named in {@code unknown} with its reason.
 */
public final class ShowJson {
    private static final String SCHEMA = "peerpath.show/1";

    private ShowJson() {}

    public static ObjectNode of(HostModel host) {
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("source", host.snapshot().origin().source());
        root.put("host", host.snapshot().origin().host());
        root.put("recognisedAs", host.snapshot().origin().kind().id());
        ArrayNode functions = root.putArray("functions");
        host.topology().functions().values().forEach(function -> functions.add(new Writer(host, function).write()));
        RegisterLines.put(root, host);
        return root;
    }

    /** Writes one function and collects on the way what is unknown about it. */
    private static final class Writer {
        private final HostModel host;
        private final PciFunction function;
        private final Map<String, Message> unknown = new TreeMap<>();

        Writer(HostModel host, PciFunction function) {
            this.host = host;
            this.function = function;
        }

        ObjectNode write() {
            ObjectNode node = Json.object();
            node.put("function", function.address().toString());
            node.put("vendor", hex(take("vendor", function.vendor()), 4));
            node.put("device", hex(take("device", function.device()), 4));
            node.put("class", hex(take("class", function.classCode()), 6));
            node.put("kind", function.kind().id());
            node.put(
                    "parent",
                    Json.text(host.topology().place(function.address()).parent()));
            node.set("acs", take("acs", function.acs()).map(this::acs).orElse(null));
            node.set("ats", take("ats", function.ats()).map(this::ats).orElse(null));
            node.set("sriov", take("sriov", function.sriov()).map(Writer::sriov).orElse(null));
            node.set("link", take("link", function.link()).map(this::link).orElse(null));
            number(node, "iommuGroup", Attributes.IOMMU_GROUP);
            node.put("driver", Json.text(take("driver", function.facts().text(Attributes.DRIVER))));
            VfioHolders.guestOf(function).ifPresent(guest -> node.put("guest", guest));
            function.facts()
                    .text(Attributes.DEFINED_GUEST)
                    .asOptional()
                    .ifPresent(guest -> node.put("definedGuest", guest));
            number(node, "numaNode", Attributes.NUMA_NODE);
            ArrayNode names = node.putArray("unknown");
            unknown.keySet().forEach(names::add);
            ObjectNode reasons = Json.object();
            unknown.forEach((name, why) -> reasons.put(name, Texts.ENGLISH.say(why)));
            node.set("unknownReasons", reasons);
            return node;
        }

        private ObjectNode acs(Acs acs) {
            ObjectNode node = Json.object();
            node.put(
                    "capability",
                    Json.text(take("acs.capability", acs.capability()).map(Json::word)));
            node.put("control", Json.text(take("acs.control", acs.control()).map(Json::word)));
            return node;
        }

        private ObjectNode ats(Ats ats) {
            ObjectNode node = Json.object();
            node.put(
                    "capability",
                    Json.text(take("ats.capability", ats.capability()).map(Json::word)));
            node.put("control", Json.text(take("ats.control", ats.control()).map(Json::word)));
            return node;
        }

        private static ObjectNode sriov(Sriov sriov) {
            return Json.object().put("total", sriov.totalVfs()).put("enabled", sriov.vfEnable() ? sriov.numVfs() : 0);
        }

        private ObjectNode link(Link link) {
            ObjectNode node = Json.object();
            speed(node, "maxGTs", "link.maxSpeed", link.maxSpeed());
            width(node, "maxWidth", "link.maxWidth", link.maxWidth());
            speed(node, "currentGTs", "link.currentSpeed", link.currentSpeed());
            width(node, "currentWidth", "link.currentWidth", link.currentWidth());
            return node;
        }

        private void speed(ObjectNode node, String field, String name, Fact<LinkSpeed> fact) {
            Optional<LinkSpeed> speed = take(name, fact);
            if (speed.isPresent()) {
                node.put(field, speed.get().gigatransfers());
            } else {
                node.putNull(field);
            }
        }

        private void width(ObjectNode node, String field, String name, Fact<Integer> fact) {
            Optional<Integer> width = take(name, fact);
            if (width.isPresent()) {
                node.put(field, width.get());
            } else {
                node.putNull(field);
            }
        }

        private void number(ObjectNode node, String field, String attribute) {
            Optional<Integer> value =
                    take(field, function.facts().text(attribute)).flatMap(Writer::integer);
            if (value.isPresent()) {
                node.put(field, value.get());
            } else {
                node.putNull(field);
            }
        }

        private static Optional<Integer> integer(String text) {
            return text.matches("-?\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
        }

        private static @Nullable String hex(Optional<Integer> value, int digits) {
            return value.map(v -> String.format("%0" + digits + "x", v)).orElse(null);
        }

        private <T> Optional<T> take(String name, Fact<T> fact) {
            fact.whyUnknown().ifPresent(why -> unknown.put(name, why));
            return fact.asOptional();
        }
    }
}
