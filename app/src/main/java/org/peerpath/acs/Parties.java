// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/**
 * The functions of a host that could send requests to each other, whose they are, and by which questions a pair of them is
 * judged: a host's own pair by where its requests and answers go, a pair of different owners by whether it is kept apart.
 */
final class Parties {
    /** Storage, network, display and accelerators; nothing else is known to send requests to a peer. */
    private static final Set<Integer> CLASSES = Set.of(0x01, 0x02, 0x03, 0x12);

    private static final Set<Harm.What> ALL = EnumSet.allOf(Harm.What.class);
    private static final Set<Harm.What> APART = EnumSet.of(Harm.What.ISOLATION);
    /** Isolating takes answers up by design; what counts is that requests stay inside and peers are kept apart. */
    private static final Set<Harm.What> AIMED_AT = EnumSet.of(Harm.What.VERDICT, Harm.What.ISOLATION);

    private final Map<Address, Owner> owners;
    private final Set<Address> participants;
    private final Scenario goal;

    /** What a pair is asked. */
    record Question(Scenario scenario, Set<Harm.What> what) {}

    /** Whose a function is. */
    private enum Owner {
        HOST,
        GUEST,
        /** It was not read whose. */
        EITHER
    }

    private Parties(Map<Address, Owner> owners, Set<Address> participants, Scenario goal) {
        this.owners = owners;
        this.participants = participants;
        this.goal = goal;
    }

    /**
     * Finds them. Virtual functions of one NIC that are alike are judged by the first.
     *
     * @param participants the functions that the goal is for; their virtual functions take part with them
     * @param goal the scenario that it is for
     */
    static Parties of(HostModel host, Set<Address> participants, Scenario goal) {
        Map<Address, Owner> owners = new LinkedHashMap<>();
        Set<Address> all = new HashSet<>(participants);
        Set<List<Object>> seen = new HashSet<>();
        for (PciFunction function : host.topology().functions().values()) {
            if (function.kind().isBridge() || function.baseClass().knownToBe(code -> !CLASSES.contains(code))) {
                continue;
            }
            Owner owner = owner(function);
            Optional<Address> physical = host.topology().physicalFunction(function.address());
            if (physical.filter(participants::contains).isPresent()) {
                all.add(function.address());
            }
            if (function.kind() != FunctionKind.VIRTUAL_FUNCTION || seen.add(alike(host, function, owner))) {
                owners.put(function.address(), owner);
            }
        }
        return new Parties(owners, all, goal);
    }

    /** What of a virtual function its verdicts and its isolation rest on. */
    private static List<Object> alike(HostModel host, PciFunction function, Owner owner) {
        return List.of(
                host.topology().place(function.address()).parent(),
                host.topology().physicalFunction(function.address()),
                owner,
                function.ats(),
                function.facts().text(Attributes.DRIVER),
                host.iommu().serves(function.facts()),
                host.iommu()
                        .groupOf(function.facts())
                        .flatMap(group -> group.translates().isUnknown() ? Fact.absent() : group.translates()));
    }

    private static Owner owner(PciFunction function) {
        Fact<Boolean> vfio = Ownership.heldByVfio(function.facts());
        return vfio.isKnown() ? vfio.knownToBe(held -> held) ? Owner.GUEST : Owner.HOST : Owner.EITHER;
    }

    List<Address> functions() {
        return List.copyOf(owners.keySet());
    }

    /** Returns what a pair is asked: of those that the goal is for what it aims at, of all others everything. */
    List<Question> questions(Address requester, Address target) {
        if (goal == Scenario.VM && participants.contains(requester) && participants.contains(target)) {
            return List.of(new Question(Scenario.VM, AIMED_AT));
        }
        Owner from = owners.getOrDefault(requester, Owner.EITHER);
        Owner to = owners.getOrDefault(target, Owner.EITHER);
        boolean host = from != Owner.GUEST && to != Owner.GUEST;
        boolean guest = from != Owner.HOST && to != Owner.HOST;
        List<Question> questions = new ArrayList<>();
        questions.add(new Question(Scenario.AS_IS, host || guest ? ALL : APART));
        if (host) {
            questions.add(new Question(Scenario.BARE_METAL, ALL));
        }
        if (from != Owner.HOST) {
            questions.add(new Question(Scenario.VM, guest ? ALL : APART));
        }
        return questions;
    }
}
