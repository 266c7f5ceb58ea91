// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;
import java.util.Set;

/** Reads the rows of devices and vendors (docs/knowledge-base.md). */
final class DeviceReader {
    /** The kinds of the first version of the schema. */
    private static final Set<String> FIRST_KINDS = Set.of("nic", "gpu", "switch", "nvme", "other");

    private static final int MOST_BARS = 6;

    private DeviceReader() {}

    /** A row of the first version, which knew names and kinds only. */
    static KnownDevice first(KnowledgeNode node, boolean user) throws KnowledgeException {
        String id = node.text("id");
        if (DeviceId.parse(id).isEmpty()) {
            throw node.wrong("id", "15b3:1023");
        }
        return node.whole(new KnownDevice(
                ids(node, id),
                node.text("name"),
                Optional.of(kind(node, FIRST_KINDS)),
                Optional.empty(),
                node.number("gigabitsPerSecond"),
                node.number("virtualFunctionLimit"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                user));
    }

    static KnownDevice device(KnowledgeNode node, boolean user) throws KnowledgeException {
        Optional<Integer> bar = bar(node);
        return node.whole(new KnownDevice(
                ids(node, node.text("id")),
                node.text("name"),
                node.constant("kind", DeviceKind.class),
                node.part("vpd", DeviceReader::vpd),
                node.number("gigabitsPerSecond"),
                node.number("virtualFunctionLimit"),
                bar,
                node.part("acs", DeviceReader::acs),
                node.part("ats", DeviceReader::ats),
                node.part("p2pdma", DeviceReader::peerToPeer),
                node.flag("ncclFolds"),
                node.optional("rdmaTopo"),
                Optional.of(node.text("source")),
                Optional.of(node.date("date")),
                user));
    }

    static Vendor vendor(KnowledgeNode node, boolean user) throws KnowledgeException {
        return node.whole(new Vendor(
                node.hex("id", 4),
                node.text("name"),
                node.texts("lspci", text -> text),
                node.flag("displaysAreGpus"),
                node.flag("makesChipsets"),
                bar(node),
                user));
    }

    private static DeviceIds ids(KnowledgeNode node, String text) throws KnowledgeException {
        return DeviceIds.parse(text).orElseThrow(() -> node.wrong("id", "15b3:1023 | 8086:a110-a11f | 1a03:*"));
    }

    private static DeviceKind kind(KnowledgeNode node, Set<String> names) throws KnowledgeException {
        return node.constant("kind", node.oneOf("kind", names), DeviceKind.class);
    }

    private static Optional<Integer> bar(KnowledgeNode node) throws KnowledgeException {
        String names = "0 | 1 | 2 | 3 | 4 | 5";
        Optional<Integer> bar = node.natural("memoryBar", names);
        if (bar.isPresent() && bar.get() >= MOST_BARS) {
            throw node.wrong("memoryBar", names);
        }
        return bar;
    }

    private static VpdKind vpd(KnowledgeNode node) throws KnowledgeException {
        return node.whole(new VpdKind(node.text("contains"), kind(node, KnowledgeNode.names(DeviceKind.class))));
    }

    private static AcsBehavior acs(KnowledgeNode node) throws KnowledgeException {
        return node.whole(new AcsBehavior(
                node.flag("wide"),
                node.setOf("readsZero", AcsBehavior.BITS),
                node.flag("brokenSourceValidation"),
                node.setOf("isolates", AcsBehavior.PORTS),
                node.flag("undocumented")));
    }

    private static AtsBehavior ats(KnowledgeNode node) throws KnowledgeException {
        Optional<Integer> revision = node.optional("beforeRevision").isEmpty()
                ? Optional.empty()
                : Optional.of(node.hex("beforeRevision", 2));
        return node.whole(new AtsBehavior(
                node.flag("neverBelow"), node.flag("refused"), revision, node.optionalKernel("alwaysOnSince")));
    }

    private static PeerToPeer peerToPeer(KnowledgeNode node) throws KnowledgeException {
        boolean within = node.oneOf("reach", Set.of("any", "host-bridge")).equals("host-bridge");
        return node.whole(new PeerToPeer(within, node.kernel("since"), node.optionalKernel("notIn")));
    }
}
