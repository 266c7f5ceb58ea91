// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.peerpath.plan.Guard.Answer.ASKS;
import static org.peerpath.plan.Guard.Answer.REFUSES;
import static org.peerpath.plan.GuardRows.BARE;
import static org.peerpath.plan.GuardRows.CREATE;
import static org.peerpath.plan.GuardRows.VM;
import static org.peerpath.plan.GuardRows.at;
import static org.peerpath.plan.GuardRows.file;
import static org.peerpath.plan.GuardRows.firmware;
import static org.peerpath.plan.GuardRows.nic;
import static org.peerpath.plan.GuardRows.on;
import static org.peerpath.plan.PlanHosts.GPU;
import static org.peerpath.plan.PlanHosts.GPU_PORT;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.NIC_PORT;
import static org.peerpath.plan.PlanHosts.ROOT_PORT;
import static org.peerpath.plan.PlanHosts.failed;
import static org.peerpath.plan.PlanHosts.host;
import static org.peerpath.plan.PlanHosts.with;
import static org.peerpath.plan.PlanHosts.withoutAts;

import java.util.List;
import java.util.function.Consumer;
import org.peerpath.model.HostModel;
import org.peerpath.plan.GuardMatrixTest.Row;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;

/** The hosts of {@link GuardMatrixTest} for firmware, kernels, ATS, ports and what concerns a host as a whole. */
final class GuardPathRows {
    private static final String DRIVE = "0000:07:00.0";
    private static final String SETPCI_ONLY = "setpci\nip";

    private GuardPathRows() {}

