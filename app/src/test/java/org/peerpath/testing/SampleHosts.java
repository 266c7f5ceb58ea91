// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;

/** The hosts that ship with the program. They never existed; their shapes are those of real machines. */
public final class SampleHosts {
    private static final Instant READ_AT = Instant.parse("2026-11-03T09:00:00Z");
    private static final int INTEL = 0x8086;
    private static final int MELLANOX = 0x15b3;
    private static final int NVIDIA = 0x10de;
    private static final int BROADCOM = 0x1000;
    private static final int AMD = 0x1022;
    private static final int[] B300_BUSES = {0x15, 0x35, 0x55, 0x75, 0x95, 0xb5, 0xd5, 0xe5};

    private SampleHosts() {}

    /** By file name, in the order in which they are best shown. */
    public static Map<String, Snapshot> all() {
        Map<String, Snapshot> samples = new LinkedHashMap<>();
        samples.put("hgx-b300-vm", hgxB300Vm().build());
        samples.put("hgx-b300-one-bad", hgxB300OneBad().build());
        samples.put("broadcom-baremetal-acs-on", broadcomBareMetalAcsOn().build());
        samples.put("no-switch", noSwitch().build());
        samples.put("one-of-each", OneOfEach.build().build());
        return samples;
    }

    /** HGX B300 set up for VMs: two VFs of each ConnectX-8 and all GPUs held by VFIO, ATS on, 0x5d at the NICs' ports. */
    public static HostBuilder hgxB300Vm() {
        return hgxB300("hgx-b300-vm", -1);
    }

    /** The same, but at the port above the sixth NIC Direct Translated P2P was forgotten. */
    public static HostBuilder hgxB300OneBad() {
        return hgxB300("hgx-b300-one-bad", 5);
    }

    private static HostBuilder hgxB300(String name, int bad) {
        HostBuilder host = sample(name, "HGX B300", 2)
                .kernel("6.14.0-37-generic")
                .kernelLog()
                .cmdline("BOOT_IMAGE=/vmlinuz-6.14.0-37-generic root=/dev/mapper/vg-root ro intel_iommu=on")
                .intelIommu("3ee9e86f050df")
                .groups("DMA-FQ")
                .text("dev/iommu", "")
                .text("sys/module/vfio", "")
                .text("sys/module/vfio_pci", "");
        SampleParts.intelChipset(host);
        for (int i = 0; i < B300_BUSES.length; i++) {
            b300Complex(host, i, i / 4, i == bad);
        }
        SampleParts.intelStorage(host, 0x26, 0, 2);
        SampleParts.intelStorage(host, 0xa6, 1, 2);
        return host;
    }

    /** One of the eight: root port, ConnectX-8's switch, below it the NIC and, one level deeper, the GPU. */
    private static void b300Complex(HostBuilder host, int index, int numa, boolean bad) {
        int bus = B300_BUSES[index];
        SampleParts.intelRootBus(host, bus, numa);
        FunctionBuilder root = host.rootPort(at(bus, "01.0"), INTEL, 0x0db0)
                .numa(numa)
                .acs(0x001f, 0x001d)
                .driver("pcieport");
        FunctionBuilder top = root.upstreamPort(at(bus + 1, "00.0"), MELLANOX, 0x197c)
                .link(LinkSpeed.GEN6, 16, LinkSpeed.GEN5, 16)
                .driver("pcieport");
        FunctionBuilder nicPort = b300Port(top, at(bus + 2, "00.0"), bad ? 0x001d : 0x005d, 0);
        b300Nic(nicPort, bus + 3, index);
        FunctionBuilder gpuPort = b300Port(top, at(bus + 2, "01.0"), 0x001d, 1);
        FunctionBuilder inner = gpuPort.upstreamPort(at(bus + 4, "00.0"), MELLANOX, 0x197c)
                .link(LinkSpeed.GEN6, 16)
                .flit()
                .driver("pcieport");
        FunctionBuilder last = b300Port(inner, at(bus + 5, "00.0"), 0x001d, 0);
        last.endpoint(at(bus + 6, "00.0"), NVIDIA, 0x3182, 0x030200)
                .subsystem(NVIDIA, 0x2085)
                .link(LinkSpeed.GEN6, 16)
                .flit()
                .payload(512, 256, 512)
                .bar(0, base(index, 0x10), 0x0400_0000L)
                .bar(2, base(index, 0x80), 0x80_0000_0000L)
                .resizableBar(2, 19)
                .driver("vfio-pci")
                .attribute("driver_override", "vfio-pci");
    }

