// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Operation;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.snapshot.file.SnapshotFile;

/**
 * The program, killed with SIGKILL between and inside steps: what its journal says is enough to finish, or to go back.
 * {@code -Dpeerpath.kills=N} tries every N-th request of the run (1: all), before and after the host has carried it out.
 */
class KilledProgramTest {
    private static final int SIGKILL = 128 + 9;
    private static final int EVERY = Integer.getInteger("peerpath.kills", 37);

    @TempDir
    Path folder;

    private static SimulatedHost host() {
        return LongStream.range(1, 200)
                .mapToObj(SimulatedHost::new)
                .filter(it -> "0".equals(it.state().get(SimulatedHost.nic(0) + " vfs")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nothingIsLostWhereverTheProgramIsKilled() throws Exception {
        assumeTrue(
                System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux"),
                "what a killed process returns is Linux's");
        SimulatedHost whole = host();
        Map<String, String> before = whole.state();
        int requests = new Trial(whole, -1, false).requests;
        Map<String, String> wanted = whole.state();
        assertTrue(!before.equals(wanted) && requests > EVERY, requests + " requests");
        int killed = 0;
        for (int place = 1; place < requests - 1; place += EVERY) {
            for (boolean after : new boolean[] {false, true}) {
                SimulatedHost host = host();
                Trial trial = new Trial(host, place, after);
                String where = "killed " + (after ? "after " : "before ") + place + ": " + trial.last;
                assertEquals(SIGKILL, trial.status, where);
                killed++;
                Journal journal = new Journal(trial.journal);
                if (journal.runs().isEmpty()) {
                    assertEquals(before, host.state(), where);
                    continue;
                }
                String run = journal.runs().getFirst();
                assertEquals(RunState.UNFINISHED, journal.read(run).state(), where);
                Map<String, String> left = host.state();
                host.becomesAnother();
                for (Runs.Result result : List.of(
                        runs(host, journal).resume(run), runs(host, journal).undo(run))) {
                    assertEquals("run.other-host", result.why().key(), where);
                }
                assertEquals(left, host.state(), where);
                host.returns();
                if (killed % 3 != 0) {
                    assertEquals(RunState.DONE, runs(host, journal).resume(run).state(), where);
                    assertEquals(wanted, host.state(), where);
                }
                assertEquals(RunState.UNDONE, runs(host, journal).undo(run).state(), where);
                assertEquals(before, host.state(), where);
            }
        }
        System.out.println("killed " + killed + " times among " + requests + " requests");
    }

    private static Runs runs(SimulatedHost host, Journal journal) {
        List<Entry> told = new ArrayList<>();
        return new Runs(
                new FaultyMachine(host, told, new Random(1), Fault.NONE, -1),
                journal,
                new Agreeable(told),
                new FakePace(),
                Limits.USUAL,
                "tester@here");
    }

    /** One process, which this one is the host of. */
    private final class Trial {
        private final Path journal = folder.resolve("runs-" + System.nanoTime());
        private int requests;
        private String last = "";
        private final int status;

        /**
         * Runs it.
         *
         * @param place at which of its requests it is killed; negative for never
         * @param after whether the host has carried that out by then
         */
        Trial(SimulatedHost host, int place, boolean after) throws IOException, InterruptedException {
            Process program = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ProgramOverPipe.class.getName(),
                            journal.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader said = program.inputReader(StandardCharsets.UTF_8);
                    PrintWriter answers = new PrintWriter(program.outputWriter(StandardCharsets.UTF_8), true)) {
                for (String line = said.readLine(); line != null; line = said.readLine()) {
                    String[] words = line.split(" ", 2);
                    last = words[0].equals("run")
                            ? ProgramOverPipe.operation(words[1]).shell()
                            : line;
                    boolean end = requests++ == place;
                    if (end && !after) {
                        program.destroyForcibly();
                        break;
                    }
                    String answer = answer(host, words);
                    if (end) {
                        program.destroyForcibly();
                        break;
                    }
                    answers.println(answer);
                }
            } finally {
                status = program.waitFor();
            }
        }

        private String answer(SimulatedHost host, String[] words) throws IOException {
            return switch (words[0]) {
                case "read" -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    SnapshotFile.write(host.snapshot(), bytes, false);
                    yield ProgramOverPipe.encoded(bytes.toByteArray());
                }
                case "run" -> {
                    Operation operation = ProgramOverPipe.operation(words[1]);
                    SimulatedCommands.Answer answer = host.run(operation);
                    yield answer.status() + " "
                            + ProgramOverPipe.encoded(answer.output().getBytes(StandardCharsets.UTF_8));
                }
                default -> {
                    assertEquals("done DONE", String.join(" ", words));
                    yield "";
                }
            };
        }
    }
}
