// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Message;

/** Facts that have a grammar are facts only where they keep to it; what else a host says is unknown, with the reason. */
class GrammarTest {
    private static final Address FUNCTION = Address.of("0000:17:00.0");
    /** What none of these facts can hold. */
    private static final List<String> HOSTILE = List.of(
            "$(touch x)",
            "`id`",
            "a;reboot",
            "a|sh",
            "{{x}}",
            "{%x%}",
            "'x'",
            "\"x\"",
            "a\nEOF\nid",
            "x\u0000y",
            "\u202e1",
            "١",
            "../../x'",
            "x".repeat(10_000) + "$",
            "-n $x",
            "%n$s");

    /** A value as the kernel writes it, for every kind of fact of a function. */
    private static final Map<String, String> GOOD = new TreeMap<>(Map.ofEntries(
            Map.entry("realpath", "/sys/devices/pci0000:15/0000:15:01.0/0000:17:00.0"),
            Map.entry("vendor", "0x15b3"),
            Map.entry("device", "0x1023"),
            Map.entry("subsystem_vendor", "0x15b3"),
            Map.entry("subsystem_device", "0x0041"),
            Map.entry("class", "0x020000"),
            Map.entry("revision", "0x00"),
            Map.entry("driver", "mlx5_core"),
            Map.entry("driver_override", "(null)"),
            Map.entry("iommu", "dmar3"),
            Map.entry("iommu_group", "12"),
            Map.entry("numa_node", "-1"),
            Map.entry("removable", "fixed"),
            Map.entry("physfn", "0000:17:00.0"),
            Map.entry("virtfn3", "0000:17:00.4"),
            Map.entry("resource", "0x00000000fb000000 0x00000000fb0fffff 0x0000000000140204\n0x0 0x0 0x0"),
            Map.entry("power_state", "D3hot"),
            Map.entry("power/runtime_status", "active"),
            Map.entry("max_link_speed", "64.0 GT/s PCIe"),
            Map.entry("current_link_speed", "Unknown"),
            Map.entry("max_link_width", "16"),
            Map.entry("current_link_width", "0"),
            Map.entry("secondary_bus_number", "23"),
            Map.entry("subordinate_bus_number", "255"),
            Map.entry("local_cpulist", "0-55,112-167"),
            Map.entry("enable", "1"),
            Map.entry("modalias", "pci:v000015B3d00001023sv000015B3sd00000041bc02sc00i00"),
            Map.entry("d3cold_allowed", "1"),
            Map.entry("ari_enabled", "0"),
            Map.entry("boot_vga", "0"),
            Map.entry("reset_method", "flr bus"),
            Map.entry("aer_dev_fatal", "Undefined 0\nDLP 0\nTOTAL_ERR_FATAL 0"),
            Map.entry("sriov_totalvfs", "16"),
            Map.entry("sriov_numvfs", "2"),
            Map.entry("sriov_offset", "2"),
            Map.entry("sriov_stride", "1"),
            Map.entry("sriov_vf_device", "101e"),
            Map.entry("sriov_drivers_autoprobe", "1"),
            Map.entry("sriov_vf_total_msix", "2048"),
            Map.entry("p2pmem/size", "1048576"),
            Map.entry("p2pmem/published", "1"),
            Map.entry("net/ens1f0np0/address", "02:00:5e:10:00:01"),
            Map.entry("net/ens1f0np0/operstate", "up"),
            Map.entry("net/ens1f0np0/flags", "0x1003"),
            Map.entry("infiniband/mlx5_0/fw_ver", "40.50.0464"),
            Map.entry("infiniband/mlx5_0/hca_type", "MT4131"),
            Map.entry("infiniband/mlx5_0/board_id", "MT_0000001069"),
            Map.entry("infiniband/mlx5_0/node_guid", "0200:5eff:fe10:0001"),
            Map.entry("infiniband/mlx5_0/ports/1/link_layer", "InfiniBand"),
            Map.entry("sriov/3/node", "02:00:5e:00:00:10:00:01"),
            Map.entry("sriov/3/policy", "Follow")));

    private static final Map<String, String> HOST = new TreeMap<>(Map.ofEntries(
            Map.entry("proc/sys/kernel/osrelease", "6.8.0-55-generic"),
            Map.entry("proc/sys/kernel/random/boot_id", "0e2c5a3e-1111-4222-8333-123456789abc"),
            Map.entry("proc/sys/kernel/panic", "-1"),
            Map.entry("sys/kernel/security/lockdown", "none [integrity] confidentiality"),
            Map.entry("sys/class/iommu/dmar0/intel-iommu/ecap", "3ee9e86f050df"),
            Map.entry("sys/class/iommu/dmar0/intel-iommu/version", "6:0"),
            Map.entry("sys/kernel/iommu_groups/12/type", "DMA-FQ"),
            Map.entry("sys/kernel/iommu_groups/12/reserved_regions", "0x0000 0x00ff msi\n0x01 0x02 direct"),
            Map.entry("sys/devices/system/node/node0/distance", "10 21"),
            Map.entry("sys/module/vfio_pci/parameters/disable_idle_d3", "N"),
            Map.entry("sys/dev/block/259:0", "/sys/devices/pci0000:15/0000:15:01.0/nvme/nvme0/nvme0n1"),
            Map.entry("peerpath/identity", "machine-id " + "a".repeat(64) + "\ndmi-uuid " + "b".repeat(64)),
            Map.entry("peerpath/tools", "setpci\nip"),
            Map.entry(
                    "peerpath/vf-links",
                    "ens1 vf 0 link/ether 02:00:5e:10:00:01 brd ff:ff:ff:ff:ff:ff, spoof checking off, trust off")));

