// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/**
 * What the host itself stands on: the functions that carry mounted file systems or swap, and the interfaces that carry the
 * default route or our SSH session. Whoever takes one of them away takes the host away.
 *
 * @param storage functions with a mounted file system or swap on a disk below them
 * @param untraced devices that are mounted or swapped to, of which it could not be told where they hang
 * @param carriers interfaces through which mounted file systems of a network are reached, with those they are made of
 * @param unreached kinds of such file systems of which it could not be told through which interface they are reached
 * @param uplinks interfaces of default routes, with those they are made of
 * @param session the interface of the SSH session, with those it is made of; empty without a session; unknown where
 *     there is one and its interface could not be told
 */
record InUse(
        Set<Address> storage,
        Set<String> untraced,
        Set<String> carriers,
        Set<String> unreached,
        Set<String> uplinks,
        Fact<Set<String>> session) {
    private static final String NET = "sys/class/net/";
    private static final String LOWER = "/lower_";
    private static final String BLOCK = "sys/block/";
    private static final String SLAVES = "/slaves/";
    private static final String NONE = "-";
    private static final String UNKNOWN = "?";

    InUse {
        storage = Set.copyOf(storage);
        untraced = Set.copyOf(untraced);
        carriers = Set.copyOf(carriers);
        unreached = Set.copyOf(unreached);
        uplinks = Set.copyOf(uplinks);
    }

    /** Unknown where the collector did not tell it: recorded trees, text files. */
    static Fact<InUse> of(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.IN_USE).map(lines -> new Reader(snapshot).read(lines));
    }

    /** Puts the collector's lines together with the links below /sys. */
    private static final class Reader {
        private final Snapshot snapshot;
        private final Set<Address> storage = new HashSet<>();
        private final Set<String> untraced = new HashSet<>();
        private final Set<String> carriers = new HashSet<>();
        private final Set<String> unreached = new HashSet<>();
        private final Set<String> uplinks = new HashSet<>();
        private Fact<Set<String>> session = Fact.unknown(Message.of("unknown.not-in-source", "SSH_CONNECTION"));

        Reader(Snapshot snapshot) {
            this.snapshot = snapshot;
        }

        InUse read(String lines) {
            for (String line : lines.lines().toList()) {
                String[] words = line.strip().split(" +");
                if (words.length < 2) {
                    continue;
                }
                switch (words[0]) {
                    case "mounted" -> mounted(words[1], words.length > 2 ? words[2] : NONE);
                    case "swap" -> swap(words[1]);
                    case "network" -> network(words[1], words.length > 2 ? words[2] : words[1]);
                    case "default" -> uplinks.addAll(madeOf(words[1]));
                    case "ssh" -> session(words[1]);
                    default -> {}
                }
            }
            return new InUse(storage, untraced, carriers, unreached, uplinks, session);
        }

        private void network(String name, String type) {
            if (name.equals(UNKNOWN)) {
                unreached.add(type);
            } else {
                carriers.addAll(madeOf(name));
            }
        }

        private void session(String name) {
            if (name.equals(NONE)) {
                session = Fact.known(Set.of());
            } else if (!name.equals(UNKNOWN)) {
                session = Fact.known(madeOf(name));
            }
        }

        /** By number where that is a block device; file systems over several devices have numbers of their own. */
        private void mounted(String number, String source) {
            if (path(number).isPresent()) {
                trace(number);
            } else {
                named(source);
            }
        }

        private void swap(String source) {
            // A swap file lies on a mounted file system.
            if (source.startsWith("/dev/")) {
                named(source);
            }
        }

        private void named(String source) {
            String name = source.substring(source.lastIndexOf('/') + 1);
            Optional<String> number = numberOf(name);
            number.ifPresentOrElse(this::trace, () -> untraced.add(source));
        }

        private Optional<String> numberOf(String name) {
            return below(HostFiles.BLOCK_DEVICES).entrySet().stream()
                    .filter(entry -> entry.getValue() instanceof Reading.Text text
                            && text.value().endsWith("/" + name))
                    .map(entry -> entry.getKey().substring(HostFiles.BLOCK_DEVICES.length()))
                    .findFirst();
        }

        /** From a volume down to its disks, and from those to the functions that they hang below. */
        private void trace(String first) {
            Deque<String> open = new ArrayDeque<>(List.of(first));
            Set<String> seen = new HashSet<>();
            while (!open.isEmpty()) {
                String number = open.removeFirst();
                if (!seen.add(number)) {
                    continue;
                }
                String path = path(number).orElse("");
                String name = path.substring(path.lastIndexOf('/') + 1);
                Optional<Address> function = functionOf(path);
                List<String> parts = parts(name);
                function.ifPresent(storage::add);
                open.addAll(parts);
                if (function.isEmpty() && parts.isEmpty()) {
                    untraced.add(name.isEmpty() ? number : name);
                }
            }
        }

        /** What a mapped or striped volume is made of, by number. */
        private List<String> parts(String name) {
            String prefix = BLOCK + name + SLAVES;
            return below(prefix).values().stream()
                    .filter(Reading.Text.class::isInstance)
                    .map(reading -> ((Reading.Text) reading).value().strip())
                    .toList();
        }

        private Optional<String> path(String number) {
            return snapshot.hostText(HostFiles.BLOCK_DEVICES + number).asOptional();
        }

        /** The last function on the way to a device. */
        private static Optional<Address> functionOf(String path) {
            Optional<Address> last = Optional.empty();
            for (String part : path.split("/")) {
                Optional<Address> address = Address.parse(part);
                last = address.isPresent() ? address : last;
            }
            return last;
        }

        /** An interface and those below it: a bond's or bridge's ports, a VLAN's carrier. */
        private Set<String> madeOf(String first) {
            Deque<String> open = new ArrayDeque<>(List.of(first));
            Set<String> seen = new HashSet<>();
            while (!open.isEmpty()) {
                String name = open.removeFirst();
                if (seen.add(name)) {
                    String prefix = NET + name + LOWER;
                    below(prefix)
                            .keySet()
                            .forEach(path -> open.add(path.substring(prefix.length(), path.lastIndexOf('/'))));
                }
            }
            return seen;
        }

        private SortedMap<String, Reading> below(String prefix) {
            return snapshot.host().subMap(prefix, prefix + '\uffff');
        }
    }
}
