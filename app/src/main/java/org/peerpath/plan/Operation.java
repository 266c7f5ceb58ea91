// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.peerpath.text.ShellWords;

/**
 * One thing done on a host, as data: the same object is shown, run, written to the journal and printed in scripts, so
 * that there is no second copy of any command.
 */
public sealed interface Operation {
    /** As one would type it in a POSIX shell. */
    String shell();

    /** A program with its arguments. */
    record Run(List<String> arguments) implements Operation {
        public Run {
            arguments = List.copyOf(arguments);
        }

        static Run of(String... arguments) {
            return new Run(List.of(arguments));
        }

        @Override
        public String shell() {
            return arguments.stream().map(ShellWords::readable).collect(Collectors.joining(" "));
        }
    }

    /** A value written to a file of the kernel. */
    record Write(String path, String value) implements Operation {
        @Override
        public String shell() {
            return "echo " + ShellWords.readable(value) + " > " + ShellWords.readable(path);
        }
    }
}
