// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.hardware.Vendor;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Attributes;

/** Which functions count as GPUs, NICs and NVMe drives (docs/routing.md 7). Physical functions only. */
public final class Roles {
    private static final int CLASS_NETWORK = 0x02;
    private static final int CLASS_DISPLAY = 0x03;
    private static final int CLASS_3D = 0x0302;
    private static final int CLASS_DISPLAY_OTHER = 0x0380;
    private static final int CLASS_ACCELERATOR = 0x12;
    private static final int CLASS_NVME = 0x0108;
    private static final int CLASS_IPMI = 0x0c07;

    private Roles() {}

    /** What a path may lead to. */
    public enum TargetKind {
        GPU,
        NVME
    }

    /** What is known to be a GPU or accelerator; else base class 12h of any vendor, 03h of those who make GPUs. */
    public static boolean isGpu(PciFunction function) {
        return isPhysicalEndpoint(function)
                && function.knownKind().map(DeviceKind::isGpu).orElseGet(() -> isGpuByClass(function));
    }

    private static boolean isGpuByClass(PciFunction function) {
        return function.baseClass().knownToBe(c -> c == CLASS_ACCELERATOR)
                || (function.baseClass().knownToBe(c -> c == CLASS_DISPLAY)
                        && (function.vendor().knownToBe(Roles::makesGpus)
                                || (function.vendor().isUnknown() && drawsNoScreen(function))));
    }

    private static boolean makesGpus(int vendor) {
        return Knowledge.inUse().vendor(vendor).filter(Vendor::displaysAreGpus).isPresent();
    }

    /** Where the vendor was not read: what is of class 3D or "other display" is no console's screen. */
    private static boolean drawsNoScreen(PciFunction function) {
        return function.classCode().knownToBe(c -> c >> 8 == CLASS_3D || c >> 8 == CLASS_DISPLAY_OTHER);
    }

    /** What is known to be an NVMe drive; else class 0108h. */
    public static boolean isNvme(PciFunction function) {
        return isPhysicalEndpoint(function)
                && function.knownKind()
                        .map(kind -> kind == DeviceKind.NVME)
                        .orElseGet(() -> function.classCode().knownToBe(c -> c >> 8 == CLASS_NVME));
    }

    /** A function of the management controller: known to be one, or an IPMI interface (SMIC, KCS and BT). */
    public static boolean isConsole(PciFunction function) {
        return function.knownKind().filter(kind -> kind == DeviceKind.CONSOLE).isPresent()
                || function.classCode().knownToBe(c -> c >> 8 == CLASS_IPMI);
    }

    /**
     * The number of the BAR through which peers reach the memory of a GPU or accelerator; empty where that is not known.
     */
    public static Optional<Integer> memoryBar(PciFunction function) {
        return function.hardware()
                .flatMap(KnownDevice::memoryBar)
                .or(() -> function.vendor()
                        .asOptional()
                        .filter(vendor -> isGpu(function))
                        .flatMap(Knowledge.inUse()::vendor)
                        .flatMap(Vendor::memoryBar));
    }

    /** What is known to be a network card; else base class 02h. */
    public static boolean isNetwork(PciFunction function) {
        return isPhysicalEndpoint(function)
                && function.knownKind()
                        .map(DeviceKind::isNetwork)
                        .orElseGet(() -> function.baseClass().knownToBe(c -> c == CLASS_NETWORK));
    }

    /** A network function that does RDMA: the kernel made an {@code infiniband} device of it, or it is known to. */
    public static boolean isRdmaNic(PciFunction function) {
        return isNetwork(function)
                && (function.facts().entries(Attributes.INFINIBAND).knownToBe(names -> !names.isEmpty())
                        || function.knownKind()
                                .filter(kind -> kind == DeviceKind.RDMA_NIC)
                                .isPresent());
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
