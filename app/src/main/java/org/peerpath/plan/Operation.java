// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.text.ShellWords;

/**
 * One thing done on a host, as data: the same object is shown, run, written to the journal and printed in scripts, so
 * that there is no second copy of any command. Its constructors are the fence: an operation that
 * {@link AllowedOperation} does not know cannot be built, by a plan, a journal or a lasting form.
 */
public sealed interface Operation {
    /** As one would type it in a POSIX shell. */
    String shell();

    /** Returns whether it changes nothing. */
    boolean changesNothing();

    /**
     * A program with its arguments; {@link NotAllowedException} refuses one that this program may not run.
     */
    record Run(List<String> arguments) implements Operation {
        public Run {
            arguments = List.copyOf(arguments);
            if (!AllowedOperation.mayRun(arguments)) {
                throw new NotAllowedException(String.join(" ", arguments));
            }
        }

        @Override
        public boolean changesNothing() {
            return AllowedOperation.reads(arguments);
        }

        static Run of(String... arguments) {
            return new Run(List.of(arguments));
        }

        @Override
        public String shell() {
            return ShellWords.readable(arguments);
        }
    }

    /**
     * A value written to a file of the kernel; {@link NotAllowedException} refuses other files and values.
     */
    record Write(String path, String value) implements Operation {
        public Write {
            if (!AllowedOperation.mayWrite(path, value)) {
                throw new NotAllowedException("echo " + value + " > " + path);
            }
        }

        @Override
        public boolean changesNothing() {
            return false;
        }

        @Override
        public String shell() {
            return "echo " + ShellWords.readable(value) + " > " + ShellWords.readable(path);
        }
    }
}
