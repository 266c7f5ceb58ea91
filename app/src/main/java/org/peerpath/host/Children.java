// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes that this program has started. None outlives it: they are ended when it ends in order, and
 * {@link #tied(List)} ties those to it that would not notice its death by the end of their standard input.
 */
final class Children {
    /** In sum for all, so that the end of the program does not wait for one that is stuck. */
    private static final long GRACE_MILLIS = 1_500;

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    /**
     * Waits beside the command until standard input ends, which it does with whoever holds the other end, however that
     * dies; then the command is told to end. The command itself has no standard input.
     */
    private static final String TIE = """
            exec 3<&0 </dev/null
            "$@" 3<&- &
            child=$!
            trap 'kill "$child"' TERM INT HUP
            { read -r _ <&3; kill "$child"; } >/dev/null 2>&1 &
            tie=$!
            exec 3<&-
            wait "$child"
            status=$?
            kill "$tie" 2>/dev/null
            exit "$status"
            """;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "end of the children"));
    }

    private Children() {}

    /** Starts a process that ends with this program. */
    static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        RUNNING.add(process);
        process.onExit().whenComplete((ended, why) -> RUNNING.remove(ended)).isDone();
        return process;
    }

    /** Returns a command line that runs this one for as long as its own standard input is open. */
    static List<String> tied(List<String> command) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", TIE, "peerpath"));
        words.addAll(command);
        return words;
    }

    private static void endAll() {
        List<ProcessHandle> all = new ArrayList<>();
        for (Process process : RUNNING) {
            process.descendants().forEach(all::add);
            all.add(process.toHandle());
        }
        all.forEach(ProcessHandle::destroy);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
        for (ProcessHandle one : all) {
            try {
                one.onExit().get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                break;
            } catch (ExecutionException | TimeoutException e) {
                one.destroyForcibly();
            }
        }
    }
}
