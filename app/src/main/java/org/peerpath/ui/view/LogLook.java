// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.peerpath.ui.model.LogPage;
import org.peerpath.ui.parts.AppContext;

/** Looks in the background whether what was opened is a log, and shows its page if it is. */
final class LogLook {
    private LogLook() {}

    static void at(AppContext context, Path file) {
        look(context, () -> LogPage.of(file));
    }

    static void at(AppContext context, String pasted) {
        look(context, () -> LogPage.ofPaste(pasted, context.say("ui.log.pasted")));
    }

    private static void look(AppContext context, Callable<Optional<LogPage>> reading) {
        context.executor()
                .run(
                        reading,
                        page -> page.ifPresent(
                                p -> context.session().logProperty().set(Optional.of(p))),
                        failed -> {
                            // Reading it as a host says what is wrong with it.
                        });
    }
}
