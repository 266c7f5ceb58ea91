// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.hardware.Vendors;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.Tools;
import org.peerpath.text.Message;

/**
 * What other tools call the nearness of two functions, where their own output is part of the source. Each tool has its own
 * rule, so that the same letters can mean different things; none of them looks at ACS or ATS. Immutable.
 */
public final class ToolLabels {
    private static final int MOST_LINES = 200_000;
    private static final Pattern PAIR = Pattern.compile("(\\S+) (\\S+) ([A-Z][A-Z0-9]{0,4})");
    private static final Pattern NAME = Pattern.compile("(\\S+) = (\\S+)");
    private static final Pattern GPU = Pattern.compile("GPU(\\d{1,3})");

    private final List<ToolLabel> all;

    private ToolLabels(List<ToolLabel> all) {
        this.all = List.copyOf(all);
    }

    /** Whose words they are. */
    public enum Tool {
        /** {@code nvidia-smi topo -m}; its legend, and nvml.h nvmlGpuTopologyLevel_t. */
        NVIDIA_SMI("nvidia-smi", "PIX PXB PHB NODE SYS SOC PSB"),
        /** NCCL's path types (src/graph/topo.h), worked out of the topology file it wrote. */
        NCCL("nccl", "PIX PXB PHB SYS");

        private final String id;
        private final String known;

        Tool(String id, String known) {
            this.id = id;
            this.known = known;
        }

        /** The word used in JSON. */
        public String id() {
            return id;
        }

        /** How it is called. */
        public Message title() {
            return Message.of("tool." + id);
        }

        private Message rule(String label) {
            return List.of(known.split(" ")).contains(label)
                    ? Message.of("tool." + id + "." + label.toLowerCase(Locale.ROOT))
                    : Message.of("tool.label-unknown");
        }
    }

    /**
     * One end of a pair.
     *
     * @param name as the tool calls it
     * @param function which function it is; empty where the source does not tell
     */
    public record End(String name, Optional<Address> function) {}

    /**
     * What one tool calls one pair of a GPU and a NIC.
     *
     * @param tool whose word it is
     * @param label the word, {@code PXB}
     * @param nic the NIC
     * @param gpu the GPU
     */
    public record ToolLabel(Tool tool, String label, End nic, End gpu) {
        /** What the tool means by it. */
        public Message rule() {
            return tool.rule(label);
        }
    }

    /** The labels that the host's source holds; none for most sources. */
    public static ToolLabels of(HostModel host) {
        Set<ToolLabel> labels = new LinkedHashSet<>();
        Snapshot snapshot = host.snapshot();
        nvidia(host.topology(), snapshot, labels);
        lines(snapshot, Tools.NCCL, PAIR).forEach(pair -> {
            Optional<Address> nic = Address.parse(pair.group(1));
            Optional<Address> gpu = Address.parse(pair.group(2));
            if (nic.isPresent() && gpu.isPresent()) {
                labels.add(new ToolLabel(
                        Tool.NCCL, pair.group(3), new End(pair.group(1), nic), new End(pair.group(2), gpu)));
            }
        });
        return new ToolLabels(List.copyOf(labels));
    }

    /** All of them, in the order in which they were told. */
    public List<ToolLabel> all() {
        return all;
    }

    /** What the tools call this pair. */
    public List<ToolLabel> between(Address nic, Address gpu) {
        return all.stream()
                .filter(label -> label.nic().function().equals(Optional.of(nic))
                        && label.gpu().function().equals(Optional.of(gpu)))
                .toList();
    }

    // ---- nvidia-smi ------------------------------------------------------------------------------------------------

    private static void nvidia(Topology topology, Snapshot snapshot, Set<ToolLabel> into) {
        List<Matcher> pairs = lines(snapshot, Tools.NVIDIA_TOPO, PAIR);
        if (pairs.isEmpty()) {
            return;
        }
        Map<String, Optional<Address>> gpus = gpus(topology, snapshot, pairs);
        Map<String, String> devices = new HashMap<>();
        lines(snapshot, Tools.NVIDIA_TOPO, NAME).forEach(name -> devices.put(name.group(1), name.group(2)));
        Map<String, Address> nics = nics(topology, snapshot);
        for (Matcher pair : pairs) {
            boolean gpuFirst = GPU.matcher(pair.group(1)).matches();
            String gpu = pair.group(gpuFirst ? 1 : 2);
            String nic = pair.group(gpuFirst ? 2 : 1);
            if (!GPU.matcher(gpu).matches() || GPU.matcher(nic).matches()) {
                continue;
            }
            String device = devices.getOrDefault(nic, nic);
            into.add(new ToolLabel(
                    Tool.NVIDIA_SMI,
                    pair.group(3),
                    new End(device, Optional.ofNullable(nics.get(device))),
                    new End(gpu, gpus.getOrDefault(gpu, Optional.empty()))));
        }
    }

    /** As nvidia-smi lists them, else by order of address where they are as many: so it numbers them. */
    private static Map<String, Optional<Address>> gpus(Topology topology, Snapshot snapshot, List<Matcher> pairs) {
        Map<String, Optional<Address>> gpus = new HashMap<>();
        lines(snapshot, Tools.NVIDIA_GPUS, NAME).forEach(name -> gpus.put(name.group(1), Address.parse(name.group(2))));
        if (!gpus.isEmpty()) {
            return gpus;
        }
        Set<String> named = new TreeSet<>();
        for (Matcher pair : pairs) {
            for (String end : List.of(pair.group(1), pair.group(2))) {
                if (GPU.matcher(end).matches()) {
                    named.add(end);
                }
            }
        }
        List<PciFunction> found = Roles.targets(topology, Roles.TargetKind.GPU).stream()
                .filter(gpu -> gpu.isBy(Vendors.NVIDIA))
                .toList();
        if (found.size() == named.size()) {
            for (int i = 0; i < found.size(); i++) {
                gpus.put("GPU" + i, Optional.of(found.get(i).address()));
            }
        }
        return gpus;
    }

    private static Map<String, Address> nics(Topology topology, Snapshot snapshot) {
        Map<String, Address> nics = new HashMap<>();
        lines(snapshot, Tools.NCCL, NAME)
                .forEach(name -> Address.parse(name.group(2)).ifPresent(nic -> nics.put(name.group(1), nic)));
        for (PciFunction function : topology.functions().values()) {
            for (String attribute : List.of(Attributes.INFINIBAND, Attributes.NET)) {
                function.facts()
                        .entries(attribute)
                        .asOptional()
                        .orElse(List.of())
                        .forEach(name -> nics.put(name, function.address()));
            }
        }
        return nics;
    }

    private static List<Matcher> lines(Snapshot snapshot, String path, Pattern wanted) {
        List<Matcher> found = new ArrayList<>();
        snapshot.hostText(path)
                .asOptional()
                .orElse("")
                .lines()
                .limit(MOST_LINES)
                .forEach(line -> {
                    Matcher matcher = wanted.matcher(line);
                    if (matcher.matches()) {
                        found.add(matcher);
                    }
                });
        return found;
    }
}
