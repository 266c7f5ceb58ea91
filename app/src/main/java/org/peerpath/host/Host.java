// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/**
 * A machine that can run something for us. Every run has a limit of time and of output, and ends when the thread that
 * waits for it is interrupted; what it started on the machine then ends too.
 */
public interface Host extends AutoCloseable {
    /** What a run may write before it is stopped. */
    long MOST_OUTPUT = 256L << 20;

    /** As whom to run. */
    enum Privilege {
        /** As the user who was logged in. */
        USER,
        /** As root where that can be had, else as the user. */
        ROOT_IF_POSSIBLE,
        /** As root or not at all. */
        ROOT
    }

    /**
     * A POSIX shell script. It is given to {@code sh} on standard input, which stays open until the run is over, so that
     * a script can notice when nobody waits for it any more.
     *
     * @param text ends in a command that exits
     * @param limit after this it is stopped
     */
    record Script(String text, Privilege privilege, Duration limit) {}

    /** Consumes what a run writes to standard output; the run is over when this returns or throws. */
    @FunctionalInterface
    interface OutputReader<T, X extends Exception> {
        T read(InputStream output) throws IOException, X;
    }

    /** Talks with what runs: reads what it writes and answers on its standard input. */
    @FunctionalInterface
    interface Dialogue<T, X extends Exception> {
        T hold(InputStream output, OutputStream input) throws IOException, InterruptedException, X;
    }

    /**
     * The outcome of a command.
     *
     * @param status its exit status
     * @param output standard output, cleaned of what only a terminal would act on
     * @param errors the end of standard error, cleaned
     */
    record Output(int status, String output, String errors) {}

    /** What the user called it: {@code local}, {@code ssh://…} or an alias. */
    String name();

    /**
     * Runs a script.
     *
     * @throws HostException if the host was not reached, refused, stopped answering, or took too long; its message says
     *     which
     * @throws X what the reader throws, unless the host explains it better
     */
    default <T, X extends Exception> T run(Script script, OutputReader<T, X> reader)
            throws HostException, InterruptedException, X {
        return talk(script, (output, input) -> reader.read(output));
    }

    /**
     * Runs a script that goes on reading its standard input, and talks with it.
     *
     * @throws HostException as for {@link #run(Script, OutputReader)}
     * @throws X what the dialogue throws, unless the host explains it better
     */
    <T, X extends Exception> T talk(Script script, Dialogue<T, X> dialogue)
            throws HostException, InterruptedException, X;

    /**
     * Runs a command, given as words: no shell takes them apart.
     *
     * @throws HostException as for {@link #run(Script, OutputReader)}
     */
    default Output run(List<String> command, Privilege privilege, Duration limit)
            throws HostException, InterruptedException {
        MarkedCommand commands = new MarkedCommand();
        return this.<Output, HostException>run(commands.script(command, privilege, limit), commands::read);
    }

    /** Ends what is kept open to the host. */
    @Override
    default void close() {}
}
