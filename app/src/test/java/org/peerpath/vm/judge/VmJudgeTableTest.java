// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Backend × kernel × VMM × options × guest IOMMU × address rules, on a host whose hardware is right. */
class VmJudgeTableTest {
    private static final String TYPE1 = "";
    private static final String IOMMUFD = ",iommufd=iommufd0";

    /** A row of the table. */
    record Row(
            String name,
            UnaryOperator<VmHosts> host,
            List<String> texts,
            String verdict,
            String cause,
            String certainty) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String command(String backend, String more) {
        return "/usr/bin/qemu-system-x86_64 -name guest=tenant7 -machine q35 -object iommufd,id=iommufd0 "
                + "-device pcie-root-port,id=rp1,bus=pcie.0,addr=2,chassis=1 "
                + "-device pcie-root-port,id=rp2,bus=pcie.0,addr=3,chassis=2 "
                + "-device vfio-pci,host=0000:1b:00.0,id=gpu,bus=rp1,addr=0" + backend + " "
                + "-device vfio-pci,host=0000:18:00.1,id=nic,bus=rp2,addr=0" + backend + " " + more;
    }

    static String started(String qemu, String kernel, String... lines) {
        return "2026-11-30 10:00:00.000+0000: starting up libvirt version: 12.2.0, qemu version: " + qemu + ", kernel: "
                + kernel + ", hostname: n7\n" + command(IOMMUFD, "") + "\n" + String.join("\n", lines) + "\n";
    }

    private static String placed(long gpu) {
        return """
            {"return":[{"bus":0,"devices":[
              {"bus":5,"slot":0,"function":0,"qdev_id":"gpu","id":{"vendor":4318,"device":12674},"class_info":{"class":770},
               "regions":[{"bar":2,"type":"memory","address":%d,"size":549755813888}]},
              {"bus":6,"slot":0,"function":0,"qdev_id":"nic","id":{"vendor":5555,"device":4126},"class_info":{"class":519},
               "regions":[{"bar":0,"type":"memory","address":%d,"size":1048576}]}]}]}
            """.formatted(gpu, 0x380000000000L + (1L << 41));
    }

    private static Row row(
            String name,
            UnaryOperator<VmHosts> host,
            List<String> texts,
            String verdict,
            String cause,
            String certainty) {
        return new Row(name, host, texts, verdict, cause, certainty);
    }

    private static UnaryOperator<VmHosts> kernel(String release) {
        return host -> host.kernel(release);
    }

