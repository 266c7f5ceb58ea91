// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.hardware.FirmwareEntry.Condition;
import org.peerpath.hardware.FirmwareEntry.Effect;
import org.peerpath.text.Message;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads one knowledge file and checks it against its schema (docs/knowledge-base.md): every field must be known and of
 * its kind, so that a mistyped one is reported and never silently without effect.
 */
final class KnowledgeReader {
    private static final String SCHEMA = "peerpath.knowledge.";
    private static final Set<String> CONFIDENCES = Set.of("verified", "reported", "suspected");
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(16)
                            .maxStringLength(4096)
                            .build())
                    .build())
            .build();

    private KnowledgeReader() {}

    static KnowledgeFile read(byte[] json, boolean user) throws KnowledgeException {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new KnowledgeException(Message.of("knowledge.bad.json", line));
        }
        KnowledgeNode file = new KnowledgeNode(root, "");
        String schema = file.text("schema");
        return switch (schema) {
            case SCHEMA + "devices/1" ->
                KnowledgeFile.devices(entries(file, "devices", n -> DeviceReader.first(n, user)));
            case SCHEMA + "devices/2" ->
                KnowledgeFile.devices(entries(file, "devices", n -> DeviceReader.device(n, user)));
            case SCHEMA + "vendors/1" ->
                KnowledgeFile.vendors(entries(file, "vendors", n -> DeviceReader.vendor(n, user)));
            case SCHEMA + "firmware/1" -> KnowledgeFile.firmware(entries(file, "firmware", n -> firmware(n, user)));
            case SCHEMA + "kernels/1" -> KnowledgeFile.kernels(entries(file, "kernels", n -> kernel(n, user)));
            case SCHEMA + "kernel-changes/1" ->
                KnowledgeFile.kernelChanges(entries(file, "changes", n -> kernelChange(n, user)));
            case SCHEMA + "platforms/1" -> KnowledgeFile.platforms(entries(file, "platforms", n -> platform(n, user)));
            default ->
                throw file.wrong(
                        "schema",
                        "peerpath.knowledge.{devices/2,vendors/1,firmware/1,kernels/1,kernel-changes/1,platforms/1}");
        };
    }

    private static <T> List<T> entries(KnowledgeNode file, String field, KnowledgeNode.Part<T> part)
            throws KnowledgeException {
        List<T> entries = file.list(field, part);
        file.skip("comment");
        file.end();
        return entries;
    }

    private static DeviceId id(KnowledgeNode node, String text, String field) throws KnowledgeException {
        return DeviceId.parse(text).orElseThrow(() -> node.wrong(field, "15b3:1023"));
    }

    private static FirmwareEntry firmware(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new FirmwareEntry(
                node.text("id"),
                node.text("family"),
                node.texts("devices", text -> id(node, text, "devices")),
                node.list(
                        "versions",
                        range -> range.whole(new FirmwareEntry.Range(version(range, "from"), version(range, "to")))),
                Set.copyOf(node.texts("conditions", text -> node.constant("conditions", text, Condition.class))),
                node.constant("effect", node.text("effect"), Effect.class),
                node.oneOf("confidence", CONFIDENCES),
                node.text("source"),
                node.text("date"),
                node.optional("text"),
                user));
    }

    private static FirmwareVersion version(KnowledgeNode node, String field) throws KnowledgeException {
        return FirmwareVersion.parse(node.text(field)).orElseThrow(() -> node.wrong(field, "40.47.2526"));
    }

    private static KernelEntry kernel(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new KernelEntry(
                node.text("id"),
                node.constant("iommu", IommuKind.class),
                node.kernel("fixedIn"),
                node.texts("commits", text -> text),
                node.flag("hangs"),
                node.text("source"),
                // The shipped ones are explained in the bundles.
                user ? Optional.of(node.text("text")) : node.optional("text"),
                user));
    }

    private static KernelChange kernelChange(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new KernelChange(
                node.text("id"),
                node.constant("iommu", IommuKind.class),
                node.constant("concerns", node.text("concerns"), KernelChange.Concern.class),
                node.kernel("since"),
                node.texts("commits", text -> text),
                node.text("source"),
                node.date("date"),
                user ? Optional.of(node.text("text")) : node.optional("text"),
                user));
    }

    private static Platform platform(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new Platform(
                node.text("vendor"), node.optional("product"), node.text("name"), node.flag("guest"), user));
    }
}
