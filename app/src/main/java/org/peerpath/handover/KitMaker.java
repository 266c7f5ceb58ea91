// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.handover.nccl.NcclClasses;
import org.peerpath.handover.nccl.NcclFile;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestShape;
import org.peerpath.vm.shape.NcclDistance;

/** Makes kits: a new VM around pairs that somebody named, or the smallest change to a domain. */
public final class KitMaker {
    /** What stands in a text for bytes that are none: written back, the definition would be another. */
    private static final char NO_TEXT = '\ufffd';

    private final HostModel host;
    private final Topology topology;
    private final KitMachine machine;
    private final Optional<HostModel> guest;
    private final PathJudge judge;

    /**
     * Begins a kit.
     *
     * @param guest what was read in the guest, to finish the kit with; empty before it has run
     */
    public KitMaker(HostModel host, KitMachine machine, Optional<HostModel> guest) {
        this.host = host;
        this.topology = host.topology();
        this.machine = machine;
        this.guest = guest;
        this.judge = new PathJudge(host, Scenario.VM);
    }

    /** A NIC's function and a GPU's. */
    public record Wanted(Address nic, Address gpu) {}

    /**
     * Makes a kit for a new VM.
     *
     * @throws KitRefusedException if a pair shares no switch though there are some, or the tree does not fit
     */
    public Kit ofPairs(List<Wanted> pairs) throws KitRefusedException {
        KitChecks checks = new KitChecks(host, judge);
        checks.machine();
        Map<Wanted, PathReport> reports = checks.pairs(pairs);
        Set<Address> functions = new TreeSet<>();
        pairs.forEach(pair -> functions.addAll(List.of(pair.nic(), pair.gpu())));
        SortedMap<Integer, List<KitNode>> onHost = KitTree.of(topology, functions);
        SortedMap<Integer, Integer> nodes = new TreeMap<>();
        SortedMap<Integer, List<KitNode>> inGuest = new TreeMap<>();
        onHost.forEach((node, tops) -> {
            inGuest.put(nodes.size(), tops);
            nodes.put(nodes.size(), node);
        });
        GuestShape empty = GuestShape.of(List.of(GuestDevice.rootBus("pcie.0")));
        ShapePlanner.Planned planned = new ShapePlanner(empty, Set.of()).plan(inGuest, KitNames.of(inGuest));
        List<Message> notes = new ArrayList<>(checks.notes(functions));
        GuestReading reading = new GuestReading(host, planned.shape(), guest);
        List<PlacedFunction> placed = reading.finish(planned.functions());
        notes.addAll(reading.notes());
        NcclFile nccl = KitNccl.of(topology, inGuest, placed, checks::isGpu);
        Map<Wanted, Optional<NcclDistance>> before = new TreeMap<>(WANTED);
        pairs.forEach(pair -> before.put(pair, Optional.of(NcclDistance.PHB)));
        return new Kit(
                host,
                machine,
                nodes,
                planned.shape(),
                planned.added(),
                planned.links(),
                placed,
                pairs(reports, before, placed, nccl),
                nccl,
                MemoryWindow.gibibytes(topology, functions),
                Optional.empty(),
                notes);
    }

    private static final Comparator<Wanted> WANTED =
            Comparator.comparing(Wanted::nic).thenComparing(Wanted::gpu);

    /**
     * Makes a kit that changes a domain as little as needed.
     *
     * @param vm the VM as its files tell
     * @param domain libvirt's definition
     * @throws KitRefusedException if it hands over no GPU and NIC of this host, the tree does not fit, or its text holds a secret
     *     or cannot be changed
     */
    public Kit ofDomain(VmAnswer vm, DomainText domain) throws KitRefusedException {
        KitChecks checks = new KitChecks(host, judge);
        DomainKit parts = new DomainKit(topology, vm, domain);
        if (domain.text().indexOf(NO_TEXT) >= 0) {
            throw new KitRefusedException(Message.of("handover.refused.encoding"));
        }
        if (!domain.isWhole() || !parts.isExpress()) {
            throw new KitRefusedException(Message.of("handover.refused.machine"));
        }
        Optional<Integer> secret = domain.lineOfSecret();
        if (secret.isPresent()) {
            throw new KitRefusedException(Message.of("handover.refused.secret", secret.get()));
        }
        List<Wanted> pairs = parts.pairs(checks);
        Map<Wanted, PathReport> reports = new TreeMap<>(WANTED);
        pairs.forEach(pair -> reports.put(pair, judge.judge(pair.nic(), pair.gpu())));
        ShapePlanner.Planned planned =
                new ShapePlanner(parts.shape(), parts.slotsOnRoot()).plan(parts.toMove(), parts.names());
        List<PlacedFunction> all = new ArrayList<>(planned.functions());
        all.addAll(parts.kept());
        GuestReading reading = new GuestReading(host, planned.shape(), guest);
        List<PlacedFunction> placed = reading.finish(all);
        List<Message> notes = new ArrayList<>(parts.notes());
        notes.addAll(parts.leftBehind(planned.functions()));
        notes.addAll(checks.notes(
                new LinkedHashSet<>(placed.stream().map(PlacedFunction::host).toList())));
        notes.addAll(reading.notes());
        notes.addAll(checks.guestNotes(placed));
        NcclFile nccl = KitNccl.of(topology, parts.tree(), placed, checks::isGpu);
        return new Kit(
                host,
                machine.named(domain.name()),
                parts.nodes(),
                planned.shape(),
                planned.added(),
                planned.links(),
                placed,
                pairs(reports, parts.before(pairs), placed, nccl),
                nccl,
                MemoryWindow.gibibytes(
                        topology, placed.stream().map(PlacedFunction::host).toList()),
                Optional.of(new Kit.DomainChange(domain.text(), domain.changed(planned.added(), planned.functions()))),
                notes);
    }

    private static List<KitPair> pairs(
            Map<Wanted, PathReport> reports,
            Map<Wanted, Optional<NcclDistance>> before,
            Collection<PlacedFunction> placed,
            NcclFile nccl) {
        NcclClasses classes = new NcclClasses(nccl);
        Map<Address, Address> guests = new TreeMap<>();
        placed.forEach(f -> f.guest().ifPresent(address -> guests.put(f.host(), address)));
        List<KitPair> pairs = new ArrayList<>();
        reports.forEach((pair, report) -> {
            Optional<Address> nic = Optional.ofNullable(guests.get(pair.nic()));
            Optional<Address> gpu = Optional.ofNullable(guests.get(pair.gpu()));
            pairs.add(new KitPair(
                    pair.nic(),
                    pair.gpu(),
                    report,
                    before.getOrDefault(pair, Optional.empty()),
                    nic.flatMap(n -> gpu.flatMap(g -> classes.of(n.toString(), g.toString())))));
        });
        return pairs;
    }
}
