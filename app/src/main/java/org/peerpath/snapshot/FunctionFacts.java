// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was read of one PCI function, as read; what the kernel cannot have written is a failed reading ({@link Grammar}).
 *
 * @param address its address
 * @param attributes by path below the function's sysfs directory: {@code vendor}, {@code numa_node}, {@code driver} (a
 *     link: the last element of its target), {@code virtfn0}, {@code net} (a directory: its entries),
 *     {@code infiniband/mlx5_0/fw_ver}, {@code config} and {@code vpd} (bytes), and {@code realpath} (the whole path of
 *     the directory, beginning {@code /sys/devices/}). See {@link Attributes} for the names in use.
 * @param lspciText the lines that lspci printed below the function's own line, as printed; empty unless that is the
 *     source. The register bits they tell are taken from them when the bytes themselves are not there.
 * @param listed whether the function's whole sysfs directory was seen, so that an attribute not in the map does not
 *     exist; false for sources that show only some facts
 */
public record FunctionFacts(
        Address address, SortedMap<String, Reading> attributes, List<String> lspciText, boolean listed) {
    public FunctionFacts {
        SortedMap<String, Reading> spelled = new TreeMap<>(attributes);
        spelled.replaceAll((name, reading) -> Grammar.ofFunction(address, name, reading));
        attributes = Collections.unmodifiableSortedMap(spelled);
        lspciText = List.copyOf(lspciText);
    }

    /** A text attribute or the name a link points to. */
    public Fact<String> text(String name) {
        return Facts.text(attributes, name, listed);
    }

    /** A binary attribute. */
    public Fact<Bytes> bytes(String name) {
        return Facts.bytes(attributes, name, listed);
    }

    /** The entries of a directory attribute. */
    public Fact<List<String>> entries(String name) {
        return Facts.entries(attributes, name, listed);
    }
}
