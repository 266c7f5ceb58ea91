// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;

/**
 * Asks the monitors of the VMs that were found on a host, when a user wants that: only processes that hold VFIO devices,
 * only QMP sockets of their own, only {@code query-status} and {@code query-pci}.
 */
public final class Monitors {
    private static final String SCRIPT = "/org/peerpath/collector/monitors.sh";
    /** Each answers within 3 seconds or not at all. */
    private static final int MOST = 24;

    private static final int WORDS_BEFORE = 4;

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Monitors() {}

    /** Returns the snapshot with what the monitors of its VMs answered, and why others were not asked. */
    public static Snapshot ask(Host host, Host.Privilege privilege, Snapshot snapshot) throws InterruptedException {
        StringBuilder said = new StringBuilder();
        String source = snapshot.origin().source();
        List<String> command = new ArrayList<>(List.of("sh", "-c", script(), "monitors"));
        for (VmProcess process :
                VmProcess.all(snapshot.hostText(HostFiles.VMS).asOptional().orElse(""))) {
            if (process.holdsDevices() && process.id().matches("[1-9]\\d{0,8}")) {
                gather(process, command, said);
            }
        }
        Reading answered;
        try {
            if (command.size() > WORDS_BEFORE) {
                said.append(host.run(command, privilege, LIMIT).output());
            }
            answered = new Reading.Text(said.toString(), source);
        } catch (HostException e) {
            answered = new Reading.Failed(e.reason(), source);
        }
        TreeMap<String, Reading> files = new TreeMap<>(snapshot.host());
        files.put(HostFiles.VM_MONITORS, answered);
        return new Snapshot(snapshot.origin(), files, snapshot.hostListed(), snapshot.functions(), snapshot.notes());
    }

    private static void gather(VmProcess process, List<String> command, StringBuilder said) {
        List<MonitorSockets.Found> found = MonitorSockets.of(process.words());
        if (found.isEmpty()) {
            refuse(process.id(), "none", said);
        }
        for (MonitorSockets.Found one : found) {
            switch (one) {
                case MonitorSockets.Found.Socket(String path)
                when command.size() < WORDS_BEFORE + 2 * MOST -> command.addAll(List.of(process.id(), path));
                case MonitorSockets.Found.Socket _ -> refuse(process.id(), "too-many", said);
                case MonitorSockets.Found.Refused(String reason) -> refuse(process.id(), reason, said);
            }
        }
    }

    private static void refuse(String process, String reason, StringBuilder said) {
        said.append("monitor ")
                .append(process)
                .append(" -\nrefused ")
                .append(reason)
                .append('\n');
    }

    private static String script() {
        try (InputStream in = Monitors.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException(SCRIPT + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
