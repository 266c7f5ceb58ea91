// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.SnapshotFile;
import tools.jackson.databind.JsonNode;

/** {@code peerpath vm}: the JSON that the contract fixes, the exit status, and where VMs are found. */
class VmCommandTest {
    private static final String HOST = "sample:hgx-b300-vm";
    private static final String COMMAND = "/usr/bin/qemu-system-x86_64 -name guest=tenant7 -machine q35 "
            + "-device vfio-pci,host=0000:1b:00.0,id=hostdev0%s -device vfio-pci,host=0000:18:00.1,id=hostdev1%s\n";

    @TempDir
    private Path folder;

    private String file(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return file.toString();
    }

    private String iommufd() throws Exception {
        return file("vm.txt", COMMAND.formatted(",iommufd=iommufd0", ",iommufd=iommufd0"));
    }

    @Test
    void json() throws Exception {
        CommandLineRun run = CommandLineRun.of("vm", HOST, "--domain", iommufd(), "--json");
        assertEquals(1, run.status());
        JsonNode root = run.json();
        assertEquals("peerpath.vm/1", root.path("schema").asString());
        JsonNode vm = root.path("vms").path(0);
        assertEquals("tenant7", vm.path("name").asString());
        assertEquals("qemu", vm.path("vmm").asString());
        assertTrue(vm.path("vmmVersion").isNull());
        assertEquals("iommufd", vm.path("backend").asString());
        assertEquals("broken", vm.path("state").asString());
        JsonNode function = vm.path("functions").path(0);
        assertEquals("0000:1b:00.0", function.path("host").asString());
        assertEquals("gpu", function.path("role").asString());
        assertEquals("iommufd", function.path("backend").asString());
        assertTrue(function.path("guest").isNull());
        assertEquals(2, vm.path("pairs").size());
        for (JsonNode pair : vm.path("pairs")) {
            assertEquals("not-mapped", pair.path("verdict").asString());
            assertEquals("iommufd-without-dma-buf", pair.path("cause").asString());
            assertEquals("likely", pair.path("certainty").asString());
            assertFalse(pair.path("message").asString().isEmpty());
            assertFalse(pair.path("remedy").asString().isEmpty());
            assertEquals("PHB", pair.path("nccl").path("now").asString());
            // The host has a level of switches between that only one of the two goes through: the kit folds it.
            assertEquals("PIX", pair.path("nccl").path("withKit").asString());
        }
    }

    @ParameterizedTest
    @CsvSource({"'',0", "',iommufd=iommufd0',1"})
    void exitStatus(String backend, int status) throws Exception {
        String vm = file("vm.txt", COMMAND.formatted(backend, backend));
        assertEquals(status, CommandLineRun.of("vm", HOST, "--domain", vm).status());
    }

    /** A function that is not on the host leaves the answer open. */
    @Test
    void unknown() throws Exception {
        String vm = file("vm.txt", "qemu-system-x86_64 -name a -device vfio-pci,host=0000:f1:00.0,id=x\n");
        assertEquals(3, CommandLineRun.of("vm", HOST, "--domain", vm).status());
    }

    /** Devices asked for by the name of a resource are not known yet, which is not fine. */
    @Test
    void requests() throws Exception {
        String vm = file("vm.yaml", """
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata:
                  name: numa
                spec:
                  domain:
                    devices:
                      gpus:
                      - deviceName: nvidia.com/gpu
                        name: gpu1
                """);
        CommandLineRun run = CommandLineRun.of("vm", HOST, "--domain", vm);
        assertEquals(3, run.status());
        assertTrue(run.out().contains("nvidia.com/gpu"), run.out());
    }

    @Test
    void severalFilesOfOneVm() throws Exception {
        String log = file("vm.log", "0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.\n");
        JsonNode root = CommandLineRun.of("vm", HOST, "--domain", iommufd(), "--domain", log, "--json")
                .json();
        assertEquals(1, root.path("vms").size());
        JsonNode pair = root.path("vms").path(0).path("pairs").path(1);
        assertEquals("certain", pair.path("certainty").asString());
        assertEquals(1, pair.path("evidence").path(0).path("line").asInt());
    }