    static Row of(GuardId id) {
        return switch (id) {
            case FIRMWARE_KNOWN_BAD ->
                on(CREATE, () -> host())
                        .refuses(nic(firmware("40.47.2526")))
                        .silent(nic(firmware("40.50.0464")))
                        .unread(nic(f -> f.attribute("infiniband/mlx5_0/fw_ver", failed("fw_ver"))))
                        .as(GuardId.FIRMWARE_UNKNOWN, ASKS);
            case FIRMWARE_UNKNOWN ->
                on(CREATE, () -> host())
                        .asks(nic(firmware("40.48.1000")))
                        .silent(nic(firmware("40.50.0464")))
                        .unread(nic(f -> f.readable(0).attribute("device", failed("device"))))
                        .as(id, ASKS);
            case KERNEL_FIXES_UNKNOWN ->
                on(CREATE, () -> host())
                        .asks(h -> h.kernel("6.8.0-60-generic"))
                        .silent(h -> h.kernel("7.1.0"))
                        .unread(file(HostFiles.KERNEL_RELEASE))
                        .as(id, ASKS);
            case NO_DEVICE_TLB ->
                on(VM, () -> withoutAts())
                        .refuses(h -> h.intelIommu("f020da"))
                        .silent(h -> h.intelIommu("f020de"))
                        .unread(file("sys/class/iommu/dmar0/intel-iommu/ecap"))
                        .as(GuardId.ATS_UNKNOWN, ASKS);
            case ROOT_PORT_NOT_IN_ATSR ->
                on(VM, () -> withoutAts())
                        .refuses(h -> h.file(HostFiles.DMAR, PlanHosts.dmar("0000:00:02.0")))
                        .silent(h -> {})
                        .unread(file(HostFiles.DMAR))
                        .as(id, ASKS);
            case NOATS ->
                on(VM, () -> withoutAts())
                        .refuses(h -> h.cmdline("ro intel_iommu=on pci=noats"))
                        .silent(h -> h.cmdline("ro intel_iommu=on"))
                        .unread(file(HostFiles.CMDLINE))
                        .as(id, ASKS);
            case ATS_UNKNOWN ->
                on(VM, () -> host())
                        .refuses(nic(f -> f.readable(256)))
                        .silent(h -> {})
                        .unread(nic(f -> f.readable(0)))
                        .as(id, REFUSES);
            case ATS_KEPT_OFF ->
                on(VM, () -> host())
                        .refuses(nic(f -> f.ats(0x20, 0)))
                        .silent(nic(f -> f.ats(0x20, 0x8000)))
                        .unread(nic(f -> f.readable(256)))
                        .as(GuardId.ATS_UNKNOWN, REFUSES);
            case ATS_NOT_OURS ->
                on(VM, () -> withoutAts())
                        .refuses(h -> otherVendor(h, "0x14e4"))
                        .silent(h -> {})
                        .unread(nic(
                                f -> f.attribute("vendor", failed("vendor")).config(config -> config.put16(0, 0xffff))))
                        .as(id, REFUSES);
            case MIXED_ATS ->
                on(VM, () -> host())
                        .asks(h -> second(h, f -> {}))
                        .silent(h -> second(h, f -> f.ats(0x20, 0x8000)))
                        .unread(h -> second(h, f -> f.ats(0x20, 0x8000).readable(256)))
                        .as(GuardId.ATS_UNKNOWN, REFUSES);
            case WHOLE_CARD ->
                on(GuardPathRows::first, () -> withoutAts())
                        .asks(h -> secondPort(h, 0x020000))
                        .silent(h -> {})
                        .unread(h -> secondPort(h, 0x020000).attribute("class", failed("class")))
                        .as(id, ASKS);
            case REBOOT_FIRST ->
                on(VM, () -> withoutAts())
                        .asks(h -> {})
                        .silent(nic(f -> f.ats(0x20, 0x8000)))
                        .unread(nic(f -> f.readable(256)))
                        .as(GuardId.ATS_UNKNOWN, REFUSES);
            case LOCKDOWN ->
                on(VM, () -> host())
                        .refuses(h -> h.text(HostFiles.LOCKDOWN, "none [integrity] confidentiality"))
                        .silent(h -> h.text(HostFiles.LOCKDOWN, "[none] integrity confidentiality"))
                        .unread(file(HostFiles.LOCKDOWN))
                        .as(id, ASKS);
            case NOT_ROOT ->
                on(VM, () -> host())
                        .refuses(h -> h.text(HostFiles.EFFECTIVE_USER, "1000"))
                        .silent(h -> h.text(HostFiles.EFFECTIVE_USER, "0"))
                        .unread(file(HostFiles.EFFECTIVE_USER))
                        .as(id, ASKS);
            case TOOL_MISSING ->
                on(VM, () -> host())
                        .refuses(h -> h.text(HostFiles.TOOLS, "ip\nmlxconfig"))
                        .silent(h -> h.text(HostFiles.TOOLS, SETPCI_ONLY))
                        .unread(file(HostFiles.TOOLS))
                        .as(id, ASKS);
            // No reading tells whether somebody can reach the host another way, so it asks before every dangerous plan.
            case NO_OTHER_CONSOLE ->
                on(CREATE, () -> host())
                        .asks(h -> {})
                        .silentPlan(() -> VM.apply(host()))
                        .unread(h -> {})
                        .as(id, ASKS);
            case CRASH_CAPTURE_OFF ->
                on(CREATE, () -> host())
                        .asks(h -> h.text("proc/sys/kernel/hardlockup_panic", "0"))
                        .silent(h -> h.text("proc/sys/kernel/hardlockup_panic", "1"))
                        .unread(file("proc/sys/kernel/hardlockup_panic"))
                        .as(id, ASKS);
            case DIRECT_TRANSLATED_NOT_IMPLEMENTED ->
                on(VM, () -> host())
                        .refuses(at(NIC_PORT, f -> f.acs(0x1f, 0)))
                        .silent(h -> {})
                        .unread(at(NIC_PORT, f -> f.readable(256)))
                        .as(GuardId.PORT_UNREAD, REFUSES);
            case PORT_UNREAD ->
                on(VM, () -> host())
                        .refuses(at(GPU_PORT, f -> f.readable(256)))
                        .silent(h -> {})
                        .unread(at(GPU_PORT, f -> f.readable(64)))
                        .as(id, REFUSES);
            case NO_ACS ->
                on(VM, () -> host())
                        .refuses(at(ROOT_PORT, GuardPathRows::withoutAcs))
                        .silent(h -> {})
                        .unread(at(ROOT_PORT, f -> f.readable(256)))
                        .as(GuardId.PORT_UNREAD, REFUSES);
            case TRANSLATION_BLOCKING ->
                on(VM, () -> host())
                        .asks(at(ROOT_PORT, f -> f.acs(0x1f, 0x02)))
                        .silent(h -> {})
                        .unread(at(ROOT_PORT, f -> f.readable(256)))
                        .as(GuardId.PORT_UNREAD, REFUSES);
            case ISOLATION_IN_USE ->
                on(BARE, () -> with(host(), at(GPU_PORT, f -> f.acs(0x1f, 0x1d))))
                        .refuses(at(GPU, f -> f.driver("vfio-pci")))
                        .silent(at(GPU, f -> f.driver("nvidia")))
                        .unread(at(GPU, f -> f.attribute("driver", failed("driver"))))
                        .as(id, ASKS);
            case EGRESS_FENCE ->
                on(BARE, () -> host())
                        .asks(at(NIC_PORT, f -> f.acs(0x7f, 0x20, 0xffffffff)))
                        .silent(h -> {})
                        .unread(at(NIC_PORT, f -> f.readable(256)))
                        .as(GuardId.PORT_UNREAD, REFUSES);
            case HARMS_OTHERS ->
                on(VM, () -> with(host(), GuardPathRows::drive))
                        .refuses(h -> {})
                        .silent(at(DRIVE, f -> f.driver("vfio-pci")))
                        .unread(at(DRIVE, f -> f.attribute("driver", failed("driver"))))
                        .as(id, REFUSES);
            case IOMMU_TRANSLATES ->
                on(BARE, () -> with(host(), at(NIC_PORT, f -> f.acs(0x5f, 0x1d))))
                        .refuses(h -> {})
                        .silent(h -> h.groups("identity"))
                        .unread(nic(f -> f.attribute("iommu_group", failed("iommu_group"))))
                        .as(id, ASKS);
            case NO_GAIN ->
                on(BARE, () -> with(host(), h -> h.groups("identity")))
                        .refuses(at(GPU, f -> f.command(0x0002, 0)))
                        .silent(h -> {})
                        .unread(at(GPU_PORT, f -> f.readable(64)))
                        .as(GuardId.PORT_UNREAD, REFUSES);
            case NO_SHARED_SWITCH ->
                on(VM, () -> host())
                        .refusesPlan(() -> VM.apply(apart()))
                        .silent(h -> {})
                        .unread(nic(f -> f.readable(0)
                                .attribute("resource", failed("resource"))
                                .attribute("device", failed("device"))
                                .attribute("class", failed("class"))))
                        .as(GuardId.NO_PEERS, REFUSES);
            case NO_PEERS ->
                on(VM, () -> host())
                        .refuses(at(GPU, GuardPathRows::drive))
                        .silent(h -> {})
                        .unread(at(
                                GPU,
                                f -> f.readable(0)
                                        .attribute("device", failed("device"))
                                        .attribute("class", failed("class"))))
                        .as(id, REFUSES);
            case GROUP_AT_BOOT ->
                on(VM, () -> with(HostShapes.gb300(), at("0009:00:00.0", f -> f.acs(0x1f, 0x1d))))
                        .asks(at("0009:06:00.0", f -> f.group(10)))
                        .silent(h -> {})
                        .unread(at("0009:06:00.0", f -> f.attribute("iommu_group", failed("iommu_group"))))
                        .as(id, ASKS);
            default -> throw new AssertionError(id);
        };
    }

