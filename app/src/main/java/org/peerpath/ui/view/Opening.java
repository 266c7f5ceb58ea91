// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.Dragboard;
import javafx.scene.input.TransferMode;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;

/** The ways in: files by dialog or drop, the shipped sample. */
final class Opening {
    private Opening() {}

    static void ask(AppContext context) {
        files(context, context.dialogs().askForFiles());
    }

    static void askForFolder(AppContext context) {
        context.dialogs().askForFolder().ifPresent(folder -> files(context, List.of(folder)));
    }

    static void files(AppContext context, List<Path> files) {
        List<HostEntry> opened = files.stream().map(file -> open(context, file)).toList();
        if (opened.size() > 1) {
            context.dialogs()
                    .offer(
                            Message.of("ui.open.several", opened.size()),
                            Message.of("ui.open.together"),
                            () -> context.fleet().openTogether(opened));
        }
    }

    private static HostEntry open(AppContext context, Path file) {
        String name = file.toAbsolutePath().normalize().toString();
        context.settings().remember(name);
        LogLook.at(context, file);
        return context.fleet().open(name);
    }

    /** What was dropped: outputs of benchmarks belong to the host that is shown, everything else is opened. */
    static void drop(AppContext context, List<Path> files) {
        Optional<HostEntry> shown = context.fleet()
                .currentProperty()
                .get()
                .filter(entry -> entry.hostProperty().get().isPresent());
        if (shown.isEmpty()) {
            files(context, files);
            return;
        }
        context.executor()
                .<Dropped>run(
                        () -> Dropped.of(files),
                        dropped -> {
                            if (!dropped.measured().isEmpty()) {
                                shown.get().measure(dropped.measured());
                            }
                            files(context, dropped.sources());
                        },
                        problem -> files(context, files));
    }

    /** Files and folders dropped anywhere on the node are opened. */
    static void acceptDrops(Node node, AppContext context) {
        node.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
            }
            event.consume();
        });
        node.setOnDragDropped(event -> {
            Dragboard board = event.getDragboard();
            if (board.hasFiles()) {
                drop(context, board.getFiles().stream().map(File::toPath).toList());
            }
            event.setDropCompleted(board.hasFiles());
            event.consume();
        });
    }
}
