// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.UnreadableSourceException;

/** Names of RDMA and network devices: many tools know a function only by them. */
final class Rdma {
    private static final String NET = "/net";

    private Rdma() {}

    static void device(Gathering gathering, Address function, String name, String source)
            throws UnreadableSourceException {
        gathering.put(function, Attributes.INFINIBAND, new Reading.Listing(List.of(name), source));
    }

    static void net(Gathering gathering, Address function, String name, String source)
            throws UnreadableSourceException {
        gathering.put(function, Attributes.NET, new Reading.Listing(List.of(name), source));
    }

    /** Gives the functions what is known of their RDMA devices by name; what no function owns stays where it is. */
    static void resolve(Gathering gathering) throws UnreadableSourceException {
        names(gathering);
        for (Address address : List.copyOf(gathering.addresses())) {
            firmware(gathering, gathering.attributes(address));
        }
    }

    /** Tools keep a function's firmware under different names; where they differ, that is a disagreement too. */
    private static void firmware(Gathering gathering, SortedMap<String, Reading> attributes) {
        Reading said = attributes.get(Attributes.FIRMWARE_VERSION);
        if (said == null) {
            return;
        }
        List<Reading> others = attributes.tailMap(Attributes.INFINIBAND + "/").entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(Attributes.INFINIBAND + "/"))
                .filter(entry -> Merging.isFirmware(entry.getKey()))
                .map(Map.Entry::getValue)
                .filter(other -> Merging.contradicts(Attributes.FIRMWARE_VERSION, said, other))
                .toList();
        others.forEach(other -> gathering.disagrees(attributes, Attributes.FIRMWARE_VERSION, other));
    }

    /** ibdev2netdev names an RDMA device's network device, ip and ethtool name that one's function. */
    private static void byNetworkDevice(Gathering gathering, List<Map.Entry<String, Reading>> known)
            throws UnreadableSourceException {
        Map<String, Address> owners = new HashMap<>();
        for (Address address : gathering.addresses()) {
            if (gathering.attributes(address).get(Attributes.NET) instanceof Reading.Listing(var names, String s)) {
                names.forEach(name -> owners.putIfAbsent(name, address));
            }
        }
        for (Map.Entry<String, Reading> entry : known) {
            String rest = entry.getKey().substring(Tools.RDMA.length());
            if (rest.endsWith(NET) && entry.getValue() instanceof Reading.Text(String net, String source)) {
                Address owner = owners.get(net);
                if (owner != null && !gathering.attributes(owner).containsKey(Attributes.INFINIBAND)) {
                    device(gathering, owner, rest.substring(0, rest.length() - NET.length()), source);
                }
            }
        }
    }

    private static void names(Gathering gathering) throws UnreadableSourceException {
        Map<String, Reading> known = gathering.host().tailMap(Tools.RDMA).headMap(Tools.RDMA + Character.MAX_VALUE);
        if (known.isEmpty()) {
            return;
        }
        List<Map.Entry<String, Reading>> all = List.copyOf(known.entrySet());
        byNetworkDevice(gathering, all);
        for (Address address : List.copyOf(gathering.addresses())) {
            if (gathering.attributes(address).get(Attributes.INFINIBAND)
                    instanceof Reading.Listing(var names, String s)) {
                for (Map.Entry<String, Reading> entry : all) {
                    String rest = entry.getKey().substring(Tools.RDMA.length());
                    int slash = rest.indexOf('/');
                    if (slash < 0 || !names.contains(rest.substring(0, slash))) {
                        continue;
                    }
                    if (rest.endsWith(NET) && entry.getValue() instanceof Reading.Text net) {
                        net(gathering, address, net.value(), net.source());
                    } else {
                        gathering.put(address, Attributes.INFINIBAND + "/" + rest, entry.getValue());
                    }
                }
            }
        }
    }
}
