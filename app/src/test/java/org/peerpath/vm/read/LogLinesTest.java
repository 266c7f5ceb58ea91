// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.model.VmmVersion;

/** Each log line is found in its real form and in every way in which logs carry it. */
class LogLinesTest {
    private static final Address GPU = Address.of("0000:1b:00.0");

    record Line(String text, VmEvent.Kind kind) {}

    private static final List<Line> LINES = List.of(
            new Line("IOMMU_IOAS_MAP failed: Bad address, PCI BAR?", VmEvent.Kind.IOAS_MAP_FAILED),
            new Line(
                    "vfio_container_dma_map(0x5581, 0x380000000000, 0x8000000000, 0x7f00) = -14 (Bad address)",
                    VmEvent.Kind.MAP_FAILED),
            new Line(
                    "vfio_container_dma_map(0x5581, 0x380000000000, 0x8000000000, 0x7f00) = -22 (Invalid argument)",
                    VmEvent.Kind.MAP_FAILED),
            new Line(
                    "vfio_dma_map(0x5581, 0x380000000000, 0x8000000000, 0x7f00) = -22 (Das Argument ist ungültig)",
                    VmEvent.Kind.MAP_FAILED),
            new Line(
                    "vfio_container_dma_map(..., 0x380000000000, 0x8000000000, ...) = -14 (错误的地址)",
                    VmEvent.Kind.MAP_FAILED),
            new Line(
                    "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.",
                    VmEvent.Kind.PEER_NOT_SUPPORTED),
            new Line(
                    "VFIO dma-buf not supported in kernel: PCI BAR IOMMU mappings may fail",
                    VmEvent.Kind.DMA_BUF_UNSUPPORTED),
            new Line(
                    "0000:1b:00.0 BAR 2: failed to create dma-buf: PCI BAR IOMMU mappings may fail",
                    VmEvent.Kind.DMA_BUF_FAILED),
            new Line(
                    "vfio_region_dmabuf Device 0000:1b:00.0, region \"0000:1b:00.0 BAR 2\", offset: 0x0, size: 0x8000000000",
                    VmEvent.Kind.DMA_BUF_MADE),
            new Line(
                    "iommufd_backend_map_file_dma  iommufd=21 ioas=2 iova=0x380000000000 size=0x8000000000 fd=44 start=0 readonly=0 (0)",
                    VmEvent.Kind.MAPPED),
            new Line("vfio 0000:1b:00.0: group 14 used in multiple address spaces", VmEvent.Kind.GROUP_SPLIT),
            new Line(
                    "vfio 0000:1b:00.0: group 14 is not viable\nPlease ensure all devices within the iommu_group are bound to their vfio bus driver.",
                    VmEvent.Kind.GROUP_NOT_VIABLE),
            new Line("VFIO_MAP_DMA failed: Cannot allocate memory", VmEvent.Kind.MEMORY_LIMIT),
            new Line(
                    "vfio_container_dma_map(0x5581, 0x100000000, 0x8000000000, 0x7f00) = -12 (Cannot allocate memory)",
                    VmEvent.Kind.MEMORY_LIMIT),
            new Line(
                    "Failed to map VFIO MMIO region: Failed to DMA map: failed to map an IOVA range to the IOAS: Bad address (os error 14)",
                    VmEvent.Kind.FATAL));

    private static final List<UnaryOperator<String>> FORMS = List.of(
            line -> line,
            line -> "qemu-system-x86_64: warning: " + line,
            line -> "2026-11-30T12:00:00.123456Z qemu-system-x86_64: warning: " + line,
            line -> "2026-11-30 12:00:00.123+0000: " + line,
            line -> "Nov 30 12:00:00 node7 qemu-system-x86_64[4711]: " + line,
            line -> "Nov 30 12:00:00 node7 kata[15969]: time=\"2026-11-30T12:00:00.4+01:00\" level=warning msg=\""
                    + line.replace("\"", "\\\"") + "\" name=containerd-shim-v2 pid=15969 subsystem=qemu",
            // What the kubelet keeps of a container's output, what it says itself, and KubeVirt's launcher.
            line -> "2026-11-30T12:00:00.123456789+01:00 stderr F "
                    + line.replace("\n", "\n2026-11-30T12:00:00.123456799+01:00 stderr F "),
            line ->
                    "E1130 12:00:00.123456    4711 pod_workers.go:1298] \"Error syncing pod, skipping\" err=\"qemu-kvm: "
                            + line.replace("\"", "\\\"") + "\" pod=\"gpu/vm-7\"",
            line -> "{\"component\":\"virt-launcher\",\"level\":\"error\",\"msg\":\"internal error: qemu-kvm: "
                    + line.replace("\"", "\\\"").replace("\n", "\\n") + "\",\"subcomponent\":\"libvirt\"}",
            line -> "(qemu) " + line,
            line -> "> " + line,
            line -> "   qemu-system-aarch64-snp-experimental: -device vfio-pci,host=0000:01:00.1: " + line);

    static Stream<Arguments> linesInAllForms() {
        return LINES.stream().flatMap(line -> FORMS.stream().map(form -> Arguments.of(form.apply(line.text()), line)));
    }

    @ParameterizedTest
    @MethodSource("linesInAllForms")
    void found(String text, Line line) {
        assertEquals(List.of(line.kind()), kinds(List.of(text.split("\n"))), text);
    }

    static Stream<Line> lines() {
        return LINES.stream();
    }

