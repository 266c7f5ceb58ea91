// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.handover.HostTruth;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitPair;
import org.peerpath.handover.PlacedFunction;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Vpd;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.vm.shape.NcclDistance;

/** The pages of a kit for people: {@code map.md}, {@code README.md}, and the comparison inside the guest. */
public final class HandoverText {
    private static final String BREAK = "";
    private final Kit kit;
    private final Texts texts;
    private final Labels labels;
    private final List<String> lines = new ArrayList<>();

    private HandoverText(Kit kit, Texts texts) {
        this.kit = kit;
        this.texts = texts;
        this.labels = Labels.of(kit.host());
    }

    /** Returns the map: each function on the host and in the guest. */
    public static String map(Kit kit, Texts texts) {
        HandoverText page = new HandoverText(kit, texts);
        page.title("handover.map.title");
        page.functions();
        page.pairs();
        return page.text();
    }

    /** Returns the first page: what each file is for, how to undo it, what is open, how to check. */
    public static String readme(Kit kit, List<String> files, Texts texts) {
        HandoverText page = new HandoverText(kit, texts);
        page.title("handover.readme.title");
        page.head("handover.readme.first");
        kit.notes().forEach(page::item);
        page.item(Message.of(kit.before().isEmpty() ? "handover.readme.edit" : "handover.readme.change"));
        page.head("handover.readme.files");
        page.row("handover.readme.file", "handover.readme.use", "handover.readme.undo");
        page.lines.add("|---|---|---|");
        files.forEach(file -> page.lines.add("| `" + file + "` | " + page.say("handover.file." + file) + " | "
                + page.say("handover.undo." + file) + " |"));
        page.pairs();
        page.paragraph("handover.readme.nccl");
        page.head("handover.readme.check");
        page.paragraph("handover.readme.check.text");
        page.lines.add("```sh");
        page.lines.add("lspci -tv");
        page.lines.add("peerpath check local --host-truth map.json");
        page.lines.add("export NCCL_TOPO_FILE=/etc/nccl-topo.xml NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=GRAPH,NET");
        page.lines.add("```");
        page.paragraph("handover.readme.finish");
        page.lines.add("```sh");
        page.lines.add("peerpath snapshot local -o guest.json.gz");
        page.lines.add("```");
        page.open();
        return page.text();
    }

    private void title(String key) {
        lines.add("# "
                + MarkdownReport.escape(texts.say(
                        key,
                        kit.machine().name(),
                        kit.host().snapshot().origin().host())));
    }

    private void head(String key) {
        lines.add(BREAK);
        lines.add("## " + say(key));
        lines.add(BREAK);
    }

    private void paragraph(String key) {
        lines.add(BREAK);
        lines.add(say(key));
        lines.add(BREAK);
    }

    private String say(String key, Object... args) {
        return MarkdownReport.escape(texts.say(key, args));
    }

    private void item(Message message) {
        lines.add("- " + MarkdownReport.escape(texts.say(message)));
    }

    private void row(String... keys) {
        StringBuilder row = new StringBuilder("|");
        for (String key : keys) {
            row.append(' ').append(say(key)).append(" |");
        }
        lines.add(row.toString());
    }

    private void cells(List<String> cells) {
        StringBuilder row = new StringBuilder("|");
        cells.forEach(
                cell -> row.append(' ').append(MarkdownReport.escape(cell)).append(" |"));
        lines.add(row.toString());
    }

    private String name(Address address) {
        return texts.say(labels.shortName(address));
    }

    private void functions() {
        head("handover.map.functions");
        row(
                "handover.column.name",
                "handover.column.host",
                "handover.column.guest",
                "handover.column.group",
                "handover.column.node",
                "handover.column.device",
                "handover.column.serial");
        lines.add("|---|---|---|---|---|---|---|");
        for (PlacedFunction placed : kit.functions()) {
            PciFunction function = kit.host().topology().get(placed.host());
            cells(List.of(
                    name(placed.host()),
                    placed.host().toString(),
                    texts.say(
                            "handover.guest." + placed.source().id(),
                            placed.guest().map(Object::toString).orElse("?")),
                    HandoverJson.text(function, Attributes.IOMMU_GROUP)
                            .map(group -> group.substring(group.lastIndexOf('/') + 1))
                            .orElse("?"),
                    node(placed),
                    id(function.vendor().asOptional()) + ":"
                            + id(function.device().asOptional()),
                    Vpd.serial(function.facts()).orElse("-")));
        }
        lines.add(BREAK);
        lines.add(say("handover.map.nodes"));
    }

