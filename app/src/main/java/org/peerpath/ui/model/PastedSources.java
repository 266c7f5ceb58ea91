// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.peerpath.host.HostStage;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;

/** Texts that were pasted, beside everything else that can be read. They are recognised by content like files. */
final class PastedSources implements Sources {
    private final Sources others;
    private final Map<String, String> pasted = new ConcurrentHashMap<>();

    PastedSources(Sources others) {
        this.others = others;
    }

    /** Keeps a text; what comes back is the name by which it is read. */
    String keep(String text) {
        String name = "pasted-" + (pasted.size() + 1) + ".txt";
        pasted.put(name, text);
        return name;
    }

    @Override
    public Snapshot read(String source) throws UnreadableSourceException, InterruptedException {
        return read(source, stage -> {});
    }

    @Override
    public Snapshot read(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        String text = pasted.get(source);
        return text == null
                ? others.read(source, stage)
                : Recognizer.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), source);
    }

    @Override
    public Snapshot readAsAdministrator(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return pasted.containsKey(source) ? read(source) : others.readAsAdministrator(source, stage);
    }

    @Override
    public void forget(String source) {
        others.forget(source);
    }
}