    private static FunctionBuilder b300Port(FunctionBuilder switchPort, String address, int control, int number) {
        return switchPort
                .downstreamPort(address, MELLANOX, 0x197c)
                .link(LinkSpeed.GEN6, 16)
                .flit()
                .portNumber(number)
                .acs(0x005f, control)
                .driver("pcieport");
    }

    private static void b300Nic(FunctionBuilder port, int bus, int index) {
        FunctionBuilder nic = port.endpoint(at(bus, "00.0"), MELLANOX, 0x1023, 0x020700)
                .subsystem(MELLANOX, 0x0071)
                .link(LinkSpeed.GEN6, 16)
                .flit()
                .payload(512, 256, 4096)
                .bar(0, base(index, 0), 0x0400_0000L)
                .ari(0)
                .ats(0x0060, 0x8000)
                .serialNumber(0xb83fd203_00a1b200L + index)
                .vpd(VpdBytes.of(
                        "NVIDIA ConnectX-8 SuperNIC",
                        "PN",
                        "900-9X81E-00EX-ST0",
                        "SN",
                        "MT2500X%05d".formatted(index),
                        "V3",
                        "5c25e4d2f1a011f08000b83fd2%06x".formatted(index)))
                .rdma("mlx5_" + index, "40.50.0464", "ibp%ds0".formatted(bus))
                .driver("mlx5_core");
        int number = 0;
        for (FunctionBuilder vf : nic.virtualFunctions(16, 2, 1, 1, 0x101e)) {
            vf.ari(0)
                    .ats(0x0060, 0x8000)
                    .subsystem(MELLANOX, 0x0071)
                    .payload(512, 128, 128)
                    .driver("vfio-pci")
                    .attribute("driver_override", "vfio-pci")
                    .directory("vfio-dev", "vfio" + (2 * index + number++));
        }
    }

    /**
     * Two sockets with two Broadcom PEX890xx trees each: a second switch hangs below the first, and every switch carries
     * H100 GPUs and a ConnectX-7. Bare metal with {@code iommu=pt}; nobody turned ACS redirection off.
     */
    public static HostBuilder broadcomBareMetalAcsOn() {
        HostBuilder host = sample("broadcom-baremetal-acs-on", "8-GPU server", 2)
                .kernel("6.8.0-60-generic")
                .kernelLog()
                .cmdline("BOOT_IMAGE=/vmlinuz-6.8.0-60-generic root=/dev/sda2 ro intel_iommu=on iommu=pt")
                .intelIommu("3ee9e86f050df")
                .groups("identity");
        SampleParts.intelChipset(host);
        int[] buses = {0x0f, 0x39, 0x8f, 0xb9};
        for (int i = 0; i < buses.length; i++) {
            broadcomTree(host, buses[i], i, i / 2);
        }
        SampleParts.intelStorage(host, 0x26, 0, 1);
        nvidiaDriver(host);
        return host;
    }

    private static void broadcomTree(HostBuilder host, int bus, int index, int numa) {
        SampleParts.intelRootBus(host, bus, numa);
        FunctionBuilder root = host.rootPort(at(bus, "01.0"), INTEL, 0x352a)
                .numa(numa)
                .acs(0x005f, 0x001d)
                .driver("pcieport");
        FunctionBuilder first = pexUp(root, bus + 1);
        nic400(pexDown(first, bus + 2, 0), bus + 3, 2 * index);
        gpuH100(pexDown(first, bus + 2, 4), bus + 4, 2 * index);
        FunctionBuilder second = pexUp(pexDown(first, bus + 2, 8), bus + 5);
        nic400(pexDown(second, bus + 6, 0), bus + 7, 2 * index + 1);
        gpuH100(pexDown(second, bus + 6, 4), bus + 8, 2 * index + 1);
        pexDown(second, bus + 6, 31)
                .link(LinkSpeed.GEN5, 1)
                .endpoint(at(bus + 9, "00.0"), BROADCOM, 0x00b2, 0x010700)
                .link(LinkSpeed.GEN4, 1)
                .driver("mpt3sas");
    }

    static FunctionBuilder pexUp(FunctionBuilder above, int bus) {
        return above.upstreamPort(at(bus, "00.0"), BROADCOM, 0xc030).driver("pcieport");
    }

    private static FunctionBuilder pexDown(FunctionBuilder above, int bus, int device) {
        return pexPort(above, bus, device).acs(0x005f, 0x001d);
    }

