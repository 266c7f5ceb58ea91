// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.knowledge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.knowledge.FirmwareEntry.Condition;
import org.peerpath.advice.knowledge.FirmwareEntry.Effect;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.iommu.KernelVersion;
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
    private static final Set<String> KINDS = Set.of("nic", "gpu", "switch", "nvme", "other");
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
            case SCHEMA + "devices/1" -> KnowledgeFile.devices(entries(file, "devices", n -> device(n, user)));
            case SCHEMA + "firmware/1" -> KnowledgeFile.firmware(entries(file, "firmware", n -> firmware(n, user)));
            case SCHEMA + "kernels/1" -> KnowledgeFile.kernels(entries(file, "kernels", n -> kernel(n, user)));
            case SCHEMA + "platforms/1" -> KnowledgeFile.platforms(entries(file, "platforms", n -> platform(n, user)));
            default -> throw file.wrong("schema", "peerpath.knowledge.{devices,firmware,kernels,platforms}/1");
        };
    }

    private static <T> List<T> entries(KnowledgeNode file, String field, KnowledgeNode.Part<T> part)
            throws KnowledgeException {
        List<T> entries = file.list(field, part);
        file.skip("comment");
        file.end();
        return entries;
    }

    private static KnownDevice device(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new KnownDevice(
                id(node, node.text("id"), "id"),
                node.text("name"),
                node.oneOf("kind", KINDS),
                node.number("gigabitsPerSecond"),
                node.number("virtualFunctionLimit"),
                user));
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
                Set.copyOf(node.texts("conditions", text -> constant(node, "conditions", text, Condition.class))),
                constant(node, "effect", node.text("effect"), Effect.class),
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
        Optional<String> iommu = node.optional("iommu");
        return node.whole(new KernelEntry(
                node.text("id"),
                iommu.isEmpty()
                        ? Optional.empty()
                        : Optional.of(constant(node, "iommu", iommu.get(), IommuUnit.Kind.class)),
                kernelVersion(node, "fixedIn"),
                node.texts("commits", text -> text),
                node.flag("hangs"),
                node.text("source"),
                // The shipped ones are explained in the bundles.
                user ? Optional.of(node.text("text")) : node.optional("text"),
                user));
    }

    private static KernelVersion kernelVersion(KnowledgeNode node, String field) throws KnowledgeException {
        FirmwareVersion version = FirmwareVersion.parse(node.text(field)).orElseThrow(() -> node.wrong(field, "6.12"));
        List<Integer> fields = version.fields();
        return new KernelVersion(fields.get(0), fields.get(1), fields.size() > 2 ? fields.get(2) : 0);
    }

    private static Platform platform(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new Platform(
                node.text("vendor"), node.optional("product"), node.text("name"), node.flag("guest"), user));
    }

    /** A constant by its name in lower case with hyphens. */
    private static <E extends Enum<E>> E constant(KnowledgeNode node, String field, String text, Class<E> type)
            throws KnowledgeException {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
                return constant;
            }
        }
        throw node.wrong(
                field,
                List.of(type.getEnumConstants())
                        .toString()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-'));
    }
}