    static Stream<Row> rows() {
        List<Row> rows = new ArrayList<>();
        // Backend and kernel.
        for (String release : List.of("5.15.0-100-generic", "6.14.0", "6.19.0", "7.2.6")) {
            rows.add(row(
                    "type1 on " + release,
                    kernel(release),
                    List.of(command(TYPE1, "")),
                    "inside-switch",
                    "",
                    "likely"));
        }
        for (String release : List.of("6.2.0", "6.14.0-37-generic", "6.18.46")) {
            rows.add(row(
                    "iommufd on " + release,
                    kernel(release),
                    List.of(command(IOMMUFD, "")),
                    "not-mapped",
                    "iommufd-without-dma-buf",
                    "likely"));
        }
        rows.add(row(
                "iommufd on NVIDIA's kernel",
                kernel("6.14.0-1013-nvidia-64k"),
                List.of(command(IOMMUFD, "")),
                "unknown",
                "kernel-may-map",
                "possible"));
        rows.add(row(
                "iommufd, kernel not built for it",
                host -> host.kernel("7.1.0").config("CONFIG_IOMMUFD=y"),
                List.of(command(IOMMUFD, "")),
                "not-mapped",
                "kernel-without-dma-buf",
                "likely"));
        // VMM and its version.
        rows.add(row(
                "iommufd, new kernel, QEMU not read",
                kernel("7.1.0"),
                List.of(command(IOMMUFD, "")),
                "unknown",
                "vmm-unknown",
                "possible"));
        rows.add(row(
                "iommufd, new kernel, QEMU 10.2",
                kernel("7.1.0"),
                List.of(started("10.2.0", "7.1.0")),
                "not-mapped",
                "vmm-without-dma-buf",
                "likely"));
        rows.add(row(
                "iommufd, new kernel, QEMU 11",
                kernel("7.1.0"),
                List.of(started("11.0.1", "7.1.0")),
                "unknown",
                "vmm-may-map",
                "possible"));
        rows.add(row(
                "iommufd, new kernel, QEMU 11, traced",
                kernel("7.1.0"),
                List.of(
                        started(
                                "11.0.1",
                                "7.1.0",
                                "vfio_region_dmabuf Device 0000:1b:00.0, region \"0000:1b:00.0 BAR 2\", offset: 0x0, size: 0x8000000000")),
                "inside-switch",
                "",
                "certain"));
        rows.add(row(
                "cloud-hypervisor, type1",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --kernel k --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0/"),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "cloud-hypervisor, iommufd",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --kernel k --platform iommufd=on --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0/"),
                "will-not-start",
                "vmm-without-dma-buf",
                "likely"));
        rows.add(row(
                "cloud-hypervisor, peers off",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --platform iommufd=on,vfio_p2p_dma=off --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0/"),
                "not-mapped",
                "p2p-dma-off",
                "likely"));
        rows.add(row(
                "cloud-hypervisor, the large BAR left out",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0/,x_exclude_mmap_bars=[2]"),
                "not-mapped",
                "bar-excluded",
                "likely"));
        rows.add(row(
                "cloud-hypervisor, a small BAR left out",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0/,x_exclude_mmap_bars=[0]"),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "QEMU 10 on Linux 7.0, its log as it is: the line that names the function stands alone",
                kernel("7.0.0-14-generic"),
                List.of(
                        started(
                                "10.0.2",
                                "7.0.0-14-generic",
                                "2026-12-01T12:10:48.461919Z qemu-system-x86_64: warning: IOMMU_IOAS_MAP failed: No such file or directory, PCI BAR?",
                                "2026-12-01T12:10:48.463581Z qemu-system-x86_64: warning: vfio_container_dma_map(0x5b7d01acea70, 0xfea00000, 0x4000, 0x772f30250000) = -14 (Bad address)",
                                "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.",
                                "2026-12-01T12:10:48.476718Z qemu-system-x86_64: warning: IOMMU_IOAS_MAP failed: Bad address, PCI BAR?")),
                "not-mapped",
                "iommufd-without-dma-buf",
                "certain"));
        rows.add(row(
                "QEMU 11.1 on Linux 7.0, its trace as it is",
                kernel("7.0.0-14-generic"),
                List.of(
                        started(
                                "11.1.3",
                                "7.0.0-14-generic",
                                "2026-12-01T12:21:24.615715Z vfio_region_dmabuf Device 0000:1b:00.0, dmabuf fd 17 region 2 \"0000:1b:00.0 BAR 2\", offset: 0x0, size: 0x8000000000")),
                "inside-switch",
                "",
                "certain"));
        // Options of QEMU.
        rows.add(row(
                "x-no-mmap for all",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-global vfio-pci.x-no-mmap=on")),
                "not-mapped",
                "no-mmap",
                "likely"));
        rows.add(row(
                "x-no-mmap for the NIC alone",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-set device.nic.x-no-mmap=on")),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "x-no-mmap for the GPU by -set",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-set device.gpu.x-no-mmap=true")),
                "not-mapped",
                "no-mmap",
                "likely"));
        rows.add(row(
                "confidential",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-object sev-snp-guest,id=sev0")),
                "unknown",
                "confidential-guest",
                "possible"));
        // IOMMU of the guest.
        rows.add(row(
                "guest IOMMU",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-device intel-iommu,caching-mode=on")),
                "inside-switch",
                "viommu-guest-decides",
                "possible"));
        rows.add(row(
                "guest IOMMU that leaves the bus out",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-device intel-iommu -machine q35,default_bus_bypass_iommu=on")),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "guest IOMMU splits a group",
                host -> host.kernel("6.14.0")
                        .attribute(VmHosts.NIC, "iommu_group", "33")
                        .attribute(VmHosts.GPU, "iommu_group", "33"),
                List.of(command(TYPE1, "-device intel-iommu,caching-mode=on")),
                "will-not-start",
                "group-split-by-viommu",
                "likely"));
        rows.add(row(
                "nested translation with type1",
                kernel("7.1.0"),
                List.of(command(TYPE1, "-device intel-iommu,x-flts=on")),
                "will-not-start",
                "nested-needs-iommufd",
                "likely"));
        // Addresses.
        rows.add(row(
                "the GPU's BAR over AMD's HyperTransport range",
                host -> host.kernel("6.14.0").reserved(VmHosts.NIC, "0x000000fd00000000 0x000000ffffffffff reserved"),
                List.of(command(TYPE1, ""), placed(0xf800000000L)),
                "not-mapped",
                "address-reserved",
                "likely"));
        rows.add(row(
                "a relaxable range is no obstacle",
                host -> host.kernel("6.14.0")
                        .reserved(VmHosts.NIC, "0x000000fd00000000 0x000000ffffffffff direct-relaxable"),
                List.of(command(TYPE1, ""), placed(0xf800000000L)),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "beyond the host's IOMMU",
                kernel("6.14.0"),
                List.of(command(TYPE1, ""), placed(1L << 60)),
                "not-mapped",
                "address-too-wide",
                "likely"));
        rows.add(row(
                "beyond the guest's IOMMU",
                kernel("6.14.0"),
                List.of(command(TYPE1, "-device intel-iommu,aw-bits=39"), placed(0x380000000000L)),
                "not-mapped",
                "viommu-too-narrow",
                "likely"));
        rows.add(row(
                "not placed yet, at firmware",
                kernel("6.14.0"),
                List.of(command(TYPE1, ""), placed(-1)),
                "inside-switch",
                "",
                "likely"));
        // The log settles it over any version.
        rows.add(row(
                "the log names the GPU",
                kernel("7.1.0"),
                List.of(started(
                        "11.0.1",
                        "7.1.0",
                        "qemu: warning: IOMMU_IOAS_MAP failed: Bad address, PCI BAR?",
                        "qemu: warning: vfio_container_dma_map(0x1, 0x380000000000, 0x8000000000, 0x2) = -14 (Bad address)",
                        "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.")),
                "not-mapped",
                "iommufd-without-dma-buf",
                "certain"));
        rows.add(row(
                "the log gives a size that only the GPU has",
                kernel("7.1.0"),
                List.of(
                        started(
                                "11.0.1",
                                "7.1.0",
                                "qemu: warning: vfio_container_dma_map(0x1, 0x380000000000, 0x8000000000, 0x2) = -14 (Bad address)")),
                "not-mapped",
                "iommufd-without-dma-buf",
                "certain"));
        rows.add(row(
                "the log names another function; it is printed once",
                kernel("7.1.0"),
                List.of(started(
                        "11.0.1",
                        "7.1.0",
                        "qemu: warning: vfio_container_dma_map(0x1, 0x10000000, 0x4000, 0x2) = -14 (Bad address)",
                        "0000:18:00.1: PCI peer-to-peer transactions on BARs are not supported.")),
                "not-mapped",
                "iommufd-without-dma-buf",
                "likely"));
        rows.add(row(
                "no dma-buf for the GPU",
                kernel("7.1.0"),
                List.of(started(
                        "11.0.1",
                        "7.1.0",
                        "0000:1b:00.0 BAR 2: failed to create dma-buf: PCI BAR IOMMU mappings may fail")),
                "not-mapped",
                "dma-buf-failed",
                "certain"));
        rows.add(row(
                "no dma-buf, and type1 needs none",
                kernel("6.14.0"),
                List.of(
                        command(TYPE1, ""),
                        "0000:1b:00.0 BAR 2: failed to create dma-buf: PCI BAR IOMMU mappings may fail"),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "refused, in a reserved range",
                host -> host.kernel("6.14.0").reserved(VmHosts.NIC, "0x000000fd00000000 0x000000ffffffffff reserved"),
                List.of(
                        command(TYPE1, ""),
                        "vfio_container_dma_map(0x1, 0xf800000000, 0x8000000000, 0x2) = -22 (Invalid argument)\n"
                                + "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported."),
                "not-mapped",
                "address-reserved",
                "certain"));
        rows.add(row(
                "refused, and nothing tells why",
                kernel("6.14.0"),
                List.of(
                        command(TYPE1, ""),
                        "vfio_container_dma_map(0x1, 0x380000000000, 0x8000000000, 0x2) = -22 (Invalid argument)\n"
                                + "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported."),
                "not-mapped",
                "address-refused",
                "certain"));
        rows.add(row(
                "type1 and a bad address: the BAR slept",
                kernel("6.14.0"),
                List.of(
                        command(TYPE1, ""),
                        "vfio_container_dma_map(0x1, 0x380000000000, 0x8000000000, 0x2) = -14 (Bad address)\n"
                                + "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported."),
                "not-mapped",
                "map-failed",
                "certain"));
        rows.add(row(
                "the log says the group was split",
                kernel("6.14.0"),
                List.of(command(TYPE1, ""), "vfio 0000:1b:00.0: group 33 used in multiple address spaces"),
                "will-not-start",
                "group-split-by-viommu",
                "certain"));
        rows.add(row(
                "the log of cloud-hypervisor",
                kernel("7.1.0"),
                List.of(
                        "cloud-hypervisor --platform iommufd=on --device path=/sys/bus/pci/devices/0000:18:00.1 path=/sys/bus/pci/devices/0000:1b:00.0",
                        "Failed to map VFIO MMIO region: Failed to DMA map: failed to map an IOVA range to the IOAS: Bad address (os error 14)"),
                "will-not-start",
                "vmm-without-dma-buf",
                "certain"));
        rows.add(row(
                "the memory tree shows the BAR as memory",
                kernel("6.14.0"),
                List.of(
                        command(TYPE1, ""),
                        "FlatView #0\n  0000380000000000-0000387fffffffff (prio 0, ramd): 0000:1b:00.0 BAR 2 mmaps[0]"),
                "inside-switch",
                "",
                "likely"));
        rows.add(row(
                "the memory tree shows the BAR as emulated",
                kernel("6.14.0"),
                List.of(
                        command(TYPE1, ""),
                        "FlatView #0\n  0000380000000000-0000387fffffffff (prio 1, i/o): 0000:1b:00.0 BAR 2"),
                "not-mapped",
                "no-mmap",
                "certain"));
        // The host itself.
        rows.add(row(
                "the group has a member with a driver",
                host -> host.kernel("6.14.0")
                        .attribute("0000:38:00.0", "iommu_group", "33")
                        .attribute(VmHosts.GPU, "iommu_group", "33"),
                List.of(command(TYPE1, "")),
                "will-not-start",
                "group-not-viable",
                "likely"));
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nicToGpu(Row row) throws Exception {
        VmAnswer answer = row.host().apply(new VmHosts()).answer(row.texts());
        VmPair pair = VmHosts.pair(answer, VmHosts.NIC, VmHosts.GPU);
        assertEquals(
                List.of(row.verdict(), row.cause(), row.certainty()),
                List.of(
                        pair.verdict().id(),
                        pair.cause().map(VmCause::id).orElse(""),
                        pair.certainty().id()));
        boolean broken = answer.pairs().stream().anyMatch(p -> p.verdict().fails());
        assertEquals(broken, answer.state() == VmState.BROKEN, answer.findings().toString());
    }

    /** In a VM of two backends the requester's decides: its IOMMU domain must hold the target's BAR. */
    @Test
    void mixedBackends() throws Exception {
        String mixed = "qemu-system-x86_64 -name a -device vfio-pci,host=1b:00.0,id=gpu,iommufd=iommufd0 "
                + "-device vfio-pci,host=18:00.1,id=nic";
        VmAnswer answer = new VmHosts().kernel("6.14.0").answer(List.of(mixed));
        assertEquals(
                "inside-switch",
                VmHosts.pair(answer, VmHosts.NIC, VmHosts.GPU).verdict().id());
        assertEquals(
                "not-mapped",
                VmHosts.pair(answer, VmHosts.GPU, VmHosts.NIC).verdict().id());
        assertEquals(Optional.empty(), answer.vm().description().backend());
        assertEquals(VmState.BROKEN, answer.state());
    }
}
