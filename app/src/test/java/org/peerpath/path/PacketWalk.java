// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;

/**
 * A second opinion on routing, as naive as can be: it carries one packet from port to port, looks at the raw bytes of
 * whatever port it stands at, and knows nothing of nearest common bridges, routes or verdicts. It shares no code with the
 * product but the snapshot it reads.
 */
final class PacketWalk {
    private static final int ROOT_PORT = 4;
    private static final int DOWNSTREAM_PORT = 6;

    private final Snapshot snapshot;

    PacketWalk(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** What became of a packet, and at which port it was decided. */
    record End(Outcome outcome, Optional<Address> where) {}

    /** What a packet is. */
    enum Kind {
        PHYSICAL_REQUEST,
        IOMMU_REQUEST,
        TRANSLATED_REQUEST,
        STRICT_COMPLETION
    }

    /** A port as its bytes show it; {@code unread} where they stop short of what is asked. */
    private record Port(
            Address address, boolean unread, int type, boolean hasAcs, int capability, int control, int at) {
        boolean on(int bit) {
            return (capability & control & 1 << bit) != 0;
        }

        boolean looksUp() {
            return unread || type == ROOT_PORT || type == DOWNSTREAM_PORT;
        }
    }

    End send(Address from, Address to, Kind kind) {
        End plain = carry(from, to, kind);
        if (kind != Kind.TRANSLATED_REQUEST) {
            return plain;
        }
        // Before it can be sent, its translation must have been asked for at the root complex, through every port.
        boolean unread = false;
        for (Address address : up(from)) {
            Port port = port(address);
            if (!port.unread() && port.looksUp() && port.on(1)) {
                return new End(Outcome.BLOCKED, Optional.of(address));
            }
            unread |= port.unread();
        }
        return unread && plain.outcome() != Outcome.BLOCKED ? new End(Outcome.UNKNOWN, Optional.empty()) : plain;
    }

    private End carry(Address from, Address to, Kind kind) {
        List<Address> targetSide = up(to);
        boolean addressed = kind != Kind.IOMMU_REQUEST;
        Optional<Address> redirectedAt = Optional.empty();
        boolean metASwitchOfBoth = false;
        List<Address> way = up(from);
        boolean unread = false;
        for (int i = 0; i < way.size(); i++) {
            Port port = port(way.get(i));
            boolean last = i + 1 == way.size();
            boolean peerSwitch = !last && targetSide.contains(way.get(i + 1)) && !targetSide.contains(way.get(i));
            metASwitchOfBoth |= peerSwitch;
            if (!port.looksUp()) {
                continue;
            }
            if (peerSwitch) {
                if (port.unread()) {
                    return new End(Outcome.UNKNOWN, Optional.empty());
                }
                Port peer = port(targetSide.get(targetSide.indexOf(way.get(i + 1)) - 1));
                Optional<End> end = choose(port, peer, kind);
                if (end.isPresent()) {
                    return end.get();
                }
                redirectedAt = Optional.of(port.address());
            } else if (addressed && targetSide.contains(way.get(i))) {
                // It comes from below and is for something below: the port must be willing to pass it up.
                if (port.unread()) {
                    unread = true;
                } else if (!forwards(port)) {
                    return new End(Outcome.BLOCKED, Optional.of(port.address()));
                }
            }
        }
        if (unread) {
            return new End(Outcome.UNKNOWN, Optional.empty());
        }
        return new End(metASwitchOfBoth ? Outcome.DETOUR : Outcome.ROOT_COMPLEX, redirectedAt);
    }

    /** Empty: it goes up. */
    private Optional<End> choose(Port port, Port peer, Kind kind) {
        End direct = new End(Outcome.INSIDE_SWITCH, Optional.of(port.address()));
        if (kind == Kind.STRICT_COMPLETION) {
            return port.on(3) ? Optional.empty() : Optional.of(direct);
        }
        if (kind == Kind.IOMMU_REQUEST) {
            return Optional.empty();
        }
        if (kind == Kind.TRANSLATED_REQUEST && port.on(6)) {
            return Optional.of(direct);
        }
        if (port.on(5)) {
            Optional<Boolean> set = vectorBit(port, peer);
            if (set.isEmpty()) {
                return Optional.of(new End(Outcome.UNKNOWN, Optional.empty()));
            }
            if (!set.get()) {
                return Optional.of(direct);
            }
            return port.on(2) ? Optional.empty() : Optional.of(new End(Outcome.BLOCKED, Optional.of(port.address())));
        }
        return port.on(2) ? Optional.empty() : Optional.of(direct);
    }

    private static boolean forwards(Port port) {
        if (!port.hasAcs()) {
            return port.type() == ROOT_PORT;
        }
        return (port.capability() & 0x10) == 0 || (port.control() & 0x10) != 0;
    }

    private Optional<Boolean> vectorBit(Port port, Port peer) {
        Bytes bytes = config(port.address());
        int size = port.capability() >> 8 & 0xff;
        int number = peer.unread() && config(peer.address()).length() <= 64
                ? Integer.MAX_VALUE
                : config(peer.address()).at(express(config(peer.address())) + 15);
        if (number >= (size == 0 ? 256 : size)) {
            return Optional.empty();
        }
        return Optional.of((bytes.at(port.at() + 8 + number / 8) >> number % 8 & 1) != 0);
    }

    // The raw bytes

    private List<Address> up(Address function) {
        List<Address> up = new ArrayList<>();
        String[] path =
                facts(function).text("realpath").asOptional().orElseThrow().split("/");
        for (int i = path.length - 2; i >= 0; i--) {
            Address.parse(path[i]).ifPresent(up::add);
        }
        return up;
    }

    private Port port(Address address) {
        Bytes bytes = config(address);
        if (bytes.length() <= 64) {
            return new Port(address, true, 0, false, 0, 0, 0);
        }
        int type = bytes.at(express(bytes) + 2) >> 4;
        if (bytes.length() <= 256) {
            return new Port(address, type == ROOT_PORT || type == DOWNSTREAM_PORT, type, false, 0, 0, 0);
        }
        for (int at = 0x100; at != 0 && bytes.dword(at) != 0; at = bytes.dword(at) >>> 20) {
            if (bytes.word(at) == 0x000d) {
                return new Port(address, false, type, true, bytes.word(at + 4), bytes.word(at + 6), at);
            }
        }
        return new Port(address, false, type, false, 0, 0, 0);
    }

    private static int express(Bytes bytes) {
        int at = bytes.at(0x34);
        while (bytes.at(at) != 0x10) {
            at = bytes.at(at + 1);
        }
        return at;
    }

    private Bytes config(Address address) {
        return facts(address).bytes("config").asOptional().orElse(Bytes.EMPTY);
    }

    private FunctionFacts facts(Address address) {
        FunctionFacts facts = snapshot.functions().get(address);
        if (facts == null) {
            throw new IllegalArgumentException("no function " + address);
        }
        return facts;
    }
}
