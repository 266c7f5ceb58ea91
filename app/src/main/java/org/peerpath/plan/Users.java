// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * Who uses network interfaces and device nodes of a host, as the collector tells it.
 *
 * @param interfaces by name
 * @param open device nodes that processes have open
 * @param nvidia functions by the number of their node
 * @param subfunctions functions that mlx5 subfunctions stand on
 */
record Users(
        Map<String, Interface> interfaces, List<Open> open, Map<String, Address> nvidia, Set<Address> subfunctions) {
    private static final String NONE = "-";

    Users {
        interfaces = Map.copyOf(interfaces);
        open = List.copyOf(open);
        nvidia = Map.copyOf(nvidia);
        subfunctions = Set.copyOf(subfunctions);
    }

    /**
     * A network interface.
     *
     * @param up whether it is switched on
     * @param addressed whether it has an address of its own, other than one that the kernel gives every interface
     * @param master the bond, bridge or switch that it is a port of
     * @param port the name of its port, {@code pf0vf2} for what represents a virtual function
     */
    record Interface(boolean up, boolean addressed, Optional<String> master, Optional<String> port) {
        boolean isUsed() {
            return up || addressed || master.isPresent();
        }
    }

    /**
     * A device node that a process has open.
     *
     * @param process its id
     * @param node below {@code /dev/}
     * @param command the process's name
     */
    record Open(String process, String node, String command) {}

    /** Unknown where the collector did not look: recorded trees, text files, readings of before it did. */
    static Fact<Users> of(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.USERS).map(Users::parse);
    }

    private static Users parse(String lines) {
        Map<String, Interface> interfaces = new HashMap<>();
        List<Open> open = new ArrayList<>();
        Map<String, Address> nvidia = new HashMap<>();
        Set<Address> subfunctions = new HashSet<>();
        for (String line : lines.lines().toList()) {
            String[] words = line.strip().split(" +");
            switch (words[0] + " " + words.length) {
                case "net 6" ->
                    interfaces.put(
                            words[1],
                            new Interface(
                                    !words[2].equals("down"), !words[3].equals(NONE), some(words[4]), some(words[5])));
                case "open 4" -> open.add(new Open(words[1], words[2], words[3]));
                case "nvidia 3" -> Address.parse(words[2]).ifPresent(function -> nvidia.put(words[1], function));
                case "subfunction 2" -> Address.parse(words[1]).ifPresent(subfunctions::add);
                default -> {}
            }
        }
        return new Users(interfaces, open, nvidia, subfunctions);
    }

    private static Optional<String> some(String word) {
        return Optional.of(word).filter(it -> !it.equals(NONE));
    }
}
