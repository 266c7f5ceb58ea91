// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.io.IOException;
import java.nio.file.Path;
import org.peerpath.diagram.ExportFile;
import org.peerpath.text.Message;

/** Writes files that a person names, away from the window's thread, and tells how that went. */
public final class Saving {
    /** What is written. */
    @FunctionalInterface
    public interface Work {
        /** Writes it and says where it is, which need not be the very name that was chosen. */
        Path to(Path chosen) throws IOException;
    }

    private Saving() {}

    /** Asks where to; the chooser has asked whether to replace a file of that name. */
    public static void ask(AppContext context, String suggested, ExportFile.Contents contents) {
        context.dialogs().askWhereToSave(suggested).ifPresent(file -> replace(context, file, contents));
    }

    /** Writes to a file that was chosen; the chooser has asked whether to replace one of that name. */
    public static void replace(AppContext context, Path file, ExportFile.Contents contents) {
        write(context, file, chosen -> {
            ExportFile.write(chosen, true, contents);
            return chosen;
        });
    }

    /** Writes to a file that was chosen. */
    public static void write(AppContext context, Path file, Work work) {
        context.executor()
                .<Path>run(
                        () -> work.to(file),
                        done -> context.dialogs().tell(Message.of("ui.export.done", done.toString())),
                        problem -> context.dialogs()
                                .problem(Message.of("ui.export.failed", file.toString()), why(problem)));
    }

    private static Message why(Exception problem) {
        return problem instanceof IOException e ? ExportFile.why(e) : Message.of("ui.host.unexpected");
    }
}
