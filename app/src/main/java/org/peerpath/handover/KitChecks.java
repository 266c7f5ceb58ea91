// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerpath.advice.Labels;
import org.peerpath.hardware.IommuKind;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** What must hold of the functions of a kit, and what is to be said about them. */
final class KitChecks {
    private static final int NETWORK = 0x02;
    private static final int DISPLAY = 0x03;
    private static final int ACCELERATOR = 0x12;
    private static final int MOST_NAMED = 8;
    private static final int NCCL_BITS = 3;
    private static final Pattern ARM = Pattern.compile("aarch64|arm64");

    private final HostModel host;
    private final Topology topology;
    private final PathJudge judge;
    private final Labels labels;

    KitChecks(HostModel host, PathJudge judge) {
        this.host = host;
        this.topology = host.topology();
        this.judge = judge;
        this.labels = Labels.of(host);
    }

    boolean isGpu(Address address) {
        return topology.find(address)
                .filter(f -> Roles.isGpu(f) || f.baseClass().knownToBe(c -> c == DISPLAY || c == ACCELERATOR))
                .isPresent();
    }

    boolean isNic(Address address) {
        return topology.find(address)
                .filter(f -> f.baseClass().knownToBe(c -> c == NETWORK))
                .isPresent();
    }

    /** The machine around a new VM is a q35, which only x86 hosts run at speed; an Arm host shows by its IOMMU or kernel. */
    void machine() throws KitRefusedException {
        boolean smmu = host.iommu()
                        .units()
                        .knownToBe(units -> units.stream().anyMatch(unit -> unit.kind() == IommuKind.SMMU_V3))
                || host.iommu().iort().isKnown();
        boolean kernel = host.snapshot()
                .hostText(HostFiles.KERNEL_RELEASE)
                .knownToBe(release -> ARM.matcher(release).find());
        if (smmu || kernel) {
            throw new KitRefusedException(Message.of("handover.refused.arm"));
        }
    }

    /** Judges pairs that somebody named; a pair that a virtual switch would lie about is refused. */
    Map<KitMaker.Wanted, PathReport> pairs(List<KitMaker.Wanted> pairs) throws KitRefusedException {
        Map<KitMaker.Wanted, PathReport> reports =
                new TreeMap<>(Comparator.comparing(KitMaker.Wanted::nic).thenComparing(KitMaker.Wanted::gpu));
        for (KitMaker.Wanted pair : pairs) {
            if (!isNic(pair.nic()) || !isGpu(pair.gpu())) {
                Address wrong = isNic(pair.nic()) ? pair.gpu() : pair.nic();
                String key = isNic(pair.nic()) ? "handover.refused.no-gpu" : "handover.refused.no-nic";
                throw new KitRefusedException(Message.of(key, wrong, labels.shortName(wrong)));
            }
            PathReport report = judge.judge(pair.nic(), pair.gpu());
            if (report.commonSwitch().isEmpty()) {
                apart(pair, report);
            }
            reports.put(pair, report);
        }
        return reports;
    }

    /** Without a shared switch only functions that stand at root ports themselves can be shown as they are. */
    private void apart(KitMaker.Wanted pair, PathReport report) throws KitRefusedException {
        Message nic = labels.shortName(pair.nic());
        Message gpu = labels.shortName(pair.gpu());
        if (report.untranslated().outcome() == Outcome.UNKNOWN) {
            Message why = report.untranslated().reason().orElse(Message.of("handover.refused.unread"));
            throw new KitRefusedException(Message.of("handover.refused.unknown", nic, gpu, why));
        }
        Optional<Address> above = nearestSwitch(pair.nic());
        Optional<Address> beside = nearestSwitch(pair.gpu());
        if (above.isPresent() || beside.isPresent()) {
            throw new KitRefusedException(Message.of("handover.refused.apart", nic, gpu, place(above), place(beside)));
        }
    }

    private Message place(Optional<Address> port) {
        return port.map(labels::shortName).orElse(Message.of("handover.at-root"));
    }

    private Optional<Address> nearestSwitch(Address function) {
        return topology.place(function).chain().stream()
                .filter(bridge -> topology.find(bridge)
                        .filter(f -> f.portType().knownToBe(t -> t == PortType.UPSTREAM_PORT))
                        .isPresent())
                .findFirst();
    }

    /** What is to be known about the functions, each of them once. */
    List<Message> notes(Collection<Address> functions) {
        List<Message> notes = new ArrayList<>();
        for (Address function : functions) {
            Optional<PciFunction> known = topology.find(function);
            if (known.isEmpty()) {
                continue;
            }
            if (known.get().kind() == FunctionKind.ENDPOINT
                    && !topology.virtualFunctions(function).isEmpty()) {
                notes.add(Message.of("handover.note.physical", labels.shortName(function), function));
            }
            if (known.get().facts().text(Attributes.DRIVER).knownToBe(driver -> !driver.contains("vfio"))) {
                notes.add(Message.of("handover.note.bound", labels.shortName(function), function));
            }
            if (KitTree.node(topology, function).isEmpty()) {
                notes.add(Message.of("handover.note.no-node", labels.shortName(function), function));
            }
            group(function, functions).ifPresent(notes::add);
        }
        return notes;
    }

    /** NCCL keeps two bits of a GPU's address for its own use and stops where they are set (src/graph/topo.cc, 2.30). */
    List<Message> guestNotes(Collection<PlacedFunction> functions) {
        return functions.stream()
                .filter(f -> isGpu(f.host())
                        && f.place()
                                .filter(place -> (place.function() & NCCL_BITS) != 0)
                                .isPresent())
                .map(f -> Message.of("handover.note.gpu-function", labels.shortName(f.host())))
                .toList();
    }

    /** VFIO hands a group over as a whole (Linux Documentation/driver-api/vfio.rst); bridges in it do not count. */
    private Optional<Message> group(Address function, Collection<Address> functions) {
        Optional<String> group = group(function);
        List<String> others = topology.functions().values().stream()
                .filter(f -> !f.kind().isBridge()
                        && group.isPresent()
                        && group(f.address()).equals(group))
                .map(PciFunction::address)
                .filter(address -> !functions.contains(address))
                .limit(MOST_NAMED)
                .map(Address::toString)
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(Message.of(
                        "handover.note.group",
                        labels.shortName(function),
                        group.orElse(""),
                        String.join(", ", others)));
    }

    /** Returns the IOMMU group of a function. */
    Optional<String> group(Address function) {
        return topology.find(function)
                .flatMap(f -> f.facts().text(Attributes.IOMMU_GROUP).asOptional())
                .map(text -> text.substring(text.lastIndexOf('/') + 1));
    }
}
