// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.path.WhatIf;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.Bytes;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Ticket;
import org.peerpath.ui.model.ExportWish;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Dates;
import org.peerpath.ui.parts.Saving;
import org.peerpath.ui.parts.Ui;

/**
 * A ticket about what is selected: it lies on the clipboard at once, as text, as HTML with the picture, and as a picture,
 * of which the program it is pasted into takes what it can; a sheet offers the single forms.
 */
final class TicketView {
    private static final double WIDEST_PICTURE = 820;

    private final AppContext context;
    private final Ticket ticket;
    private final byte[] png;

    private TicketView(AppContext context, Ticket ticket, byte[] png) {
        this.context = context;
        this.ticket = ticket;
        this.png = png;
    }

    /** What is made in the background. */
    private record Made(Ticket ticket, Bytes png) {}

    static void open(AppContext context, Pane over, boolean dark) {
        Optional<HostView> view = context.session().viewProperty().get();
        view.ifPresent(shown -> {
            Selection selection = context.session().selectionProperty().get();
            Ticket.Circumstances where = where(context, shown, Clock.systemUTC());
            Texts texts = context.language().texts();
            context.executor()
                    .<Made>run(
                            () -> new Made(
                                    Ticket.of(shown, selection, where, texts),
                                    Bytes.copyOf(picture(shown, Ticket.meant(shown, selection), texts.locale(), dark))),
                            made -> new TicketView(
                                            context, made.ticket(), made.png().toArray())
                                    .show(over),
                            problem -> context.dialogs().problem(Message.of("ui.ticket.failed"), Reports.why(problem)));
        });
    }

    private static Ticket.Circumstances where(AppContext context, HostView view, Clock clock) {
        var entry = context.fleet().currentProperty().get();
        return new Ticket.Circumstances(
                entry.map(shown -> Sidebar.displayName(shown, context)).orElse(""),
                entry.map(shown -> shown.source()).orElse(""),
                view.read().snapshot().origin().readAt().map(at -> Dates.say(at, context.language())),
                Reports.version(context.language().texts()),
                Dates.say(clock.instant(), context.language()));
    }

    private static byte[] picture(HostView view, Optional<PathKey> path, Locale locale, boolean dark)
            throws IOException, WhatIf.RefusedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ExportWish(
                        ExportKind.PNG,
                        view.scenario(),
                        dark ? Theme.DARK : Theme.LIGHT,
                        locale,
                        LayoutOptions.Paths.NEAREST,
                        path,
                        true,
                        false,
                        false,
                        2)
                .write(view, out);
        return out.toByteArray();
    }

    private void show(Pane over) {
        copyAll();
        ImageView picture = new ImageView(image());
        picture.setPreserveRatio(true);
        picture.setFitWidth(WIDEST_PICTURE);
        picture.setAccessibleText(ticket.title());
        VBox body = Ui.column(
                12,
                Ui.wrapped(context.say("ui.ticket.copied"), "body"),
                new FlowPane(
                        8,
                        8,
                        button("text", () -> context.dialogs().copy(ticket.text(), Message.of("ui.copied.text"))),
                        button(
                                "markdown",
                                () -> context.dialogs().copy(ticket.markdown(), Message.of("ui.copied.text"))),
                        button("html", () -> context.dialogs().copy(ticket.html(png), Message.of("ui.copied.text"))),
                        button("picture", this::copyPicture),
                        button("save-html", () -> save("html", ticket.html(png).getBytes(StandardCharsets.UTF_8))),
                        button("save-picture", () -> save("png", png))),
                picture,
                Ui.wrapped(ticket.text(), "body"));
        TextSheet.show(context, over, "ticket", ticket.title(), body, "");
    }

    private Button button(String id, Runnable run) {
        Button button = Ui.button(context.say("ui.ticket." + id), "bar-button");
        button.setId("ticket-" + id);
        button.setOnAction(event -> run.run());
        return button;
    }

    private void copyAll() {
        ClipboardContent content = new ClipboardContent();
        content.putString(ticket.text());
        content.putHtml(ticket.html(png));
        content.putImage(image());
        Clipboard.getSystemClipboard().setContent(content);
        context.dialogs().tell(Message.of("ui.copied.ticket"));
    }

    private void copyPicture() {
        ClipboardContent content = new ClipboardContent();
        content.putImage(image());
        Clipboard.getSystemClipboard().setContent(content);
        context.dialogs().tell(Message.of("ui.copied.picture"));
    }

    private Image image() {
        return new Image(new ByteArrayInputStream(png));
    }

    private void save(String ending, byte[] content) {
        Saving.ask(context, FileNames.of(context, ending), out -> out.write(content));
    }
}
