// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.concurrent.Callable;
import org.peerpath.path.WhatIf;
import org.peerpath.program.ProgramLog;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

/** What all commands have in common: the terminal, the sources, and how their failures become exit statuses. */
abstract class Command implements Callable<Integer> {
    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            descriptionKey = "mixinStandardHelpOptions.help")
    @SuppressWarnings("UnusedVariable") // picocli answers it before the command runs
    private boolean help;

    @CommandLine.Option(names = "--verbose", descriptionKey = "verbose")
    private boolean verbose;

    private final Context context;

    Command(Context context) {
        this.context = context;
    }

    Terminal terminal() {
        return context.terminal();
    }

    Sources sources() {
        return context.sources();
    }

    @Override
    public Integer call() throws Exception {
        if (verbose) {
            ProgramLog.alsoToStandardError(true);
        }
        try {
            return run().code();
        } catch (UnreadableSourceException e) {
            terminal().complain(e.reason());
            return ExitStatus.UNREADABLE.code();
        } catch (UsageException e) {
            terminal().complain(e.reason());
            return ExitStatus.USAGE.code();
        } catch (WhatIf.RefusedException e) {
            terminal().complain(e.reason());
            return ExitStatus.USAGE.code();
        }
    }

    abstract ExitStatus run() throws Exception;

    /** What the user asked for cannot be done as asked. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Message reason;

        UsageException(Message reason) {
            super(reason.key());
            this.reason = reason;
        }

        Message reason() {
            return reason;
        }
    }
}