    static Stream<Arguments> facts() {
        return GOOD.entrySet().stream().map(fact -> Arguments.of(fact.getKey(), fact.getValue()));
    }

    static Stream<Arguments> ofTheHost() {
        return HOST.entrySet().stream().map(fact -> Arguments.of(fact.getKey(), fact.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("facts")
    void aFactOfAFunctionIsWhatTheKernelWritesOrUnknown(String name, String good) {
        assertEquals(Fact.known(good), function(name, text(good)).text(name));
        for (String hostile : HOSTILE) {
            for (String value : List.of(hostile, good + hostile, hostile + good)) {
                unknown(function(name, text(value)).text(name), FUNCTION + "/" + name, value);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofTheHost")
    void aFactOfTheHostIsWhatTheKernelWritesOrUnknown(String path, String good) {
        assertEquals(Fact.known(good), host(path, text(good)).hostText(path));
        for (String hostile : HOSTILE) {
            if (path.equals("peerpath/tools") && hostile.startsWith("a\n")) {
                continue; // Names of tools, a line each.
            }
            for (String value : List.of(hostile, good + hostile, hostile + good)) {
                unknown(host(path, text(value)).hostText(path), "/" + path, value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "net, ens1f0np0",
        "infiniband, mlx5_0",
        "drm, card0",
        "nvme, nvme0",
        "sriov, 12",
    })
    void oneBadNameMakesADirectoryUnknown(String name, String good) {
        assertEquals(Fact.known(List.of(good)), function(name, names(good)).entries(name));
        for (String hostile : HOSTILE) {
            assertTrue(function(name, names(good, hostile)).entries(name).isUnknown(), hostile);
        }
    }

    @ParameterizedTest
    @CsvSource({"sys/class/iommu, dmar0", "sys/kernel/iommu_groups, 12", "sys/bus/pci/drivers, HDA Intel"})
    void namesOfTheHost(String path, String good) {
        assertEquals(Fact.known(List.of(good)), host(path, names(good)).hostEntries(path));
        for (String hostile : HOSTILE) {
            assertTrue(host(path, names(good, hostile)).hostEntries(path).isUnknown(), hostile);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "proc/sys/kernel/hostname",
        "proc/cmdline",
        "sys/class/dmi/id/product_name",
        "sys/class/dmi/id/bios_version",
    })
    void whatMayBeAnyTextIsStillOneLine(String path) {
        assertEquals(
                Fact.known("a EOF $(id) b"),
                host(path, text("a\nEOF\r\n$(id)\u2028 b\n")).hostText(path).map(text -> text.replace("  ", " ")));
    }

    @Test
    void anAttributeThatNobodyKnowsIsOneLine() {
        assertEquals(
                Fact.known("a b"),
                function("mlxconfig/ATS_ENABLED", text("a\nb")).text("mlxconfig/ATS_ENABLED"));
    }

    @Test
    void theReasonKeepsAndIsNotGivenTwice() throws Exception {
        Snapshot read = host("proc/sys/kernel/osrelease", text("6.8$(id)"));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        SnapshotFile.write(read, file, false);
        assertTrue(file.toString(StandardCharsets.UTF_8).contains("unknown.malformed"));
        assertEquals(
                read.host(),
                SnapshotFile.read(new ByteArrayInputStream(file.toByteArray()), "x")
                        .host());
    }

    /** Real hosts keep to it, also after their names were replaced. */
    @Test
    void whatTheSamplesHoldIsKnownBeforeAndAfterRedaction() throws Exception {
        for (String name : Samples.names()) {
            for (Snapshot host : List.of(Samples.open(name), Redaction.redact(Samples.open(name)))) {
                Stream.concat(
                                host.host().values().stream(),
                                host.functions().values().stream()
                                        .flatMap(facts -> facts.attributes().values().stream()))
                        .forEach(reading -> assertTrue(
                                !(reading instanceof Reading.Failed failed)
                                        || !failed.why().key().equals("unknown.malformed"),
                                reading::toString));
            }
        }
    }

    private static void unknown(Fact<String> fact, String where, String value) {
        Message why = fact.whyUnknown().orElseThrow(() -> new AssertionError(where + " is known: " + fact));
        assertEquals("unknown.malformed", why.key());
        assertEquals(where, why.args().getFirst());
        assertTrue(String.valueOf(why.args().get(1)).length() < 64, value);
    }

    private static FunctionFacts function(String name, Reading reading) {
        return new FunctionFacts(FUNCTION, new TreeMap<>(Map.of(name, reading)), List.of(), true);
    }

    private static Snapshot host(String path, Reading reading) {
        Origin origin = new Origin("x", SourceKind.LIVE, "x", Optional.empty());
        return new Snapshot(origin, new TreeMap<>(Map.of(path, reading)), true, new TreeMap<>(), List.of());
    }

    private static Reading text(String value) {
        return new Reading.Text(value, "test");
    }

    private static Reading names(String... names) {
        return new Reading.Listing(List.of(names), "test");
    }
}
