// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.peerpath.diagram.PathKey;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.path.Deciding;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.Banner;
import org.peerpath.ui.inspect.Inspection.FactRow;
import org.peerpath.ui.inspect.Inspection.Facts;
import org.peerpath.ui.inspect.Inspection.HexBytes;
import org.peerpath.ui.inspect.Inspection.Part;
import org.peerpath.ui.inspect.Inspection.Words;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** One function: what it is, its link, ACS and ATS, its VFs, then every register and the bytes. */
final class FunctionInspector {
    private final HostView view;
    private final Texts texts;
    private final Readings readings;
    private final PathWords words;

    FunctionInspector(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
        this.readings = new Readings(texts);
        this.words = new PathWords(view, texts);
    }

    Inspection inspect(PciFunction function) {
        List<Part> parts = new ArrayList<>();
        if (!function.notes().isEmpty()) {
            parts.add(new Words(
                    texts.say("ui.inspect.odd"),
                    String.join("\n", function.notes().stream().map(texts::say).toList())));
        }
        paths(function).ifPresent(parts::add);
        parts.add(identity(function));
        if (function.kind().isBridge()) {
            parts.add(new BitTable(texts, view.labels()).of(function, Set.of()));
        } else {
            parts.add(ats(function));
        }
        if (!function.link().isAbsent()) {
            parts.add(link(function));
        }
        new Offers(view, texts).of(function).ifPresent(parts::add);
        function.sriov().asOptional().ifPresent(sriov -> parts.add(virtual(function, sriov)));
        parts.addAll(RegisterTable.of(function));
        function.facts().bytes(Attributes.CONFIG).asOptional().ifPresent(bytes -> parts.add(bytes(function, bytes)));
        return new Inspection(words.name(function.address()), subtitle(function), banner(function), parts);
    }

    /** What becomes of its data comes first: the answer for the worst of its paths, and for how many there are. */
    private Optional<Banner> banner(PciFunction function) {
        List<PathReport> own = own(function);
        return own.stream()
                .max(Comparator.comparing(FunctionInspector::needsLooking)
                        .thenComparing(PathReport::verdict, Outcome.BETTER_FIRST))
                .map(worst -> {
                    long alike = own.stream()
                            .filter(report -> report.verdict() == worst.verdict())
                            .count();
                    return new Banner(
                            worst.verdict(),
                            own.size() == 1
                                    ? texts.say(
                                            "ui.banner.function", words.title(worst), words.verdict(worst.verdict()))
                                    : texts.say(
                                            "ui.banner.function-of", words.verdict(worst.verdict()), alike, own.size()),
                            words.why(worst));
                });
    }

    private static boolean needsLooking(PathReport report) {
        return Deciding.isWrong(report) || report.verdict() == Outcome.UNUSABLE;
    }

    private List<PathReport> own(PciFunction function) {
        return view.nearest().stream()
                .filter(report -> report.requester().equals(function.address())
                        || report.target().equals(function.address())
                        || report.decidingFunction().equals(function.address()))
                .toList();
    }

    private String subtitle(PciFunction function) {
        String kind = texts.say("ui.kind." + function.kind().id());
        return view.labels()
                .model(function.address())
                .map(model -> texts.say("ui.function.subtitle", model, kind, function.address()))
                .orElseGet(() -> texts.say("ui.function.subtitle-plain", kind, function.address()));
    }

    private Facts identity(PciFunction function) {
        List<FactRow> rows = new ArrayList<>();
        rows.add(readings.worked("ui.fact.address", function.address().toString()));
        rows.add(readings.attribute("ui.fact.driver", function, Attributes.DRIVER));
        rows.add(group(function));
        rows.add(readings.attribute("ui.fact.numa", function, Attributes.NUMA_NODE));
        rows.add(readings.decoded(
                "ui.fact.ids",
                function,
                function.vendor().flatMap(vendor -> function.device().map(device -> ids(vendor, device)))));
        firmware(function).ifPresent(rows::add);
        for (String children : List.of(Attributes.INFINIBAND, Attributes.NET, Attributes.NVME)) {
            if (function.facts().entries(children).isKnown()) {
                rows.add(readings.entries("ui.fact.child." + children, function, children));
            }
        }
        view.host()
                .topology()
                .physicalFunction(function.address())
                .ifPresent(physical ->
                        rows.add(readings.linked("ui.fact.physical", words.name(physical), Selection.of(physical))));
        view.host()
                .topology()
                .place(function.address())
                .parent()
                .ifPresent(parent ->
                        rows.add(readings.linked("ui.fact.parent", words.name(parent), Selection.of(parent))));
        return new Facts(texts.say("ui.inspect.identity"), rows);
    }

    private static String ids(int vendor, int device) {
        return Readings.hex(vendor, 4).substring(2) + ":"
                + Readings.hex(device, 4).substring(2);
    }

