// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextArea;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.diagram.ExportFile;
import org.peerpath.path.WhatIf;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.ExportWish;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Shows what a file will hold, as its painter paints it or as its text, and how large it will be. */
final class ExportPreview extends VBox {
    private static final double WIDTH = 620;
    private static final double HEIGHT = 430;

    /** In characters: enough to see what it is. */
    private static final int MOST_TEXT = 20_000;

    private final AppContext context;
    private final ImageView image = new ImageView();
    private final TextArea text = new TextArea();
    private final ProgressIndicator busy = new ProgressIndicator();
    private final Label size = Ui.wrapped("", "muted", "small");
    private Running making = Running.NONE;

    /** What is to be seen of a file. */
    private record Seen(ExportWish wish, int bytes, Optional<Image> picture, String text) {}

    ExportPreview(AppContext context) {
        super(6);
        this.context = context;
        image.setId("export-picture");
        image.setPreserveRatio(true);
        text.setId("export-text");
        text.setEditable(false);
        text.getStyleClass().add("mono-area");
        busy.getStyleClass().add("small-progress");
        busy.setMaxSize(24, 24);
        StackPane.setAlignment(busy, Pos.TOP_RIGHT);
        size.setId("export-size");
        StackPane place = Ui.styled(new StackPane(image, text, busy), "export-preview");
        place.setMinSize(200, 160);
        place.setPrefSize(WIDTH, HEIGHT);
        VBox.setVgrow(place, Priority.ALWAYS);
        getChildren().addAll(place, size);
    }

    /** Makes it anew in the background; what was shown stays until then. */
    void show(ExportWish wish, HostView view) {
        making.cancel();
        busy.setVisible(true);
        double pixels = getScene() == null ? 1 : getScene().getWindow().getOutputScaleX();
        making = context.executor().<Seen>run(() -> look(wish, view, pixels), this::shown, this::failed);
    }

    private static Seen look(ExportWish wish, HostView view, double pixels)
            throws IOException, WhatIf.RefusedException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        wish.write(view, file);
        if (wish.kind().isPicture()) {
            Image picture = new Image(
                    new ByteArrayInputStream(wish.picture(view)), WIDTH * pixels, HEIGHT * pixels, true, true);
            return new Seen(wish, file.size(), Optional.of(picture), "");
        }
        String whole = file.toString(StandardCharsets.UTF_8);
        String begin = whole.length() > MOST_TEXT ? whole.substring(0, MOST_TEXT) + "…" : whole;
        return new Seen(wish, file.size(), Optional.empty(), begin);
    }

    private void shown(Seen seen) {
        busy.setVisible(false);
        image.setVisible(seen.picture().isPresent());
        image.setImage(seen.picture().orElse(null));
        image.setFitWidth(WIDTH);
        image.setFitHeight(HEIGHT);
        text.setVisible(seen.picture().isEmpty());
        text.setText(seen.text());
        double kib = Math.max(1, seen.bytes() / 1024.0);
        String note = switch (seen.wish().kind()) {
            case HTML -> context.say("ui.export.note.html");
            case DRAWIO -> context.say("ui.export.note.drawio");
            case SVG, PNG, PDF, DOT, MMD, MD, CSV, JSON, NCCL -> "";
        };
        size.setText((context.say("ui.export.size", Math.round(kib)) + " " + note).strip());
    }

    private void failed(Exception problem) {
        busy.setVisible(false);
        image.setVisible(false);
        text.setVisible(false);
        Message why = switch (problem) {
            case IOException e -> ExportFile.why(e);
            case WhatIf.RefusedException e -> e.reason();
            default -> Message.of("ui.host.unexpected");
        };
        size.setText(context.language().say(why));
    }

    /** Drops what is under way. */
    void stop() {
        making.cancel();
    }
}
