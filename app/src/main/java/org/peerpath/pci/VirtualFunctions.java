// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;

/**
 * Which functions are VFs of which: sysfs links where there are any, else the arithmetic of the PF's SR-IOV capability.
 * Immutable.
 */
public final class VirtualFunctions {
    private static final char AFTER_PREFIX =
            (char) (Attributes.VIRTFN_PREFIX.charAt(Attributes.VIRTFN_PREFIX.length() - 1) + 1);
    /** The first name that no longer begins with the prefix. */
    private static final String END_OF_LINKS =
            Attributes.VIRTFN_PREFIX.substring(0, Attributes.VIRTFN_PREFIX.length() - 1) + AFTER_PREFIX;

    private final Map<Address, Address> physical;
    private final Map<Address, List<Address>> virtual;

    /** Takes the map over. */
    private VirtualFunctions(Map<Address, Address> physical) {
        this.physical = physical;
        Map<Address, List<Address>> byPhysical = new HashMap<>();
        physical.forEach((vf, pf) ->
                byPhysical.computeIfAbsent(pf, key -> new ArrayList<>()).add(vf));
        // VF numbers and routing ids rise together, so address order is the order of the numbers.
        byPhysical.replaceAll((pf, vfs) -> vfs.stream().sorted().toList());
        this.virtual = byPhysical;
    }

    /** From {@code physfn} and {@code virtfn*} links. */
    static VirtualFunctions linked(Collection<FunctionFacts> functions) {
        Map<Address, Address> physical = new HashMap<>();
        for (FunctionFacts facts : functions) {
            if (facts.attributes().get(Attributes.PHYSFN) instanceof Reading.Text(String target, String source)) {
                Address.parse(target).ifPresent(pf -> physical.put(facts.address(), pf));
            }
            for (Reading link : facts.attributes()
                    .subMap(Attributes.VIRTFN_PREFIX, END_OF_LINKS)
                    .values()) {
                if (link instanceof Reading.Text(String target, String source)) {
                    Address.parse(target).ifPresent(vf -> physical.putIfAbsent(vf, facts.address()));
                }
            }
        }
        physical.entrySet().removeIf(entry -> entry.getKey().equals(entry.getValue()));
        return new VirtualFunctions(physical);
    }

    /**
     * These, and those among the candidates at whose address an enabled VF of one of the functions must be (PCIe
     * 9.2.1.2): routing id of VF n = PF's + First VF Offset + n × VF Stride, n from 0. Their ids must be those of such a
     * VF, or must not be known: a VF's own registers read as ones.
     */
    VirtualFunctions withArithmetic(Map<Address, PciFunction> decoded, List<Address> candidates) {
        if (candidates.isEmpty()) {
            return this;
        }
        Map<Address, Address> all = new HashMap<>(physical);
        for (PciFunction pf : decoded.values()) {
            if (pf.sriov() instanceof Fact.Known<Sriov>(Sriov sriov) && sriov.vfEnable() && sriov.numVfs() > 0) {
                for (Address candidate : candidates) {
                    PciFunction function = decoded.get(candidate);
                    if (function != null
                            && isVirtualFunction(candidate, pf.address(), sriov)
                            && idsFit(function, pf, sriov)) {
                        all.putIfAbsent(candidate, pf.address());
                    }
                }
            }
        }
        return new VirtualFunctions(all);
    }

    private static boolean idsFit(PciFunction function, PciFunction pf, Sriov sriov) {
        if (function.vendor().isKnown()
                && pf.vendor().isKnown()
                && !function.vendor().equals(pf.vendor())) {
            return false;
        }
        return !function.device().isKnown() || function.device().knownToBe(id -> id == sriov.vfDeviceId());
    }

    private static boolean isVirtualFunction(Address candidate, Address pf, Sriov sriov) {
        if (candidate.domain() != pf.domain()) {
            return false;
        }
        int distance = candidate.routingId() - pf.routingId() - sriov.firstVfOffset();
        if (distance < 0 || sriov.firstVfOffset() == 0) {
            return false;
        }
        if (distance == 0) {
            return true;
        }
        int stride = sriov.vfStride();
        return stride > 0 && distance % stride == 0 && distance / stride < sriov.numVfs();
    }

    Optional<Address> physicalOf(Address function) {
        return Optional.ofNullable(physical.get(function));
    }

    boolean isVirtual(Address function) {
        return physical.containsKey(function);
    }

    List<Address> of(Address function) {
        return virtual.getOrDefault(function, List.of());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VirtualFunctions same && physical.equals(same.physical);
    }

    @Override
    public int hashCode() {
        return physical.hashCode();
    }

    @Override
    public String toString() {
        return new TreeMap<>(physical).toString();
    }
}
