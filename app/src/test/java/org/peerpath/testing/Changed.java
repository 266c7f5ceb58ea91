// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;

/** The same host with one thing read otherwise: how a case gets its healthy twin and its neighbours. */
public final class Changed {
    private static final String SOURCE = "test";

    private Changed() {}

    /** Other attributes of a function. */
    public static Snapshot function(Snapshot host, String function, Consumer<SortedMap<String, Reading>> change) {
        FunctionFacts facts = facts(host, function);
        TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
        change.accept(attributes);
        return with(host, new FunctionFacts(facts.address(), attributes, facts.lspciText(), facts.listed()));
    }

    /** Another text in an attribute of a function. */
    public static Snapshot attribute(Snapshot host, String function, String name, String text) {
        return function(host, function, attributes -> attributes.put(name, new Reading.Text(text, SOURCE)));
    }

    /** Other bytes in a function's configuration space. */
    public static Snapshot config(Snapshot host, String function, UnaryOperator<Bytes> change) {
        return function(
                host,
                function,
                attributes -> attributes.computeIfPresent(
                        "config",
                        (name, reading) -> new Reading.Data(change.apply(((Reading.Data) reading).bytes()), SOURCE)));
    }

    /** Bits of a word of a function's configuration space. */
    public static Snapshot word(Snapshot host, String function, int offset, int mask, int value) {
        return config(
                host, function, config -> config.withWord(offset, (config.word(offset) & ~mask) | (value & mask)));
    }

    /** A function as another host has it. */
    public static Snapshot functionOf(Snapshot host, String function, Snapshot other) {
        return with(host, facts(other, function));
    }

    /** Another text in a file of the host. */
    public static Snapshot file(Snapshot host, String path, String text) {
        TreeMap<String, Reading> files = new TreeMap<>(host.host());
        files.put(path, new Reading.Text(text, SOURCE));
        return new Snapshot(host.origin(), files, host.hostListed(), host.functions(), host.notes());
    }

    private static Snapshot with(Snapshot host, FunctionFacts facts) {
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(host.functions());
        functions.put(facts.address(), facts);
        return new Snapshot(host.origin(), host.host(), host.hostListed(), functions, host.notes());
    }

    private static FunctionFacts facts(Snapshot host, String function) {
        FunctionFacts facts = host.functions().get(Address.of(function));
        if (facts == null) {
            throw new IllegalArgumentException("no function " + function);
        }
        return facts;
    }
}
