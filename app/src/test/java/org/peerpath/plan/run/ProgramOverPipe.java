// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Operation;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Message;

/**
 * The program in a process of its own, to be killed: it carries out a plan on a host at the other end of its standard
 * input and output, which outlives it as real hosts do.
 */
final class ProgramOverPipe {
    private static final String PARTS = "\u001f";

    private ProgramOverPipe() {}

    /** Takes the journal's folder, and carries out one plan. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Runs.Result result = new Runs(
                        new Far(in),
                        new Journal(Path.of(arguments[0])),
                        new Agreeable(),
                        new FakePace(),
                        Limits.USUAL,
                        "tester@here")
                .apply(request(), Optional.empty());
        System.out.println("done " + result.state());
    }

    static PlanRequest request() {
        return new PlanRequest(Goal.BIND_VFS, List.of(Address.of(SimulatedHost.nic(0))), 2);
    }

    static Operation operation(String line) {
        List<String> parts =
                List.of(new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8).split(PARTS, -1));
        return parts.getFirst().equals("write")
                ? new Operation.Write(parts.get(1), parts.get(2))
                : new Operation.Run(parts.subList(1, parts.size()));
    }

    private static String line(Operation operation) {
        String text = switch (operation) {
            case Operation.Write(String path, String value) -> String.join(PARTS, "write", path, value);
            case Operation.Run(List<String> words) -> "run" + PARTS + String.join(PARTS, words);
        };
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    static String encoded(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** The host at the other end. */
    private record Far(BufferedReader in) implements Machine {
        @Override
        public String name() {
            return "simulated";
        }

        @Override
        public Snapshot read() throws HostException {
            try {
                return SnapshotFile.read(
                        new ByteArrayInputStream(Base64.getDecoder().decode(ask("read"))), "pipe");
            } catch (Exception e) {
                throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"), e);
            }
        }

        @Override
        public Outcome run(Operation operation, Duration limit) throws HostException {
            String[] answer = ask("run " + line(operation)).split(" ", 2);
            return new Outcome.Exited(
                    Integer.parseInt(answer[0]),
                    new String(Base64.getDecoder().decode(answer[1]), StandardCharsets.UTF_8));
        }

        private String ask(String question) throws HostException {
            System.out.println(question);
            try {
                String answer = in.readLine();
                if (answer != null) {
                    return answer;
                }
            } catch (IOException e) {
                throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"), e);
            }
            throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
        }

        @Override
        public HostChannel watch(String owner) {
            return new Quiet(List.of());
        }
    }
}
