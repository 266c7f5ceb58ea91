// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.peerpath.host.HostStage;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;

/**
 * What is no single file, beside everything else that can be read: texts that were pasted, and several files of one host.
 * They are recognised by content like files.
 */
final class MadeSources implements Sources {
    private interface Reading {
        Snapshot read() throws UnreadableSourceException;
    }

    private final Sources others;
    private final Map<String, Reading> made = new ConcurrentHashMap<>();

    MadeSources(Sources others) {
        this.others = others;
    }

    /** Keeps a text; what comes back is the name by which it is read. */
    String pasted(String text) {
        String name = "pasted-" + (made.size() + 1) + ".txt";
        made.put(name, () -> Recognizer.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name));
        return name;
    }

    /** Takes files as one host's; what comes back is the name by which they are read. */
    String together(List<String> files) {
        // The folder makes it a name that no host can have, and is not shown.
        String name = "together-" + (made.size() + 1) + "/"
                + files.stream()
                        .map(file -> String.valueOf(Path.of(file).getFileName()))
                        .collect(Collectors.joining(" + "));
        made.put(name, () -> Recognizer.together(files));
        return name;
    }

    @Override
    public Snapshot read(String source) throws UnreadableSourceException, InterruptedException {
        return read(source, stage -> {});
    }

    @Override
    public Snapshot read(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        Reading reading = made.get(source);
        return reading == null ? others.read(source, stage) : reading.read();
    }

    @Override
    public Snapshot readAsAdministrator(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return made.containsKey(source) ? read(source) : others.readAsAdministrator(source, stage);
    }

    @Override
    public List<String> hosts(String source) throws UnreadableSourceException {
        return made.containsKey(source) ? List.of() : others.hosts(source);
    }

    @Override
    public void forget(String source) {
        others.forget(source);
    }
}
