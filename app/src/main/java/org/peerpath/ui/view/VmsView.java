// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.peerpath.handover.DomainFile;
import org.peerpath.handover.DomainText;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HandoverWish;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.VmComparison;
import org.peerpath.ui.model.VmFiles;
import org.peerpath.ui.model.Vms;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Handing;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.model.VmDescription;

/** The VMs of the host in view: which there are and how they are, and a page for the chosen one. */
final class VmsView extends VBox {
    private static final double HIGHEST_LIST = 170;
    /** In characters; the page of a VM has its whole name. */
    private static final int LONGEST_NAME = 40;

    private final AppContext context;
    private final FlowPane cards = new FlowPane(8, 8);
    private final ToggleGroup group = new ToggleGroup();
    private final VBox body = Ui.styled(Ui.column(12), "vm-page");
    private final VmPage page;
    private final ObjectProperty<@Nullable VmAnswer> shown = new SimpleObjectProperty<>();
    private Optional<String> chosen = Optional.empty();

    VmsView(AppContext context, ThemeWatch themes) {
        this.context = context;
        this.page = new VmPage(context, themes);
        setId("vms");
        getStyleClass().add("page");
        Button files = Ui.button(context.say("ui.vms.files"), "bar-button");
        files.setId("vms-files");
        Tips.set(files, context.say("ui.vms.files.tip"));
        files.setOnAction(event -> describe());
        Button guest = Ui.button(context.say("ui.vms.guest"), "bar-button");
        guest.setId("vms-guest");
        Tips.set(guest, context.say("ui.vms.guest.tip"));
        guest.setOnAction(event -> guest());
        Button handover = Ui.button(context.say("ui.vms.handover"), "bar-button");
        handover.setId("vms-handover");
        Tips.set(handover, context.say("ui.vms.handover.tip"));
        handover.setOnAction(event -> handOver());
        handover.disableProperty().bind(shown.isNull());
        for (Button button : List.of(files, guest, handover)) {
            button.setMinWidth(USE_PREF_SIZE);
        }
        cards.setMinWidth(0);
        // The cards have a row of their own, and room for some forty VMs before they scroll.
        ScrollPane list = Ui.styled(new ScrollPane(cards), "quiet-scroll");
        list.setFitToWidth(true);
        list.setMinHeight(USE_PREF_SIZE);
        list.setMaxHeight(HIGHEST_LIST);
        var head = Ui.column(8, Ui.row(8, files, guest, handover), list);
        ScrollPane scroll = Ui.styled(new ScrollPane(body), "quiet-scroll");
        scroll.setFitToWidth(true);
        scroll.setId("vm-scroll");
        getChildren().addAll(head, Ui.grow(scroll));
        context.watch().on(context.session().vms().foundProperty(), this::show);
    }

    private void show(Optional<Vms.Found> found) {
        cards.getChildren().clear();
        group.getToggles().clear();
        shown.set(null);
        if (found.isEmpty()) {
            body.getChildren().setAll(Ui.wrapped(context.say("ui.vms.reading"), "muted"));
            return;
        }
        List<VmAnswer> vms = found.get().answer().vms();
        List<Node> notes = new ArrayList<>();
        found.get().unread().ifPresent(why -> notes.add(Ui.wrapped(context.say("ui.vms.unread", why), "body")));
        found.get()
                .answer()
                .doubts()
                .forEach(doubt -> notes.add(Ui.wrapped(context.language().say(doubt), "body")));
        if (vms.isEmpty()) {
            notes.add(Ui.wrapped(context.say("vm.none"), "page-headline"));
            notes.add(Ui.wrapped(context.say("ui.vms.how"), "muted"));
            body.getChildren().setAll(notes);
            return;
        }
        for (VmAnswer vm : vms) {
            cards.getChildren().add(card(vm, found.get(), notes));
        }
        VmAnswer first = vms.stream()
                .filter(vm -> chosen.equals(Optional.of(vm.name())))
                .findFirst()
                .orElse(vms.getFirst());
        choose(first, found.get(), notes);
    }