    private FactRow group(PciFunction function) {
        Fact<IommuGroup> group = view.host().iommu().groupOf(function.facts());
        FactRow row = readings.attribute("ui.fact.group", function, Attributes.IOMMU_GROUP);
        Optional<Selection> link = group.asOptional().map(g -> new Selection.OfGroup(g.name()));
        String value = group.asOptional()
                .map(g -> texts.say("ui.fact.group.value", g.name(), readings.say(g.domainType())))
                .orElse(row.value());
        return new FactRow(row.label(), value, row.unknown(), row.source(), row.command(), link);
    }

    private Optional<FactRow> firmware(PciFunction function) {
        return function.facts().attributes().keySet().stream()
                .filter(name -> name.endsWith("/fw_ver"))
                .findFirst()
                .map(name -> readings.attribute("ui.fact.firmware", function, name));
    }

    private Optional<Part> paths(PciFunction function) {
        List<FactRow> rows = own(function).stream().map(this::path).toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Facts(texts.say("ui.inspect.paths"), rows));
    }

    private FactRow path(PathReport report) {
        return new FactRow(
                words.title(report),
                words.shortVerdict(report.verdict()),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Selection.of(PathKey.of(report))),
                Optional.of(report.verdict()));
    }

    private Facts ats(PciFunction function) {
        List<FactRow> rows = new ArrayList<>();
        Fact<String> state = function.ats().flatMap(ats -> ats.enabled().map(on -> texts.say(on ? "ui.on" : "ui.off")));
        rows.add(readings.decoded("ui.fact.ats-state", function, state));
        function.ats().asOptional().ifPresent(ats -> {
            rows.add(readings.decoded(
                    "ui.fact.ats-queue", function, ats.capability().map(FunctionInspector::queueDepth)));
            rows.add(readings.decoded(
                    "ui.fact.ats-aligned",
                    function,
                    ats.pageAlignedRequest().map(yes -> texts.say(yes ? "ui.yes" : "ui.no"))));
        });
        rows.add(readings.decoded(
                "ui.fact.relaxed",
                function,
                function.deviceControl()
                        .flatMap(control -> control.relaxedOrdering().map(on -> texts.say(on ? "ui.on" : "ui.off")))));
        return new Facts(texts.say("ui.inspect.ats"), rows);
    }

    /** Zero stands for 32 (PCIe 10.5.1.2). */
    private static String queueDepth(int capability) {
        int depth = capability & 0x1f;
        return Integer.toString(depth == 0 ? 32 : depth);
    }

    private Facts link(PciFunction function) {
        Fact<Link> link = function.link();
        return new Facts(
                texts.say("ui.inspect.link"),
                List.of(
                        readings.decoded(
                                "ui.fact.link-now",
                                function,
                                link.flatMap(l -> l.currentSpeed()
                                        .flatMap(s -> l.currentWidth()
                                                .map(w -> texts.say(
                                                        "ui.fact.link.value",
                                                        s.generation(),
                                                        w,
                                                        s.gigabytesPerSecond(w)))))),
                        readings.decoded(
                                "ui.fact.link-max",
                                function,
                                link.flatMap(l -> l.maxSpeed()
                                        .flatMap(s -> l.maxWidth()
                                                .map(w -> texts.say(
                                                        "ui.fact.link.value",
                                                        s.generation(),
                                                        w,
                                                        s.gigabytesPerSecond(w))))))));
    }

    /** VFs by driver, so that sixteen alike are one line. */
    private Facts virtual(PciFunction function, Sriov sriov) {
        List<FactRow> rows = new ArrayList<>();
        rows.add(readings.decoded(
                "ui.fact.vfs",
                function,
                Fact.known(texts.say("ui.fact.vfs.value", sriov.vfEnable() ? sriov.numVfs() : 0, sriov.totalVfs()))));
        Map<String, List<Address>> byDriver = new TreeMap<>();
        for (Address vf : view.host().topology().virtualFunctions(function.address())) {
            String driver = view.host()
                    .topology()
                    .find(vf)
                    .map(f -> readings.say(f.facts().text(Attributes.DRIVER)))
                    .orElse("");
            byDriver.computeIfAbsent(driver, d -> new ArrayList<>()).add(vf);
        }
        byDriver.forEach((driver, vfs) -> rows.add(new FactRow(
                driver,
                vfs.size() == 1
                        ? words.name(vfs.getFirst())
                        : texts.say(
                                "ui.fact.vfs.range", vfs.size(), words.name(vfs.getFirst()), words.name(vfs.getLast())),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Selection.of(vfs.getFirst())))));
        return new Facts(texts.say("ui.inspect.vfs"), rows);
    }

    private HexBytes bytes(PciFunction function, Bytes bytes) {
        int length = usedLength(bytes);
        List<Integer> shown = IntStream.range(0, length).map(bytes::at).boxed().toList();
        String where = Readings.source(function, Attributes.CONFIG).orElse("");
        return new HexBytes(texts.say("ui.inspect.bytes", bytes.length(), where), Readings.dump(shown));
    }

    /** Rows of zeros at the end say nothing. */
    private static int usedLength(Bytes bytes) {
        int end = bytes.length();
        while (end > 64 && bytes.at(end - 1) == 0) {
            end--;
        }
        return Math.min(bytes.length(), (end + 15) / 16 * 16);
    }
}
