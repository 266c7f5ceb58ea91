// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.text.Texts;

class LabelsTest {
    private final TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
    private final TreeMap<String, Reading> host = new TreeMap<>();

    private void function(String address, String vendor, String device, String classCode, Map<String, Object> more) {
        TreeMap<String, Reading> readings = new TreeMap<>();
        readings.put("vendor", new Reading.Text(vendor, "sysfs"));
        readings.put("device", new Reading.Text(device, "sysfs"));
        readings.put("class", new Reading.Text(classCode, "sysfs"));
        more.forEach((name, value) -> readings.put(
                name,
                value instanceof String text
                        ? new Reading.Text(text, "sysfs")
                        : new Reading.Listing(
                                ((List<?>) value).stream().map(Object::toString).toList(), "sysfs")));
        functions.put(Address.of(address), new FunctionFacts(Address.of(address), readings, List.of(), true));
    }

    private Labels labels() {
        Snapshot snapshot = new Snapshot(
                new Origin("test", SourceKind.SYSFS_TREE, "h", Optional.empty()), host, true, functions, List.of());
        return Labels.of(HostModel.of(snapshot), Knowledge.shipped());
    }

    private static Object directory(String entry) {
        return List.of(entry);
    }

    private static String name(Labels labels, String address) {
        return Texts.ENGLISH.say(labels.shortName(Address.of(address)));
    }