    private String node(PlacedFunction placed) {
        String host = HandoverJson.text(kit.host().topology().get(placed.host()), Attributes.NUMA_NODE)
                .orElse("?");
        return host + " → " + placed.guestNode().map(String::valueOf).orElse("?");
    }

    private static String id(Optional<Integer> id) {
        return id.map(HandoverJson::id).orElse("?");
    }

    private void pairs() {
        head("handover.pairs");
        row(
                "handover.column.nic",
                "handover.column.gpu",
                "handover.column.verdict",
                "handover.column.before",
                "handover.column.after");
        lines.add("|---|---|---|---|---|");
        for (KitPair pair : kit.pairs()) {
            cells(List.of(
                    name(pair.nic()) + " " + pair.nic(),
                    name(pair.gpu()) + " " + pair.gpu(),
                    texts.say(HandoverJson.verdict(kit, pair)),
                    pair.before().map(Enum::name).orElse("?"),
                    pair.after().map(Enum::name).orElse("?")));
        }
    }

    /** What nobody could read or promise, each line only where it applies. */
    private void open() {
        head("handover.readme.open");
        boolean predicted = kit.functions().stream().anyMatch(f -> f.source() == PlacedFunction.Source.PREDICTED);
        boolean missing = kit.functions().stream().anyMatch(f -> f.guest().isEmpty());
        if (predicted) {
            item(Message.of("handover.open.predicted"));
        }
        if (missing) {
            item(Message.of("handover.open.missing"));
        }
        if (kit.windowGibibytes().isEmpty()) {
            item(Message.of("handover.open.window"));
        }
        boolean links = kit.links().values().stream()
                .anyMatch(link -> link.speed().isEmpty() || link.width().isEmpty());
        if (links) {
            item(Message.of("handover.open.links"));
        }
        if (!kit.added().isEmpty()) {
            item(Message.of("handover.open.ports"));
        }
        boolean close = kit.pairs().stream()
                .anyMatch(
                        pair -> pair.after().filter(NcclDistance::usesGpuDirect).isEmpty());
        if (close) {
            item(Message.of("handover.open.far"));
        }
        item(Message.of("handover.open.backend"));
        item(Message.of("handover.open.clique"));
    }

    private String text() {
        StringBuilder out = new StringBuilder();
        String before = BREAK + "x";
        for (String line : lines) {
            if (!(line.isEmpty() && before.isEmpty())) {
                out.append(line).append('\n');
            }
            before = line;
        }
        return out.toString();
    }

    /** Returns what a guest shows beside its map. */
    public static String truth(HostTruth.Answer answer, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        page.line(ink.strong(page.say(
                        "truth.title", answer.truth().vm(), answer.truth().host())) + "  "
                + page.say("vm.state." + answer.state().id()));
        List<List<String>> rows = new ArrayList<>();
        for (HostTruth.Seen seen : answer.functions()) {
            rows.add(List.of(
                    seen.truth().name(),
                    seen.truth().host().toString(),
                    "→",
                    seen.found().map(Object::toString).orElse("?"),
                    page.say(
                            "truth.result." + seen.result().id(),
                            seen.truth().guest().map(Object::toString).orElse("?"))));
        }
        page.columns("  ", rows);
        for (HostTruth.SeenPair pair : answer.pairs()) {
            page.line("  "
                    + page.say(
                            "truth.pair",
                            pair.truth().requester(),
                            pair.truth().target(),
                            pair.truth().message(),
                            pair.truth().nccl().orElse("?"),
                            pair.now().map(Enum::name).orElse("?")));
        }
        return page.toString();
    }
}