    /** A line may be broken at any blank, by a terminal or a mail program, which then quotes both halves. */
    @ParameterizedTest
    @MethodSource("lines")
    void foundWhereWrapped(Line line) {
        String text = "qemu-system-x86_64: warning: "
                + line.text().lines().findFirst().orElseThrow();
        for (int at = text.indexOf(' ', 30); at > 0; at = text.indexOf(' ', at + 1)) {
            List<String> broken = List.of("> " + text.substring(0, at), "> " + text.substring(at + 1), "> next");
            assertEquals(List.of(line.kind()), kinds(broken), broken.toString());
        }
    }

    /** QEMU prints the function on a line of its own, without its name before it: it is no end of the line above. */
    @Test
    void aSentenceOnItsOwnLineIsNotGluedToTheLineAbove() {
        List<VmEvent> found = events(List.of(
                "2026-12-01T12:10:48Z qemu-system-x86_64: warning: vfio_container_dma_map(0x5b, 0xfea00000, 0x4000, 0x77) = -14 (Bad address)",
                "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported."));
        assertEquals(
                List.of(VmEvent.Kind.MAP_FAILED, VmEvent.Kind.PEER_NOT_SUPPORTED),
                found.stream().map(VmEvent::kind).toList());
        assertEquals(Optional.of(GPU), found.getLast().function());
        assertEquals(2, found.getLast().line());
    }

    @Test
    void quotedPrintable() {
        assertEquals(
                List.of(VmEvent.Kind.MAP_FAILED),
                kinds(List.of(
                        "vfio_container_dma_map(0x1, 0x380000000000, 0x8000=", "000000, 0x2) =3D -14 (Bad address)")));
    }

    @Test
    void lineBreaksAsTwoCharacters() {
        assertEquals(
                List.of(VmEvent.Kind.MAP_FAILED, VmEvent.Kind.PEER_NOT_SUPPORTED),
                kinds(List.of(
                        "error: vfio_container_dma_map(0x1, 0x2, 0x3, 0x4) = -14 (x)\\n0000:1b:00.0: PCI peer-to-peer"
                                + " transactions on BARs are not supported.\\n")));
    }

    @Test
    void says() {
        VmEvent map = events(List.of(LINES.get(1).text())).getFirst();
        assertEquals(OptionalLong.of(0x380000000000L), map.address());
        assertEquals(OptionalLong.of(0x8000000000L), map.size());
        assertEquals(OptionalInt.of(14), map.error());
        VmEvent peer = events(List.of(LINES.get(5).text())).getFirst();
        assertEquals(Optional.of(GPU), peer.function());
        VmEvent buffer = events(List.of(LINES.get(7).text())).getFirst();
        assertEquals(Optional.of(GPU), buffer.function());
        assertEquals(OptionalInt.of(2), buffer.bar());
        assertEquals(
                OptionalInt.of(14),
                events(List.of(LINES.get(10).text())).getFirst().group());
    }

    /** Placeholders of people who hide addresses name no function, and still say that a mapping failed. */
    @Test
    void placeholders() {
        VmEvent peer = events(List.of("0000:xx:00.0: PCI peer-to-peer transactions on BARs are not supported."))
                .getFirst();
        assertEquals(VmEvent.Kind.PEER_NOT_SUPPORTED, peer.kind());
        assertEquals(Optional.empty(), peer.function());
    }

    @Test
    void unrelatedLinesSayNothing() {
        assertEquals(
                List.of(),
                kinds(List.of(
                        "vfio_container_dma_unmap(0x1, 0x2, 0x3) = -22 (Invalid argument)",
                        "vfio_container_dma_map(0x1, 0x2, 0x3, 0x4) = 0",
                        "PCI peer-to-peer is fine",
                        "group 14 is viable")));
    }

    /** Of a log with several starts only the last one counts. */
    @Test
    void onlyTheLastStart() throws Exception {
        String log = """
                2026-11-29 10:00:00.000+0000: starting up libvirt version: 12.2.0, qemu version: 9.2.4, kernel: 6.14.0-33-generic, hostname: n7
                LC_ALL=C \\
                /usr/bin/qemu-system-x86_64 \\
                -name guest=tenant7,debug-threads=on \\
                -device '{"driver":"vfio-pci","host":"0000:1b:00.0","id":"hostdev0","iommufd":"iommufd0"}' \\
                -msg timestamp=on
                2026-11-29T10:00:01.000000Z qemu-system-x86_64: warning: IOMMU_IOAS_MAP failed: Bad address, PCI BAR?
                2026-11-29 11:00:00.000+0000: shutting down, reason=shutdown
                2026-11-30 10:00:00.000+0000: starting up libvirt version: 12.2.0, package: 1, qemu version: 11.0.1Debian, kernel: 7.1.0, hostname: n7
                LC_ALL=C \\
                /usr/bin/qemu-system-x86_64 \\
                -name guest=tenant7,debug-threads=on \\
                -device '{"driver":"vfio-pci","host":"0000:1b:00.0","id":"hostdev0"}' \\
                -msg timestamp=on
                """;
        VmDescription vm = VmReader.read(log.getBytes(StandardCharsets.UTF_8), "tenant7.log");
        assertEquals(List.of(), vm.events());
        assertEquals(Optional.of("tenant7"), vm.name());
        assertEquals(Optional.of(new VmmVersion(11, 0, 1)), vm.vmmVersion());
        assertEquals(Optional.of("7.1.0"), vm.kernel());
        assertEquals(Optional.of(true), vm.running());
        assertEquals(1, vm.functions().size());
        assertTrue(vm.kinds().containsAll(List.of("vm-log", "qemu-command")));
    }

    private static List<VmEvent> events(List<String> lines) {
        return LogLines.read(lines, 0, "log");
    }

    private static List<VmEvent.Kind> kinds(List<String> lines) {
        return events(lines).stream().map(VmEvent::kind).toList();
    }
}
