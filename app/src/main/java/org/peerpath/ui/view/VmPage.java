// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Group;
import javafx.scene.control.Button;
import javafx.scene.control.TitledPane;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.transform.Scale;
import org.peerpath.diagram.Fonts;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.diagram.VmPicture;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.diagram.PicturePane;
import org.peerpath.ui.diagram.Prepared;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.PointerTip;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFinding;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.judge.VmPair;

/** One VM: the answer for one of its pairs, the three layers as a picture, all pairs, findings, another VM beside it. */
final class VmPage extends VBox {
    private static final double LEAST = 100;

    private final AppContext context;
    private final ThemeWatch themes;
    private final PicturePane picture = new PicturePane();
    private final StackPane place = new StackPane();
    private final Scale scale = new Scale();
    private final VBox answer = Ui.column(3);
    private final VBox pairs = Ui.column(2);
    private final VBox findings = Ui.styled(Ui.column(10), "finding-list");
    private final VmBeside beside;
    private Running work = Running.NONE;
    private Optional<VmAnswer> shown = Optional.empty();

    VmPage(AppContext context, ThemeWatch themes) {
        this.context = context;
        this.themes = themes;
        this.beside = new VmBeside(context);
        setId("vm");
        setSpacing(12);
        picture.getTransforms().setAll(scale);
        place.getChildren().setAll(new Group(picture));
        place.setAlignment(Pos.TOP_LEFT);
        place.setMinWidth(0);
        place.setId("vm-picture");
        place.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        place.setFocusTraversable(true);
        answer.setId("vm-answer");
        pairs.setId("vm-pairs");
        getChildren()
                .addAll(
                        answer,
                        place,
                        Ui.label(context.say("ui.vms.pairs"), "caption"),
                        pairs,
                        Ui.label(context.say("ui.vms.findings"), "caption"),
                        findings,
                        beside);
        new PointerTip(place, picture::tip);
        place.setOnMouseClicked(event -> {
            place.requestFocus();
            if (event.getButton() == MouseButton.PRIMARY) {
                PicturePane.shapeOf(event.getTarget()).ifPresent(this::select);
            }
        });
        ThingMenu.on(
                place,
                () -> new ThingMenu(context)
                        .of(context.session().selectionProperty().get()));
        widthProperty().subscribe(width -> lay());
        context.watch().on(themes.darkProperty(), dark -> lay());
        context.watch().on(context.settings().textScaleProperty(), size -> lay());
    }

    void show(VmAnswer vm, VmJudge.Answer all) {
        shown = Optional.of(vm);
        lay();
        List<VmPair> order = Stream.concat(
                        vm.nearest().stream(),
                        vm.pairs().stream().filter(pair -> !vm.nearest().contains(pair)))
                .toList();
        pairs.getChildren().setAll(order.stream().map(this::row).toList());
        if (order.isEmpty()) {
            pairs.getChildren().setAll(Ui.wrapped(context.say("diagram.vm.no-pair"), "muted"));
        }
        findings.getChildren().setAll(vm.findings().stream().map(this::card).toList());
        if (vm.findings().isEmpty()) {
            findings.getChildren().setAll(Ui.wrapped(context.say("ui.vms.findings.none"), "muted"));
        }
        vm.vm()
                .doubts()
                .forEach(doubt ->
                        findings.getChildren().add(Ui.wrapped(context.language().say(doubt), "muted")));
        order.stream()
                .filter(pair -> !pair.verdict().works())
                .findFirst()
                .or(() -> order.stream().findFirst())
                .ifPresentOrElse(this::answer, () -> answer.getChildren().clear());
        beside.show(vm, all);
    }