    @Test
    void refusesWhatTellsOfNoVm() throws Exception {
        CommandLineRun run = CommandLineRun.of("vm", HOST, "--domain", file("x.txt", "hello\n"));
        assertEquals(4, run.status());
        assertTrue(run.err().contains("x.txt"), run.err());
    }

    /** A gathered folder: the host's snapshot beside what tells of its VMs. */
    @Test
    void gathered() throws Exception {
        Files.writeString(folder.resolve("host.json"), snapshot(Recognizer.open(HOST)));
        file("etc/libvirt/qemu/tenant9.xml", """
                <domain type='kvm'><name>tenant9</name><devices>
                <hostdev type='pci'><source><address bus='0x1b' slot='0x00' function='0x0'/></source></hostdev>
                <hostdev type='pci'><source><address bus='0x18' slot='0x00' function='0x1'/></source></hostdev>
                </devices></domain>
                """);
        CommandLineRun run = CommandLineRun.of("vm", folder.toString(), "--json");
        assertEquals("tenant9", run.json().path("vms").path(0).path("name").asString(), run.err());
        assertEquals("type1", run.json().path("vms").path(0).path("backend").asString());
    }

    /** What the collector found of running VMs: passed descriptors are joined by what the process holds. */
    @Test
    void running() throws Exception {
        String vms = """
                vm 4711
                comm qemu-system-x86
                cgroup 0::/machine.slice/machine-qemu\\x2d3\\x2dtenant7.scope/libvirt/emulator
                arg /usr/bin/qemu-system-x86_64
                arg -name
                arg guest=tenant7,debug-threads=on
                arg -device
                arg {"driver":"vfio-pci","host":"0000:1b:00.0","id":"hostdev0","iommufd":"iommufd0"}
                arg -device
                arg {"driver":"vfio-pci","id":"hostdev1","iommufd":"iommufd0","fd":"31"}
                fd /dev/iommu
                fd /dev/vfio/33
                fd /dev/vfio/13
                """;
        Snapshot sample = Recognizer.open(HOST);
        TreeMap<String, Reading> files = new TreeMap<>(sample.host());
        files.put(
                HostFiles.VMS,
                new Reading.Text(
                        vms.replace("/dev/vfio/33", "/dev/vfio/" + group(sample, "0000:1b:00.0"))
                                .replace("/dev/vfio/13", "/dev/vfio/" + group(sample, "0000:18:00.1")),
                        "test"));
        files.put(HostFiles.VM_LOGS, new Reading.Text("""
                        log var/log/libvirt/qemu/tenant7.log
                        line 0000:1b:00.0: PCI peer-to-peer transactions on BARs are not supported.
                        """, "test"));
        Snapshot live = new Snapshot(sample.origin(), files, sample.hostListed(), sample.functions(), sample.notes());
        JsonNode vm = CommandLineRun.over(source -> live, Locale.ENGLISH, "vm", "x", "--json")
                .json()
                .path("vms")
                .path(0);
        assertEquals("tenant7", vm.path("name").asString());
        assertEquals(4711, vm.path("process").asInt());
        assertEquals("0000:18:00.1", vm.path("functions").path(1).path("host").asString());
        assertEquals("certain", vm.path("pairs").path(1).path("certainty").asString());
    }

    /** Where running VMs were not read, nothing is said to be fine. */
    @Test
    void notRead() {
        CommandLineRun run = CommandLineRun.of("vm", "sample:no-switch");
        assertEquals(run.err().isEmpty() ? 0 : 3, run.status());
    }

    @Test
    void korean() throws Exception {
        CommandLineRun run = CommandLineRun.in(Locale.KOREAN, "vm", HOST, "--domain", iommufd());
        assertTrue(run.out().contains("하이퍼바이저"), run.out());
    }

    private static String group(Snapshot snapshot, String function) {
        return Objects.requireNonNull(snapshot.functions().get(Address.of(function)))
                .text("iommu_group")
                .asOptional()
                .orElseThrow();
    }

    private static String snapshot(Snapshot snapshot) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SnapshotFile.write(snapshot, out, false);
        return out.toString(StandardCharsets.UTF_8);
    }
}
