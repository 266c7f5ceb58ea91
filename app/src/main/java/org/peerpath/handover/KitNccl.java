// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.peerpath.handover.nccl.NcclBridge;
import org.peerpath.handover.nccl.NcclElement;
import org.peerpath.handover.nccl.NcclFile;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Makes the guest's topology file: the host's switches and links around the guest's addresses. */
final class KitNccl {
    private static final int CLASS_OTHER = 0;
    private final Topology topology;
    private final Map<Address, PlacedFunction> functions = new TreeMap<>();
    private final List<String> comments = new ArrayList<>();
    private int bridges;

    private KitNccl(Topology topology, List<PlacedFunction> functions) {
        this.topology = topology;
        functions.forEach(function -> this.functions.put(function.host(), function));
    }

    /**
     * Makes the file.
     *
     * @param nodes what stands at the root complex, by the guest's NUMA node
     * @param isGpu which functions are GPUs; the others count as NICs
     * @throws KitRefusedException if NCCL would not keep it whole
     */
    static NcclFile of(
            Topology topology,
            SortedMap<Integer, List<KitNode>> nodes,
            List<PlacedFunction> functions,
            Predicate<Address> isGpu)
            throws KitRefusedException {
        NcclFile file = new KitNccl(topology, functions).file(nodes);
        long gpus = functions.stream().filter(f -> isGpu.test(f.host())).count();
        int needed = NcclFile.needed(file.elements(), (int) gpus, functions.size() - (int) gpus);
        if (needed > NcclFile.MOST_ELEMENTS) {
            throw new KitRefusedException(Message.of("handover.refused.nccl", needed, NcclFile.MOST_ELEMENTS));
        }
        return file;
    }

    private NcclFile file(SortedMap<Integer, List<KitNode>> nodes) {
        comments.add("NCCL_TOPO_FILE for this VM, written by Peerpath. Bridges ffff:ff are not in the guest.");
        comments.add("Speeds and widths are those of the host's links.");
        functions.values().stream()
                .filter(f -> f.source() == PlacedFunction.Source.PREDICTED)
                .findFirst()
                .ifPresent(f -> comments.add("Guest addresses are predicted: check them with map.md in the guest."));
        Map<Integer, List<NcclElement>> elements = new TreeMap<>();
        nodes.forEach((node, tops) -> {
            List<NcclElement> all =
                    tops.stream().flatMap(top -> element(top).stream()).toList();
            if (!all.isEmpty()) {
                elements.computeIfAbsent(Math.max(0, node), n -> new ArrayList<>())
                        .addAll(all);
            }
        });
        return NcclFile.of(comments, elements);
    }

    private Optional<NcclElement> element(KitNode node) {
        return switch (node) {
            case KitNode.Device device -> device(device);
            case KitNode.Switch shared -> {
                int number = bridges++;
                List<NcclElement> below = shared.below().stream()
                        .flatMap(child -> element(child).stream())
                        .toList();
                yield below.isEmpty() ? Optional.empty() : Optional.of(NcclBridge.of(number, shared.link(), below));
            }
        };
    }

    private Optional<NcclElement> device(KitNode.Device device) {
        Optional<Address> guest =
                Optional.ofNullable(functions.get(device.host())).flatMap(PlacedFunction::guest);
        if (guest.isEmpty()) {
            comments.add("Left out, since its address in the guest is not known: host function " + device.host());
            return Optional.empty();
        }
        int code = topology.find(device.host())
                .map(PciFunction::classCode)
                .flatMap(fact -> fact.asOptional())
                .orElse(CLASS_OTHER);
        return Optional.of(NcclBridge.device(guest.get().toString(), code, device.link()));
    }
}
