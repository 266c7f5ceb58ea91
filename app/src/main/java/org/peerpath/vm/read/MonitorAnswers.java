// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;
import tools.jackson.databind.JsonNode;

/**
 * What the monitors of running VMs answered ({@link HostFiles#VM_MONITORS}), a description each, with the number and the
 * name of its process. Only answers to what was asked are read: a monitor is any process that calls itself one.
 */
public final class MonitorAnswers {
    private static final int MOST_LINES = 400_000;
    /** Words of the script and of {@link MonitorSockets}, each with a message. */
    private static final Set<String> REASONS = Set.of(
            "another-process",
            "busy",
            "closed",
            "descriptor",
            "error",
            "no-program",
            "none",
            "not-listening",
            "path",
            "silent",
            "too-many",
            "too-much");

    private final String process;
    private final String place;
    private final StringBuilder answer = new StringBuilder();
    private final List<Note> notes = new ArrayList<>();

    private MonitorAnswers(String process, String socket) {
        this.process = process;
        this.place = socket.startsWith("/") ? Clean.line(socket) : "QMP";
    }

    /** Returns what was answered; empty where nobody asked. */
    public static List<VmDescription> of(Snapshot snapshot) {
        Optional<String> text = snapshot.hostText(HostFiles.VM_MONITORS).asOptional();
        if (text.isEmpty()) {
            return List.of();
        }
        Map<String, Optional<String>> names = new HashMap<>();
        VmProcess.all(snapshot.hostText(HostFiles.VMS).asOptional().orElse(""))
                .forEach(
                        process -> names.put(process.id(), process.description().name()));
        List<MonitorAnswers> all = new ArrayList<>();
        for (String line : text.get().lines().limit(MOST_LINES).toList()) {
            int blank = line.indexOf(' ');
            String rest = blank < 0 ? "" : line.substring(blank + 1);
            if (line.startsWith("monitor ")) {
                int next = rest.indexOf(' ');
                all.add(new MonitorAnswers(
                        next < 0 ? rest : rest.substring(0, next), next < 0 ? "" : rest.substring(next + 1)));
            } else if (!all.isEmpty()) {
                all.getLast().line(line.substring(0, Math.max(0, blank)), rest);
            }
        }
        return all.stream()
                .filter(one -> names.containsKey(one.process))
                .map(one -> one.description(names.getOrDefault(one.process, Optional.empty())))
                .toList();
    }

    private void line(String kind, String rest) {
        if (kind.equals("answer")) {
            answer.append(rest).append('\n');
        } else if (kind.equals("refused") && REASONS.contains(rest)) {
            notes.add(new Note(place, 0, Message.of("note.vm.monitor." + rest, process)));
        }
    }

    private VmDescription description(Optional<String> name) {
        VmDescription.Builder vm = new VmDescription.Builder()
                .name(name)
                .process(KeyValues.number(process))
                .notes(notes);
        for (JsonNode value : MonitorJson.readable(answer.toString())) {
            if (value.has("QMP") || value.path("id").asString("").startsWith("peerpath-")) {
                QueryPciReader.read(value, vm);
            }
        }
        return vm.build();
    }
}
