// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Format;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;

/** Writes the picture in view, with what is selected in it, as the file's ending says; whole or not at all. */
final class Exporting {
    private Exporting() {}

    static void ask(AppContext context) {
        Optional<HostView> view = context.session().viewProperty().get();
        if (view.isEmpty()) {
            return;
        }
        String name = context.fleet()
                .currentProperty()
                .get()
                .map(entry -> entry.nameProperty().get().replaceAll("[^A-Za-z0-9._-]+", "-"))
                .orElse("host");
        context.dialogs().askWhereToSave(name + ".svg").ifPresent(file -> write(context, view.get(), file));
    }

    private static void write(AppContext context, HostView view, Path file) {
        String whole = file.toString();
        Optional<Format> format = Format.of(whole.substring(whole.lastIndexOf('.') + 1));
        if (format.isEmpty()) {
            context.dialogs().problem(Message.of("ui.export.failed", whole), Message.of("ui.export.ending"));
            return;
        }
        ExportOptions options = new ExportOptions(
                LayoutOptions.FILE.withSelected(
                        context.session().selectionProperty().get().asPath()),
                Theme.LIGHT,
                context.language().texts(),
                2);
        context.executor()
                .<Path>run(
                        () -> write(view, format.get(), options, file),
                        done -> context.dialogs().tell(Message.of("ui.export.done", done.toString())),
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.export.failed", whole),
                                        Message.of("label.plain", String.valueOf(problem.getMessage()))));
    }

    private static Path write(HostView view, Format format, ExportOptions options, Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(next)) {
                Exporter.write(format, view.host(), List.copyOf(view.paths().values()), options, out);
            }
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
        return file;
    }
}