    private static HostBuilder otherVendor(HostBuilder host, String vendor) {
        host.get(NIC).attribute("vendor", vendor).config(config -> config.put16(0, Integer.decode(vendor)));
        return host;
    }

    private static void withoutAcs(FunctionBuilder port) {
        port.config(config -> config.put16(config.findExtended(0x000d), 0x7777));
    }

    /** Another NIC at a port beside the first. */
    private static void second(HostBuilder host, Consumer<FunctionBuilder> change) {
        FunctionBuilder nic = host.get("0000:01:00.0")
                .downstreamPort("0000:02:02.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint("0000:06:00.0", 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_1", "40.50.0464", "ib1");
        change.accept(nic);
    }

    private static Plan first(HostBuilder host) {
        return Planner.plan(
                HostModel.of(host.build()), new PlanRequest(Goal.VM_GPUDIRECT, List.of(Address.of(NIC)), 0));
    }

    /** The other port of the NIC's card. */
    private static FunctionBuilder secondPort(HostBuilder host, int classCode) {
        return host.get(NIC_PORT)
                .endpoint("0000:04:00.1", 0x15b3, 0x1023, classCode)
                .driver("mlx5_core")
                .rdma("mlx5_1", "40.50.0464", "ib1");
    }

    /** A drive in the place of a function. */
    private static void drive(FunctionBuilder function) {
        function.readable(0)
                .attribute("class", "0x010802")
                .attribute("vendor", "0x144d")
                .attribute("device", "0xa826");
    }

    /** A drive of the host beside the GPU, which it reads from. */
    private static void drive(HostBuilder host) {
        host.get("0000:01:00.0")
                .downstreamPort("0000:02:03.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint(DRIVE, 0x144d, 0xa824, 0x010802)
                .driver("nvme");
    }

    /** The only GPU at a root port of its own. */
    private static HostBuilder apart() {
        HostBuilder host = host();
        drive(host.get(GPU));
        host.rootPort("0000:00:04.0", 0x8086, 0x0db0)
                .acs(0x1f, 0)
                .endpoint("0000:0a:00.0", 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        return host;
    }
}