    private void lay() {
        double zoom = context.settings().textScaleProperty().get();
        double width = (getWidth() - 2) / zoom;
        Optional<HostView> view = context.session().viewProperty().get();
        if (shown.isEmpty() || view.isEmpty() || width < LEAST) {
            return;
        }
        work.cancel();
        VmAnswer vm = shown.get();
        Theme theme = themes.theme();
        var texts = context.language().texts();
        HostView host = view.get();
        Optional<Prepared> before = picture.shown();
        work = context.executor()
                .<Prepared>run(
                        () -> Prepared.of(
                                VmPicture.of(
                                        vm, host.read(), new DiagramNames(host, texts), texts, Fonts.shipped(), width),
                                theme,
                                before),
                        ready -> {
                            scale.setX(zoom);
                            scale.setY(zoom);
                            picture.show(ready);
                            place.setAccessibleText(ready.picture().title() + ". "
                                    + ready.picture().description());
                        },
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.diagram.failed"),
                                        Message.of("label.plain", problem.toString())));
    }

    /** The pair of what was clicked, or the function. */
    private void select(Shape shape) {
        Optional<VmPair> pair = shape.mark().path().flatMap(this::pair);
        pair.ifPresent(this::answer);
        shape.mark()
                .path()
                .<Selection>map(Selection::of)
                .or(() -> shape.mark().function().map(Selection::of))
                .ifPresent(context.session()::select);
    }

    private Optional<VmPair> pair(PathKey key) {
        return shown.stream()
                .flatMap(vm -> vm.pairs().stream())
                .filter(pair -> pair.requester().host().equals(Optional.of(key.requester()))
                        && pair.target().host().equals(Optional.of(key.target())))
                .findFirst();
    }

    /** The sentence, how sure it is, what to do, and the lines that settle it. */
    private void answer(VmPair pair) {
        String look = look(pair);
        answer.getStyleClass().setAll("banner", "banner-" + look);
        answer.getChildren()
                .setAll(
                        Ui.wrapped(
                                title(pair) + ": "
                                        + context.say(
                                                "vm.verdict." + pair.verdict().id()) + " ("
                                        + context.say("vm.certainty."
                                                + pair.certainty().id()) + ")",
                                "banner-title"),
                        Ui.wrapped(context.language().say(pair.message()), "banner-text"));
        pair.remedy()
                .ifPresent(remedy ->
                        answer.getChildren().add(Ui.wrapped(context.say("ui.vms.remedy", remedy), "banner-text")));
        pair.evidence()
                .forEach(event -> answer.getChildren()
                        .add(Ui.wrapped(
                                context.say("vm.evidence", event.source(), event.line(), event.text()),
                                "mono",
                                "small")));
    }

    private static String look(VmPair pair) {
        return switch (pair.verdict()) {
            case INSIDE_SWITCH -> "inside-switch";
            case DETOUR -> "detour";
            case ROOT_COMPLEX -> "root-complex";
            case UNKNOWN -> "unknown";
            case NOT_MAPPED, BLOCKED, WILL_NOT_START -> "blocked";
            case UNUSABLE -> "unusable";
        };
    }

    private String title(VmPair pair) {
        return name(pair.requester().host(), pair.requester().name()) + " → "
                + name(pair.target().host(), pair.target().name());
    }

    private String name(Optional<Address> host, String otherwise) {
        return context.session()
                .viewProperty()
                .get()
                .flatMap(view ->
                        host.map(address -> context.language().say(view.labels().shortName(address))))
                .orElse(otherwise);
    }

    private Button row(VmPair pair) {
        Button row = Ui.linkButton(
                context.say(
                        "vm.pair",
                        name(pair.requester().host(), pair.requester().name()),
                        name(pair.target().host(), pair.target().name()),
                        Message.of("vm.verdict." + pair.verdict().id()),
                        Message.of("vm.certainty." + pair.certainty().id()),
                        pair.ncclNow().map(Enum::name).orElse("?")),
                () -> {
                    answer(pair);
                    pair.requester()
                            .host()
                            .ifPresent(from -> pair.target()
                                    .host()
                                    .ifPresent(to -> context.session().select(Selection.of(new PathKey(from, to)))));
                });
        row.setGraphic(new VerdictDot(look(pair)));
        row.setWrapText(true);
        row.setMinHeight(USE_PREF_SIZE);
        row.setId("vm-pair-" + pair.requester().name() + "-" + pair.target().name());
        return row;
    }

    private VBox card(VmFinding finding) {
        var severity = Ui.label(
                context.say("ui.severity." + finding.severity().id()),
                "severity",
                "severity-" + finding.severity().id());
        VBox card = Ui.styled(
                Ui.column(
                        8,
                        Ui.row(10, severity, Ui.label(finding.cause().id(), "mono", "muted", "small")),
                        Ui.wrapped(context.language().say(finding.message()), "finding-message"),
                        Ui.wrapped(context.language().say(finding.remedy()), "body")),
                "card",
                "finding");
        if (!finding.evidence().isEmpty()) {
            VBox lines = Ui.column(4);
            finding.evidence()
                    .forEach(line -> lines.getChildren()
                            .add(Ui.wrapped(context.language().say(line), "mono", "small")));
            TitledPane evidence = Ui.folded(
                    context.say("ui.findings.evidence", finding.evidence().size()), lines);
            card.getChildren().add(evidence);
        }
        card.setMinHeight(USE_PREF_SIZE);
        return card;
    }
}