    static FunctionBuilder pexPort(FunctionBuilder above, int bus, int device) {
        return above.downstreamPort(at(bus, "%02x.0".formatted(device)), BROADCOM, 0xc030)
                .portNumber(device)
                .driver("pcieport");
    }

    static void gpuH100(FunctionBuilder port, int bus, int index) {
        port.endpoint(at(bus, "00.0"), NVIDIA, 0x2330, 0x030200)
                .subsystem(NVIDIA, 0x16c1)
                .payload(256, 256, 512)
                .bar(0, base(index, 0x10), 0x0100_0000L)
                .bar(2, base(index, 0x80), 0x20_0000_0000L)
                .resizableBar(2, 17)
                .driver("nvidia");
    }

    static void nic400(FunctionBuilder port, int bus, int index) {
        FunctionBuilder nic = port.endpoint(at(bus, "00.0"), MELLANOX, 0x1021, 0x020700)
                .subsystem(MELLANOX, 0x0041)
                .payload(512, 256, 4096)
                .bar(0, base(index, 0), 0x0200_0000L)
                .ari(0)
                .serialNumber(0x946dae03_00c0de00L + index)
                .vpd(VpdBytes.of(
                        "NVIDIA ConnectX-7 HHHL adapter card",
                        "PN",
                        "MCX75310AAS-NEAT",
                        "SN",
                        "MT2342X%05d".formatted(index)))
                .rdma("mlx5_" + index, "28.39.3004", "ibp%ds0".formatted(bus))
                .driver("mlx5_core");
        nic.virtualFunctions(16, 0, 1, 1, 0x101e);
    }

    /** An AMD server whose GPUs and NICs each have a root port of their own: no switch, nothing to keep inside one. */
    public static HostBuilder noSwitch() {
        HostBuilder host = sample("no-switch", "2-GPU server", 1)
                .kernel("6.8.0-60-generic")
                .kernelLog()
                .cmdline("BOOT_IMAGE=/vmlinuz-6.8.0-60-generic root=/dev/nvme0n1p2 ro amd_iommu=on iommu=pt")
                .amdIommu("190b640f", "246577efa2254afa")
                .groups("identity");
        SampleParts.amdChipset(host);
        nvidiaDriver(host);
        for (int i = 0; i < 2; i++) {
            int bus = i == 0 ? 0x40 : 0x60;
            SampleParts.amdRootBus(host, bus);
            amdPort(host, at(bus, "01.1"))
                    .link(LinkSpeed.GEN5, 16, LinkSpeed.GEN4, 16)
                    .endpoint(at(bus + 1, "00.0"), NVIDIA, 0x26b9, 0x030200)
                    .subsystem(NVIDIA, 0x1851)
                    .link(LinkSpeed.GEN4, 16)
                    .payload(256, 256, 512)
                    .bar(0, base(i, 0x10), 0x0100_0000L)
                    .bar(2, base(i, 0x80), 0x10_0000_0000L)
                    .driver("nvidia");
            nic400(amdPort(host, at(bus, "03.1")), bus + 2, i);
        }
        return host;
    }

    private static FunctionBuilder amdPort(HostBuilder host, String address) {
        return host.rootPort(address, AMD, 0x14ab).numa(0).acs(0x005f, 0x001d).driver("pcieport");
    }

    /** The host driver of the GPUs, with the module that lets NICs reach their memory. */
    static void nvidiaDriver(HostBuilder host) {
        host.text("sys/module/nvidia/version", "580.95.05").text("sys/module/nvidia_peermem/version", "580.95.05");
    }

    static HostBuilder sample(String name, String product, int nodes) {
        String[] names = {"node0", "node1"};
        return HostBuilder.named(name)
                .origin("sample:" + name, SourceKind.LIVE, READ_AT)
                .text(HostFiles.PRODUCT_NAME, product)
                .text(HostFiles.SYS_VENDOR, "Sample")
                .text(HostFiles.BOOT_ID, "6f1c2a34-5b7d-4e8f-9a0b-1c2d3e4f5a6b")
                .text("etc/os-release", "NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"")
                .text("sys/module/mlx5_core/version", "25.07-0.9.7")
                .pciIds(SampleParts.names())
                .directory(HostFiles.NUMA_NODES, Arrays.copyOf(names, nodes));
    }

    /** A place in the address space of the machine: one terabyte for each device, in parts of four gigabytes. */
    private static long base(int index, int part) {
        return (0x200L + 0x100L * index + part) << 32;
    }

    static String at(int bus, String deviceAndFunction) {
        return String.format(Locale.ROOT, "0000:%02x:%s", bus, deviceAndFunction);
    }
}
