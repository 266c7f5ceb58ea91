// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;

/** Names functions as libvirt does, {@code hostdev0} and so on, in the order in which they stand in the tree. */
final class KitNames {
    private KitNames() {}

    static Map<Address, String> of(SortedMap<Integer, List<KitNode>> nodes) {
        Map<Address, String> names = new TreeMap<>();
        nodes.values()
                .forEach(tops -> tops.stream()
                        .flatMap(KitNode::functions)
                        .forEach(function -> names.put(function, "hostdev" + names.size())));
        return names;
    }
}
