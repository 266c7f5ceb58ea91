// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.ui.model.Sources;

/** Samples, and hosts that look like one of them and show an ordinary user what a kernel shows one. */
final class RootlessHost implements Sources {
    static final String SAMPLE = "hgx-b300-one-bad";

    final AtomicInteger forgotten = new AtomicInteger();
    final AtomicInteger read = new AtomicInteger();

    @Override
    public Snapshot read(String source) throws UnreadableSourceException {
        if (!source.startsWith(Hosts.SSH)) {
            return Recognizer.open(source);
        }
        read.incrementAndGet();
        return withoutRoot(Samples.open(SAMPLE));
    }

    @Override
    public Snapshot readAsAdministrator(String source, Consumer<HostStage> stage) throws UnreadableSourceException {
        return Samples.open(SAMPLE);
    }

    @Override
    public void forget(String source) {
        forgotten.incrementAndGet();
    }

    private static Snapshot withoutRoot(Snapshot whole) {
        SortedMap<String, Reading> host = new TreeMap<>(whole.host());
        host.put(HostFiles.EFFECTIVE_USER, new Reading.Text("1000", "collector"));
        SortedMap<Address, FunctionFacts> functions = new TreeMap<>(whole.functions());
        functions.replaceAll((address, facts) -> {
            SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.computeIfPresent(
                    Attributes.CONFIG,
                    (name, reading) -> reading instanceof Reading.Data(Bytes bytes, String from)
                            ? new Reading.Data(Bytes.copyOf(Arrays.copyOf(bytes.toArray(), 64)), from)
                            : reading);
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
        return new Snapshot(whole.origin(), host, whole.hostListed(), functions, whole.notes());
    }
}
