// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.function.Predicate;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.pci.Vendors;
import org.peerpath.snapshot.Attributes;

/** Which functions count as GPUs, NICs and NVMe drives (docs/routing.md 7). Physical functions only. */
public final class Roles {
    private static final int CLASS_NETWORK = 0x02;
    private static final int CLASS_DISPLAY = 0x03;
    private static final int CLASS_3D = 0x0302;
    private static final int CLASS_DISPLAY_OTHER = 0x0380;
    private static final int CLASS_ACCELERATOR = 0x12;
    private static final int CLASS_NVME = 0x0108;
    private static final List<Integer> GPU_VENDORS = List.of(Vendors.NVIDIA, Vendors.AMD_GRAPHICS, Vendors.INTEL);

    private Roles() {}

    /** What a path may lead to. */
    public enum TargetKind {
        GPU,
        NVME
    }

    /** Base class 12h of any vendor, 03h of those who make GPUs. */
    public static boolean isGpu(PciFunction function) {
        return isPhysicalEndpoint(function)
                && (function.baseClass().knownToBe(c -> c == CLASS_ACCELERATOR)
                        || (function.baseClass().knownToBe(c -> c == CLASS_DISPLAY)
                                && (function.vendor().knownToBe(GPU_VENDORS::contains)
                                        || (function.vendor().isUnknown() && drawsNoScreen(function)))));
    }

    /** Where the vendor was not read: what is of class 3D or "other display" is no console's screen. */
    private static boolean drawsNoScreen(PciFunction function) {
        return function.classCode().knownToBe(c -> c >> 8 == CLASS_3D || c >> 8 == CLASS_DISPLAY_OTHER);
    }

    /** Class 0108h. */
    public static boolean isNvme(PciFunction function) {
        return isPhysicalEndpoint(function) && function.classCode().knownToBe(c -> c >> 8 == CLASS_NVME);
    }

    /** Base class 02h. */
    public static boolean isNetwork(PciFunction function) {
        return isPhysicalEndpoint(function) && function.baseClass().knownToBe(c -> c == CLASS_NETWORK);
    }

    /** A network function that does RDMA: the kernel made an {@code infiniband} device of it, or its id is known to. */
    public static boolean isRdmaNic(PciFunction function) {
        return isNetwork(function)
                && (function.facts().entries(Attributes.INFINIBAND).knownToBe(names -> !names.isEmpty())
                        || RdmaIds.contains(function));
    }

    /** The functions that paths of a kind lead to, by address. */
    public static List<PciFunction> targets(Topology topology, TargetKind kind) {
        return select(topology, kind == TargetKind.GPU ? Roles::isGpu : Roles::isNvme);
    }

    /** The NICs that count: those that do RDMA, unless there is none or all are wanted. */
    public static List<PciFunction> nics(Topology topology, boolean all) {
        List<PciFunction> rdma = select(topology, Roles::isRdmaNic);
        return all || rdma.isEmpty() ? select(topology, Roles::isNetwork) : rdma;
    }

    private static boolean isPhysicalEndpoint(PciFunction function) {
        return function.kind() == FunctionKind.ENDPOINT;
    }

    private static List<PciFunction> select(Topology topology, Predicate<PciFunction> wanted) {
        return topology.functions().values().stream().filter(wanted).toList();
    }
}