    /** Names as lspci prints them into files that come without ids. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Broadcom / LSI PEX890xx PCIe Gen 5 Switch|PEX890xx PCIe Gen 5 Switch",
                "Broadcom Inc. and subsidiaries NetXtreme BCM5720 Gigabit Ethernet PCIe|NetXtreme BCM5720 Gigabit Ethernet PCIe",
                "Realtek Semiconductor Co., Ltd. Device 8125|Device 8125",
                "ASPEED Technology, Inc. AST1150 PCI-to-PCI Bridge|AST1150 PCI-to-PCI Bridge",
                "Intel Corporation I211 Gigabit Network Connection|I211 Gigabit Network Connection",
                "Mellanox Technologies MT2910 Family [ConnectX-7]|ConnectX-7",
                "Starship/Matisse Root Complex|Starship/Matisse Root Complex",
                "Intel Corporation|Intel Corporation"
            })
    void aModelIsSaidWithoutItsMaker(String printed, String model) {
        function("0000:18:00.0", "0x9999", "0x9999", "0x020000", Map.of("name", printed));
        assertEquals(Optional.of(model), labels().model(Address.of("0000:18:00.0")));
    }

    @Test
    void whatTheKernelCallsThemComesFirst() {
        function(
                "0000:18:00.0",
                "0x15b3",
                "0x1023",
                "0x020700",
                Map.of("infiniband", directory("mlx5_5"), "net", directory("ibs5"), "virtfn1", "0000:18:00.2"));
        function("0000:18:00.2", "0x15b3", "0x101e", "0x020700", Map.of("physfn", "0000:18:00.0"));
        function("0000:19:00.0", "0x8086", "0x1592", "0x020000", Map.of("net", directory("eth0")));
        function("0000:1a:00.0", "0x15b3", "0x1021", "0x020000", Map.of());
        function("0000:1b:00.0", "0x10de", "0x3182", "0x030200", Map.of());
        function("0000:2b:00.0", "0x10de", "0x3182", "0x030200", Map.of());
        function("0000:2c:00.0", "0x144d", "0xa80a", "0x010802", Map.of("nvme", directory("nvme3")));
        function("0000:00:1f.0", "0x8086", "0x1234", "0x060100", Map.of());
        Labels labels = labels();
        assertEquals("mlx5_5", name(labels, "0000:18:00.0"));
        assertEquals("mlx5_5 VF 1", name(labels, "0000:18:00.2"), "the kernel's number, not the place in the list");
        assertEquals("eth0", name(labels, "0000:19:00.0"));
        assertEquals("NIC 2", name(labels, "0000:1a:00.0"));
        assertEquals("GPU 0", name(labels, "0000:1b:00.0"));
        assertEquals("GPU 1", name(labels, "0000:2b:00.0"));
        assertEquals("nvme3", name(labels, "0000:2c:00.0"));
        assertEquals("00:1f.0", name(labels, "0000:00:1f.0"));
        assertEquals("ff:00.0", name(labels, "0000:ff:00.0"), "not even in the snapshot");
    }

    @Test
    void aVfHasTheNumberOfItsLinkElseItsPlace() {
        function(
                "0000:18:00.0",
                "0x15b3",
                "0x1023",
                "0x020700",
                Map.of(
                        "infiniband",
                        directory("mlx5_5"),
                        "last_made",
                        "0000:18:00.3",
                        "virtfn0",
                        "0000:18:00.1",
                        "virtfn7",
                        "0000:18:00.3"));
        for (String vf : List.of("0000:18:00.1", "0000:18:00.2", "0000:18:00.3")) {
            function(vf, "0x15b3", "0x101e", "0x020700", Map.of("physfn", "0000:18:00.0"));
        }
        Labels labels = labels();
        assertEquals("mlx5_5 VF 0", name(labels, "0000:18:00.1"));
        assertEquals("mlx5_5 VF 1", name(labels, "0000:18:00.2"), "without a link");
        assertEquals("mlx5_5 VF 7", name(labels, "0000:18:00.3"));
    }

    @Test
    void whatHasNoNameIsNumbered() {
        function("0000:2c:00.0", "0x144d", "0xa80a", "0x010802", Map.of());
        function("0000:2d:00.0", "0x144d", "0xa80a", "0x010802", Map.of("nvme", directory(" ")));
        Labels labels = labels();
        assertEquals("NVMe 0", name(labels, "0000:2c:00.0"));
        assertEquals("NVMe 1", name(labels, "0000:2d:00.0"), "a blank is no name");
    }

    @Test
    void longModelsAreCutAndBlankOnesPassedOver() {
        String longest = "x".repeat(48);
        function("0000:18:00.0", "0x9999", "0x0001", "0x020000", Map.of("name", longest));
        function("0000:19:00.0", "0x9999", "0x0001", "0x020000", Map.of("name", longest + "y"));
        function("0000:1a:00.0", "0x9999", "0x0001", "0x020000", Map.of("device_name", " ", "name", "Thing"));
        Labels labels = labels();
        assertEquals(Optional.of(longest), labels.model(Address.of("0000:18:00.0")));
        assertEquals(Optional.of(longest + "…"), labels.model(Address.of("0000:19:00.0")));
        assertEquals(Optional.of("Thing"), labels.model(Address.of("0000:1a:00.0")));
    }

    @Test
    void theDomainIsShownWhereItTells() {
        function("0001:00:1f.0", "0x8086", "0x1234", "0x060100", Map.of());
        assertEquals("0001:00:1f.0", name(labels(), "0001:00:1f.0"));
    }

    @Test
    void modelsFromTheKnowledgeBaseThenTheHostThenLspci() {
        function("0000:18:00.0", "0x15b3", "0x1023", "0x020700", Map.of("virtfn0", "0000:18:00.1"));
        function("0000:18:00.1", "0x15b3", "0x101e", "0x020700", Map.of("physfn", "0000:18:00.0"));
        function("0000:19:00.0", "0x10de", "0x9999", "0x030200", Map.of());
        function("0000:1a:00.0", "0x9999", "0x0001", "0x020000", Map.of("name", "Some Maker [SM] Fast Thing"));
        function("0000:1b:00.0", "0x9999", "0x0002", "0x020000", Map.of("name", "Some Maker Fast [Thing 2]"));
        function("0000:1c:00.0", "0x9999", "0x0003", "0x020000", Map.of());
        host.put(HostFiles.PCI_IDS, new Reading.Text("10de  NVIDIA Corporation\n\t9999  GX999 [X9 SXM]\n", "pci.ids"));
        Labels labels = labels();
        assertEquals(Optional.of("ConnectX-8"), labels.model(Address.of("0000:18:00.0")));
        assertEquals(Optional.of("ConnectX-8"), labels.model(Address.of("0000:18:00.1")), "a VF is its PF's model");
        assertEquals(Optional.of("X9 SXM"), labels.model(Address.of("0000:19:00.0")));
        assertEquals(Optional.of("Fast Thing"), labels.model(Address.of("0000:1a:00.0")));
        assertEquals(Optional.of("Thing 2"), labels.model(Address.of("0000:1b:00.0")));
        assertEquals(Optional.empty(), labels.model(Address.of("0000:1c:00.0")));
        assertEquals(Optional.empty(), labels.model(Address.of("0000:ff:00.0")));
    }
}
