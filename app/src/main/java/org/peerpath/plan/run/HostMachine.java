// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** A machine reached through {@link Host}. */
public final class HostMachine implements Machine {
    /** Beyond the time that the child there is given: for the way there and back. */
    private static final Duration WAY = Duration.ofSeconds(20);

    private static final int MOST_OUTPUT = 64 * 1024;
    private static final int MOST_CALLS = 64;

    private final Host host;
    private final String source;
    private final Pace pace;
    /** Of the last reading: what was decided by it is carried out in that boot of that host, or not at all. */
    private volatile String boot = "";

    /**
     * A machine.
     *
     * @param source what the user calls it
     */
    public HostMachine(Host host, String source, Pace pace) {
        this.host = host;
        this.source = source;
        this.pace = pace;
    }

    @Override
    public String name() {
        return source;
    }

    @Override
    public Snapshot read() throws HostException, InterruptedException {
        try {
            Snapshot read = LiveReader.read(host, source, LiveReader.Options.USUAL.as(Host.Privilege.ROOT), pace.now());
            boot = read.hostText(HostFiles.BOOT_ID)
                    .map(String::strip)
                    .asOptional()
                    .orElse("");
            return read;
        } catch (UnreadableSourceException e) {
            throw new HostException(HostException.Kind.FAILED, e.reason(), e);
        }
    }

    @Override
    public Outcome run(Operation operation, Duration limit) throws HostException, InterruptedException {
        String mark = "@@" + UUID.randomUUID();
        Host.Script script =
                new Host.Script(Scripts.supervise(mark, boot, operation, limit), Host.Privilege.ROOT, limit.plus(WAY));
        return host.<Outcome, HostException>run(script, output -> outcome(output, mark));
    }

    private static Outcome outcome(InputStream in, String mark) throws IOException, HostException {
        StringBuilder said = new StringBuilder();
        List<String> calls = new ArrayList<>();
        boolean begun = false;
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 3);
            if (!words[0].equals(mark)) {
                if (begun && said.length() + line.length() < MOST_OUTPUT) {
                    said.append(Clean.line(line)).append('\n');
                }
            } else if (words[1].equals("elsewhere")) {
                throw new HostException(HostException.Kind.GONE, Message.of("run.elsewhere"));
            } else if (words[1].equals("begin")) {
                begun = true;
            } else if (words[1].equals("call") && calls.size() < MOST_CALLS) {
                calls.add(words.length > 2 ? Clean.line(words[2]).replaceAll("\\+0x.*", "") : "–");
            } else if (words[1].equals("stuck")) {
                return new Outcome.Stuck(Hanging.parse(words.length > 2 ? words[2] : "", calls));
            } else if (words[1].equals("ended") && words.length > 2 && words[2].matches("[0-9]{1,3}")) {
                return new Outcome.Exited(
                        Integer.parseInt(words[2]), said.toString().strip());
            }
        }
        throw new HostException(HostException.Kind.GONE, Message.of("host.no-status"));
    }

    @Override
    public HostChannel watch(String owner) throws HostException, InterruptedException {
        return HostWatch.start(host, owner);
    }
}
