// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** A question of a step that a reading of the host has the answer to: a file or link of a function. */
record SysfsRead(Address function, String attribute) {
    private static final Pattern PATH = Pattern.compile("/sys/bus/pci/devices/([^/]+)/((?:net/[^/]+/)?\\w+)");

    static Optional<SysfsRead> of(Operation.Run read) {
        List<String> words = read.arguments();
        if (words.size() != 2 || !List.of("cat", "readlink").contains(words.getFirst())) {
            return Optional.empty();
        }
        Matcher path = PATH.matcher(words.getLast());
        return path.matches()
                ? Address.parse(path.group(1)).map(address -> new SysfsRead(address, path.group(2)))
                : Optional.empty();
    }

    /** The answer, as a check expects it; empty where it was not read. */
    Optional<String> answer(Topology topology) {
        Optional<PciFunction> found = topology.find(function);
        Fact<String> value = found.map(it -> it.facts().text(attribute)).orElseGet(Fact::absent);
        return switch (attribute) {
            case Attributes.DRIVER -> value.isUnknown() ? Optional.empty() : Optional.of(driver(value));
            case Attributes.SRIOV_NUMVFS ->
                Optional.of(Integer.toString(topology.virtualFunctions(function).size()));
            default -> value.asOptional().map(String::strip);
        };
    }

    private static String driver(Fact<String> value) {
        return value.asOptional().map(name -> "/drivers/" + name).orElse("");
    }
}
