// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.function.Consumer;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** A small host in perfect health, and ways to make it ill. */
final class FaultyHost {
    static final String ROOT = "0000:15:01.0";
    static final String SWITCH = "0000:16:00.0";
    static final String NIC_PORT = "0000:17:00.0";
    static final String GPU_PORT = "0000:17:01.0";
    static final String NIC = "0000:18:00.0";
    static final String VF = "0000:18:00.1";
    static final String GPU = "0000:19:00.0";
    /** The NIC's ATS setting, as mlxconfig tells it. */
    static final String ATS_NEXT = "mlxconfig/ATS_ENABLED/next-boot";

    private FaultyHost() {}

    /** One ConnectX-8 with one VF and one B300 below one switch, ready for a virtual machine, on a kernel with all fixes. */
    static HostBuilder vm() {
        HostBuilder host = HostBuilder.named("ill")
                .kernel("7.1.0")
                .kernelLog()
                .intelIommu("f020de")
                .groups("DMA-FQ")
                .text("sys/class/dmi/id/sys_vendor", "NVIDIA")
                .text("sys/class/dmi/id/product_name", "HGX B300")
                .text("sys/module/nvidia/version", "595.45.04")
                .text(HostFiles.VMS, "");
        FunctionBuilder root =
                gen6(host.rootPort(ROOT, 0x8086, 0x0db0)).acs(0x1f, 0x1d).numa(0);
        FunctionBuilder up = gen6(root.upstreamPort(SWITCH, 0x15b3, 0x197c));
        FunctionBuilder nicPort = gen6(up.downstreamPort(NIC_PORT, 0x15b3, 0x197c))
                .acs(0x5f, 0x5d)
                .portNumber(1);
        FunctionBuilder nic = gen6(nicPort.endpoint(NIC, 0x15b3, 0x1023, 0x020700))
                .rdma("mlx5_0", "40.50.0464", "ib0")
                .ats(0x0060, 0x8000)
                .payload(512, 256, 4096)
                .attribute(ATS_NEXT, "True(1)")
                .driver("mlx5_core");
        nic.virtualFunctions(16, 1, 1, 1, 0x101e)
                .forEach(vf -> vf.ats(0x0060, 0x8000).driver("vfio-pci"));
        FunctionBuilder gpuPort = gen6(up.downstreamPort(GPU_PORT, 0x15b3, 0x197c))
                .acs(0x5f, 0x1d)
                .portNumber(2);
        gen6(gpuPort.endpoint(GPU, 0x10de, 0x3182, 0x030200))
                .payload(512, 256, 512)
                .bar(1, 0x2f000000000L, 0x4000000000L)
                .driver("vfio-pci");
        return host;
    }

    /** The same on bare metal: host drivers, identity domains, no ACS redirects. */
    static HostBuilder bareMetal() {
        HostBuilder host = vm().groups("identity").cmdline("ro iommu=pt");
        List.of(ROOT, NIC_PORT, GPU_PORT).forEach(port -> host.get(port).acs(0x5f, 0));
        host.get(NIC).ats(0x0060, 0).directory("sys", "x");
        host.get(VF).ats(0x0060, 0).driver("mlx5_core");
        host.get(GPU).driver("nvidia");
        // Without redirects the kernel makes one group of all that is below the root port.
        List.of(ROOT, SWITCH, NIC_PORT, GPU_PORT, NIC, VF, GPU)
                .forEach(function -> host.get(function).group(50));
        return host.text("sys/module/nvidia_peermem/version", "595.45.04");
    }

    /** A resource file of a function with two BARs, whose VFs have a BAR of their own without a place. */
    static String regions(long firstFlags, long secondSize, long secondFlags) {
        StringBuilder lines = new StringBuilder();
        lines.append(String.format("0x%016x 0x%016x 0x%016x\n", 0x90000000L, 0x90ffffffL, firstFlags));
        lines.append(
                String.format("0x%016x 0x%016x 0x%016x\n", 0x91000000L, 0x91000000L + secondSize - 1, secondFlags));
        return lines + "0x0000000000000000 0x0000000000000000 0x0000000000000000\n".repeat(11);
    }

    private static FunctionBuilder gen6(FunctionBuilder function) {
        return function.link(LinkSpeed.GEN6, 16).flit();
    }

    static HostBuilder with(HostBuilder host, Consumer<HostBuilder> change) {
        change.accept(host);
        return host;
    }

    static List<Finding> findings(HostBuilder builder, Scenario scenario) {
        return findings(builder, scenario, Knowledge.shipped());
    }

    static List<Finding> findings(HostBuilder builder, Scenario scenario, Knowledge knowledge) {
        return findings(builder.build(), scenario, knowledge);
    }

    static List<Finding> findings(Snapshot snapshot, Scenario scenario) {
        return findings(snapshot, scenario, Knowledge.shipped());
    }

    private static List<Finding> findings(Snapshot snapshot, Scenario scenario, Knowledge knowledge) {
        HostModel host = HostModel.of(snapshot);
        return Findings.of(host, scenario, new PathJudge(host, scenario).judge(PathSelection.DEFAULT), knowledge);
    }
}