    private ToggleButton card(VmAnswer vm, Vms.Found found, List<Node> notes) {
        String line = VmComparison.functions(vm, context.language().texts()) + " · "
                + context.say("vm.state." + vm.state().id());
        ToggleButton card = new ToggleButton();
        card.setGraphic(Ui.row(
                10,
                new VerdictDot("state-" + vm.state().id()),
                Ui.column(
                        1,
                        Ui.label(Ui.brief(vm.name(), LONGEST_NAME), "host-row-name"),
                        Ui.label(line, "host-row-line"))));
        card.setId("vm-" + vm.name().replaceAll("[^A-Za-z0-9._-]", "-"));
        card.setAccessibleText(vm.name() + ", " + line);
        card.getStyleClass().add("vm-card");
        card.setMnemonicParsing(false);
        card.setToggleGroup(group);
        card.setUserData(vm.name());
        card.setMinWidth(USE_PREF_SIZE);
        card.setOnAction(event -> choose(vm, found, notes));
        return card;
    }

    private void choose(VmAnswer vm, Vms.Found found, List<Node> notes) {
        chosen = Optional.of(vm.name());
        shown.set(vm);
        group.getToggles().forEach(toggle -> toggle.setSelected(vm.name().equals(toggle.getUserData())));
        page.show(vm, found.answer());
        List<Node> all = new ArrayList<>(notes);
        all.add(page);
        body.getChildren().setAll(all);
    }

    /** Files that describe VMs: their XML, command lines, logs, what a monitor prints. */
    private void describe() {
        List<Path> files = context.dialogs().askForFiles();
        Optional<HostEntry> entry = context.fleet().currentProperty().get();
        if (files.isEmpty() || entry.isEmpty()) {
            return;
        }
        context.executor()
                .<Given>run(
                        () -> read(files),
                        given -> entry.get().describe(given.descriptions(), given.definitions()),
                        problem -> context.dialogs().problem(Message.of("ui.vms.files.failed"), why(problem)));
    }

    private record Given(List<VmDescription> descriptions, List<DomainText> definitions) {}

    private static Given read(List<Path> files) throws UnreadableSourceException {
        Given all = new Given(new ArrayList<>(), new ArrayList<>());
        for (Path file : files) {
            DomainFile read = DomainFile.open(file.toString());
            all.descriptions().addAll(read.read());
            read.definition().ifPresent(all.definitions()::add);
        }
        return all;
    }

    /** The kit of the chosen VM: the smallest change to its definition, if that was given, else a VM around its pairs. */
    private void handOver() {
        Optional<HostEntry> entry = context.fleet().currentProperty().get();
        Optional<HostModel> host = entry.flatMap(of -> of.hostProperty().get());
        VmAnswer vm = shown.get();
        if (entry.isEmpty() || host.isEmpty() || vm == null) {
            return;
        }
        VmFiles given = entry.get().vmFilesProperty().get();
        String name = FileNames.host(context) + "-" + vm.name().replaceAll("[^A-Za-z0-9._-]+", "-") + "-handover.zip";
        Optional<DomainText> definition = given.definition(vm.name());
        Handing.make(
                context,
                host.get(),
                given.guest(),
                maker -> definition.isPresent()
                        ? maker.ofDomain(vm, definition.get())
                        : Handing.around(maker, HandoverWish.of(vm)),
                name);
    }

    /** What was read inside the guest, by any way in which a host is read; several files tell of it together. */
    private void guest() {
        List<Path> files = context.dialogs().askForFiles();
        Optional<HostEntry> entry = context.fleet().currentProperty().get();
        if (files.isEmpty() || entry.isEmpty()) {
            return;
        }
        context.executor()
                .<HostModel>run(
                        () -> HostModel.of(Recognizer.all(
                                files.stream().map(Path::toString).toList())),
                        entry.get()::guest,
                        problem -> context.dialogs().problem(Message.of("ui.vms.guest.failed"), why(problem)));
    }

    private static Message why(Exception problem) {
        return problem instanceof UnreadableSourceException unreadable
                ? unreadable.reason()
                : Message.of("ui.host.unexpected");
    }
}
