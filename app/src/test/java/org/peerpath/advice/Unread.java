// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * One fact of a host that nobody read.
 *
 * @param function whose; empty for the host's own
 * @param name the attribute or file
 * @param length of configuration space that was read all the same
 */
record Unread(Optional<Address> function, String name, int length) {
    static final Reading READING = new Reading.Failed(Message.of("unknown.not-in-source", "this"), "sysfs");

    /** All there are, configuration space as ordinary users and as lspci without root see it too. */
    static Stream<Unread> factsOf(Snapshot host) {
        return Stream.concat(
                host.host().keySet().stream().map(file -> new Unread(Optional.empty(), file, 0)),
                host.functions().values().stream()
                        .flatMap(function -> function.attributes().entrySet().stream()
                                .flatMap(attribute -> lengths(attribute.getKey(), attribute.getValue())
                                        .map(length -> new Unread(
                                                Optional.of(function.address()), attribute.getKey(), length)))));
    }

    private static Stream<Integer> lengths(String name, Reading reading) {
        return name.equals(Attributes.CONFIG) && reading instanceof Reading.Data(var bytes, var source)
                ? Stream.of(0, 64, 256).filter(length -> length < bytes.length())
                : Stream.of(0);
    }

    /** The same host without it; unchanged where it had no such function. */
    Snapshot without(Snapshot host) {
        TreeMap<String, Reading> files = new TreeMap<>(host.host());
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(host.functions());
        if (function.isEmpty()) {
            files.put(name, READING);
        } else {
            functions.computeIfPresent(function.get(), (address, facts) -> without(facts));
        }
        return new Snapshot(host.origin(), files, host.hostListed(), functions, host.notes());
    }

    private FunctionFacts without(FunctionFacts facts) {
        TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
        attributes.merge(
                name,
                READING,
                (was, failed) -> length > 0 && was instanceof Reading.Data(var bytes, var source)
                        ? new Reading.Data(bytes.slice(0, length), source)
                        : failed);
        return new FunctionFacts(facts.address(), attributes, facts.lspciText(), facts.listed());
    }

    @Override
    public String toString() {
        return function.map(Address::toString).orElse("host") + " " + name + (length > 0 ? " beyond " + length : "");
    }
}
