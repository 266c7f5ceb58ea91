// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
            return arguments.stream().map(Operation::quoted).collect(Collectors.joining(" "));
        }
    }

    /** A value written to a file of the kernel. */
    record Write(String path, String value) implements Operation {
        @Override
        public String shell() {
            return "echo " + quoted(value) + " > " + quoted(path);
        }
    }

    /** Only words that no shell reads anything into stay bare. */
    private static String quoted(String word) {
        return Bare.WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Holds the pattern, since an interface's constants would all be public. */
    final class Bare {
        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

        private Bare() {}
    }
}
