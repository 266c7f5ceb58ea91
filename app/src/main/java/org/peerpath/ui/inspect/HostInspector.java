// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.diagram.PathKey;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.path.PathReport;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.FactRow;
import org.peerpath.ui.inspect.Inspection.Facts;
import org.peerpath.ui.inspect.Inspection.Part;
import org.peerpath.ui.inspect.Inspection.Words;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** The host as a whole, shown while nothing is selected, and its IOMMU groups. */
final class HostInspector {
    private static final int MOST_NOTES = 12;

    private final HostView view;
    private final Texts texts;
    private final Readings readings;
    private final PathWords words;

    HostInspector(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
        this.readings = new Readings(texts);
        this.words = new PathWords(view, texts);
    }

    Inspection inspect() {
        List<Part> parts = new ArrayList<>();
        List<PathReport> nearest = view.nearest();
        if (nearest.isEmpty()) {
            parts.add(new Words("", texts.say("ui.inspect.no-pair")));
        } else {
            parts.add(new Facts(
                    texts.say("ui.inspect.nearest"),
                    nearest.stream().map(this::path).toList()));
        }
        parts.add(host());
        notes().ifPresent(parts::add);
        return new Inspection(
                texts.say("ui.inspect.host"), texts.say(view.summary().text()), Optional.empty(), parts);
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

    private Facts host() {
        Snapshot snapshot = view.read().snapshot();
        List<FactRow> rows = new ArrayList<>();
        rows.add(file("ui.fact.product", HostFiles.PRODUCT_NAME));
        rows.add(file("ui.fact.kernel", HostFiles.KERNEL_RELEASE));
        rows.add(file("ui.fact.cmdline", HostFiles.CMDLINE));
        Fact<String> container = snapshot.hostText(HostFiles.VFIO_CONTAINER);
        if (snapshot.host().containsKey(HostFiles.VFIO_CONTAINER)) {
            rows.add(new FactRow(
                    texts.say("ui.fact.vfio-container"),
                    readings.say(container),
                    container.isUnknown(),
                    Optional.of("/dev/vfio/vfio"),
                    Optional.empty(),
                    Optional.empty()));
        }
        rows.add(readings.worked(
                "ui.fact.functions", Integer.toString(snapshot.functions().size())));
        rows.add(readings.worked(
                "ui.fact.recognised",
                texts.say("ui.source." + snapshot.origin().kind().id())));
        snapshot.origin()
                .readAt()
                .ifPresent(at -> rows.add(readings.worked(
                        "ui.fact.read-at",
                        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM)
                                .withLocale(texts.locale())
                                .withZone(ZoneId.systemDefault())
                                .format(at))));
        rows.add(readings.worked("ui.fact.source", snapshot.origin().source()));
        return new Facts(texts.say("ui.inspect.this-host"), rows);
    }

    private FactRow file(String labelKey, String path) {
        Fact<String> value = view.read().snapshot().hostText(path);
        return new FactRow(
                texts.say(labelKey),
                readings.say(value),
                value.isUnknown(),
                Optional.of("/" + path),
                Optional.of("cat /" + path),
                Optional.empty());
    }

    private Optional<Part> notes() {
        List<Note> notes = view.read().snapshot().notes();
        if (notes.isEmpty() && view.host().topology().notes().isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        view.host().topology().notes().stream().map(texts::say).forEach(lines::add);
        notes.stream()
                .map(note -> note.line() > 0
                        ? texts.say("read.at-line", note.place(), note.line(), note.what())
                        : texts.say(note.what()))
                .forEach(lines::add);
        List<String> shown = new ArrayList<>(lines.subList(0, Math.min(MOST_NOTES, lines.size())));
        if (lines.size() > MOST_NOTES) {
            shown.add(texts.say("ui.inspect.more-notes", lines.size() - MOST_NOTES));
        }
        return Optional.of(new Words(texts.say("ui.inspect.notes"), String.join("\n", shown)));
    }

    Inspection group(IommuGroup group) {
        List<FactRow> rows = new ArrayList<>();
        for (Address member : group.members()) {
            Optional<PciFunction> function = view.host().topology().find(member);
            rows.add(new FactRow(
                    name(member),
                    function.map(f -> readings.say(f.facts().text(Attributes.DRIVER)))
                            .orElse(""),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Selection.of(member))));
        }
        String path = HostFiles.groupType(group.name());
        return new Inspection(
                texts.say("ui.inspect.group", group.name()),
                texts.say("ui.inspect.group.members", group.members().size()),
                Optional.empty(),
                List.of(
                        new Words("", texts.say("ui.inspect.group.words")),
                        new Facts(
                                "",
                                List.of(new FactRow(
                                        texts.say("ui.fact.domain-type"),
                                        readings.say(group.domainType()),
                                        group.domainType().isUnknown(),
                                        Optional.of("/" + path),
                                        Optional.of("cat /" + path),
                                        Optional.empty()))),
                        new Facts(texts.say("ui.inspect.group.list"), rows)));
    }

    private String name(Address address) {
        Labels labels = view.labels();
        String name = texts.say(labels.shortName(address));
        String brief = labels.brief(address);
        return name.contains(brief) ? name : texts.say("ui.inspect.name-address", name, brief);
    }
}
