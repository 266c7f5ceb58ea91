// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.iommu.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** Hosts that plans are made for in tests, the plans, and what their guards say. */
public final class PlanHosts {
    public static final String NIC = "0000:04:00.0";
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
                .text(HostFiles.TOOLS, "setpci\nip\nmlxconfig")
                .text(HostFiles.IN_USE, "ssh -")
                .directory(HostFiles.PCI_DRIVERS, "mlx5_core", "nvidia", "vfio-pci");
        FunctionBuilder root = host.rootPort("0000:00:01.0", 0x8086, rootPort);
        FunctionBuilder up = (rootPort == SUNRISE_POINT ? root.wideAcs(0x1f, 0) : root.acs(0x1f, 0))
                .upstreamPort("0000:01:00.0", 0x15b3, 0x197c);
        FunctionBuilder nic = up.downstreamPort("0000:02:00.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .driver("mlx5_core")
                .rdma("mlx5_0", "40.50.0464", "ib0");
        nic.attribute("sriov_drivers_autoprobe", "1").virtualFunctions(8, 0, 1, 1, 0x101e);
        if (ats) {
            nic.ats(0x20, 0x8000);
        }
        up.downstreamPort("0000:02:01.0", 0x15b3, 0x197c)
                .acs(0x5f, 0)
                .endpoint("0000:05:00.0", 0x10de, 0x3182, 0x030200)
                .driver("nvidia");
        return host;
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
        NeverList.assertKept(plan);
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
