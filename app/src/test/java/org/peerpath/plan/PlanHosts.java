// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** Hosts that plans are made for in tests, the plans, and what their guards say. */
public final class PlanHosts {
    public static final String NIC = "0000:04:00.0";
    static final String ROOT_PORT = "0000:00:01.0";
    static final String NIC_PORT = "0000:02:00.0";
    static final String GPU_PORT = "0000:02:01.0";
    static final String GPU = "0000:05:00.0";
    static final String VF = "0000:04:00.1";
    static final int SUNRISE_POINT = 0xa110;

    private PlanHosts() {}

    /** A switch with one ConnectX-8 and one GPU, all ACS off. */
    public static HostBuilder host() {
        return host(0x0db0, true);
    }

    public static HostBuilder withoutAts() {
        return host(0x0db0, false);
    }

    static HostBuilder host(int rootPort, boolean ats) {
        HostBuilder host = HostBuilder.named("plan")
                .kernel("7.1.0")
                .cmdline("ro intel_iommu=on")
                .intelIommu("f020de")
                .groups("DMA-FQ")
                .file(HostFiles.DMAR, dmar(ROOT_PORT))
                .kernelLog()
                .text(HostFiles.VFIO_HOLDERS, "")
                .text(HostFiles.TOOLS, "setpci\nip\nmlxconfig")
                .text(HostFiles.IN_USE, "ssh -")
                .directory(HostFiles.PCI_DRIVERS, "mlx5_core", "nvidia", "vfio-pci");
        FunctionBuilder root = host.rootPort(ROOT_PORT, 0x8086, rootPort);
        FunctionBuilder up = (rootPort == SUNRISE_POINT ? root.wideAcs(0x1f, 0) : root.acs(0x1f, 0))
                .upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        FunctionBuilder nic = up.downstreamPort(NIC_PORT, 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_0", "40.50.0464", "ib0");
        nic.attribute("sriov_drivers_autoprobe", "1").virtualFunctions(8, 0, 1, 1, 0x101e);
        if (ats) {
            nic.ats(0x20, 0x8000);
        }
        up.downstreamPort(GPU_PORT, 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint(GPU, 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        return host;
    }

    /** With one virtual function of the NIC, which this driver has. */
    static HostBuilder withVirtual(String driver) {
        HostBuilder host = host();
        host.get(NIC)
                .virtualFunctions(8, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.driver(driver).group(77).attribute("driver_override", "(null)"));
        return host;
    }

    /** The same host after a change. */
    static HostBuilder with(HostBuilder host, Consumer<HostBuilder> change) {
        change.accept(host);
        return host;
    }

    /** A DMAR table with one IOMMU and one ATSR structure for a root port (VT-d 8.1, 8.5). */
    static Reading dmar(String rootPort) {
        Address port = Address.of(rootPort);
        ByteBuffer table = ByteBuffer.allocate(48 + 16 + 16).order(ByteOrder.LITTLE_ENDIAN);
        table.put("DMAR".getBytes(StandardCharsets.US_ASCII)).putInt(table.capacity());
        table.position(48).putShort((short) 0).putShort((short) 16);
        table.position(64).putShort((short) 2).putShort((short) 16).putInt(0);
        table.put((byte) 1).put((byte) 8).putShort((short) 0).put((byte) 0).put((byte) port.bus());
        table.put((byte) port.device()).put((byte) port.function());
        return new Reading.Data(Bytes.copyOf(table.array()), "test");
    }

    static HostBuilder unread(String file) {
        return host().file(file, new Reading.Failed(Message.of("unknown.not-in-source", file), "test"));
    }

    static Plan vm(HostBuilder host) {
        return plan(HostModel.of(host.build()), Goal.VM_GPUDIRECT, 0);
    }

    static Plan bind(HostBuilder host, int count) {
        return plan(HostModel.of(host.build()), Goal.BIND_VFS, count);
    }

    static Plan plan(HostModel host, Goal goal, int count) {
        Plan plan = Planner.plan(host, new PlanRequest(goal, List.of(), count));
        assertFalse(mentions(plan, GuardId.NOT_ALLOWED), () -> "outside of the grammar: " + plan);
        return plan;
    }

    static boolean mentions(Plan plan, GuardId id) {
        return plan.guards().stream().anyMatch(guard -> guard.id() == id);
    }

    static boolean refuses(Plan plan, GuardId id) {
        return plan.guards().stream().anyMatch(guard -> guard.id() == id && guard.answer() == Guard.Answer.REFUSES);
    }

    static boolean asks(Plan plan, GuardId id) {
        return plan.guards().stream().anyMatch(guard -> guard.id() == id && guard.answer() == Guard.Answer.ASKS);
    }

    static Reading failed(String name) {
        return new Reading.Failed(Message.of("unknown.not-in-source", name), "test");
    }
}
