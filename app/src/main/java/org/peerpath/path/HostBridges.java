// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Whether the kernel lets peer-to-peer traffic through the root complex (drivers/pci/p2pdma.c cpu_supports_p2pdma and
 * pci_p2pdma_whitelist, as rows of the knowledge base): any AMD processor of family 17h and later, else only where the first device of
 * both host bridges is in its list.
 */
final class HostBridges {
    private static final int ZEN = 0x17;

    private static final Pattern FIELD = Pattern.compile("(?m)^(vendor_id|cpu family)\\s*:\\s*(\\S+)\\s*$");

    private HostBridges() {}

    static Fact<Boolean> allow(HostModel host, KernelVersion kernel, Address one, Address other) {
        Fact<Boolean> processor = processorAllows(host);
        if (processor.knownToBe(yes -> yes)) {
            return processor;
        }
        Topology topology = host.topology();
        String first = topology.place(one).hostBridge();
        String second = topology.place(other).hostBridge();
        boolean same = first.equals(second);
        Fact<Boolean> listed = and(listed(topology, kernel, first, same), listed(topology, kernel, second, same));
        if (listed.knownToBe(yes -> yes) || processor.isKnown()) {
            return listed;
        }
        return processor;
    }

    /** Known false on other processors, which name no vendor or another one. */
    private static Fact<Boolean> processorAllows(HostModel host) {
        Fact<String> cpuinfo = host.snapshot().hostText(HostFiles.CPUINFO_FLAGS);
        if (cpuinfo.isAbsent()) {
            return Fact.unknown(Message.of("unknown.not-in-source", HostFiles.CPUINFO_FLAGS));
        }
        return cpuinfo.map(text -> {
            Map<String, String> fields = new HashMap<>();
            Matcher m = FIELD.matcher(text);
            while (m.find()) {
                fields.putIfAbsent(m.group(1), m.group(2));
            }
            String family = fields.getOrDefault("cpu family", "");
            return fields.getOrDefault("vendor_id", "").equals("AuthenticAMD")
                    && family.matches("\\d{1,4}")
                    && Integer.parseInt(family) >= ZEN;
        });
    }

    /** By the first device on the root bus, if that is device 0 function 0 or a root port (pci_host_bridge_dev). */
    private static Fact<Boolean> listed(Topology topology, KernelVersion kernel, String hostBridge, boolean same) {
        Optional<PciFunction> found = topology.functions().values().stream()
                .filter(f -> topology.place(f.address()).chain().isEmpty())
                .filter(f -> topology.place(f.address()).hostBridge().equals(hostBridge))
                .findFirst();
        if (found.isEmpty()) {
            return Fact.unknown(Message.of("kernel-opinion.no-host-bridge", hostBridge));
        }
        PciFunction first = found.get();
        boolean atZero = first.address().device() == 0 && first.address().function() == 0;
        if (!atZero && !first.facts().listed()) {
            // A file that shows only some functions may leave out the very one that counts.
            return Fact.unknown(Message.of("kernel-opinion.no-host-bridge", hostBridge));
        }
        if (!atZero && !kernel.atLeast(5, 18)) {
            return Fact.known(false);
        }
        if (!atZero && !first.portType().knownToBe(type -> type == PortType.ROOT_PORT)) {
            return first.portType().isUnknown() ? first.portType().map(t -> false) : Fact.known(false);
        }
        return first.vendor()
                .flatMap(vendor -> first.device()
                        .flatMap(device -> first.hardware()
                                .flatMap(KnownDevice::peerToPeer)
                                .filter(entry -> same || !entry.withinOneBridge())
                                .map(entry -> entry.in(kernel)
                                        .map(Fact::known)
                                        .orElseGet(() ->
                                                Fact.unknown(Message.of("kernel-opinion.too-new", kernel.toString()))))
                                .orElseGet(() -> Fact.known(false))));
    }

    /** False wins over unknown. */
    private static Fact<Boolean> and(Fact<Boolean> one, Fact<Boolean> other) {
        if (one.knownToBe(o -> !o) || other.knownToBe(o -> !o)) {
            return Fact.known(false);
        }
        return one.isUnknown() ? one : other;
    }
}
