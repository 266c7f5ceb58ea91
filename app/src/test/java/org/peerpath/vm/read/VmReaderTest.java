// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Texts;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;

/** The same VM in every form in which a hypervisor's files and output carry it. */
class VmReaderTest {
    private static final List<String> WORDS = List.of(
            "/usr/bin/qemu-system-x86_64",
            "-name",
            "guest=tenant7,debug-threads=on",
            "-machine",
            "pc-q35-9.2,accel=kvm",
            "-device",
            "{\"driver\":\"pcie-root-port\",\"id\":\"pci.1\",\"bus\":\"pcie.0\",\"addr\":\"0x2\"}",
            "-device",
            "{\"driver\":\"vfio-pci\",\"host\":\"0000:1b:00.0\",\"id\":\"hostdev0\",\"iommufd\":\"iommufd0\",\"bus\":\"pci.1\",\"addr\":\"0x0\"}");

    static Stream<String> forms() {
        String quoted = String.join(" ", WORDS.stream().map(w -> "'" + w + "'").toList());
        return Stream.of(
                String.join("\0", WORDS) + "\0",
                String.join(" ", WORDS),
                quoted,
                "LC_ALL=C \\\n"
                        + String.join(
                                " \\\n",
                                WORDS.stream()
                                        .map(w -> w.startsWith("{") ? "'" + w + "'" : w)
                                        .toList()),
                "root 4711 1 99 10:00 ? 00:00:01 " + String.join(" ", WORDS),
                "ExecStart=" + quoted.substring(1).replaceFirst("'", ""),
                String.join("\0", WORDS).replace("/usr/bin/qemu-system-x86_64", "/nix/store/x/bin/.qemu-kvm-wrapped")
                        + "\0",
                String.join(" ", WORDS).replace("0000:1b:00.0", "1b:0.0"),
                "<domain type='kvm'><name>tenant7</name><os><type machine='pc-q35-9.2'/></os><devices>"
                        + "<controller type='pci' index='0' model='pcie-root'/><controller type='pci' index='1' model='pcie-root-port'>"
                        + "<address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x0'/></controller>"
                        + "<hostdev type='pci'><driver iommufd='yes'/><source><address domain='0x0' bus='27' slot='0x0' function='0'/>"
                        + "</source><address type='pci' bus='0x01' slot='0' function='0'/></hostdev></devices></domain>",
                """
                [device "pci.1"]
                 driver = "pcie-root-port"
                 bus = "pcie.0"
                 addr = "2"
                [device "hostdev0"]
                 driver = "vfio-pci"
                 host = "0000:1b:00.0"
                 iommufd = "iommufd0"
                 bus = "pci.1"
                 addr = "0.0"
                [machine]
                 type = "pc-q35-9.2"
                [name]
                 guest = "tenant7"
                """);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void sameVm(String text) throws Exception {
        VmDescription vm = read(text);
        assertEquals(Optional.of("tenant7"), vm.name());
        assertEquals(Vmm.QEMU, vm.vmm());
        assertEquals(Optional.of("pc-q35-9.2"), vm.machine());
        assertEquals(1, vm.functions().size());
        AssignedFunction function = vm.functions().getFirst();
        assertEquals(Optional.of(Address.of("0000:1b:00.0")), function.host());
        assertEquals(Backend.IOMMUFD, function.backend());
        assertEquals("pci.1/00.0", function.place().orElseThrow().toString());
        assertEquals(
                2, vm.shape().way(function.place().orElseThrow()).orElseThrow().size());
    }

    /** A descriptor in place of an address is still a function. */
    @Test
    void passedDescriptor() throws Exception {
        VmDescription vm = read(
                "qemu-system-x86_64 -device {\"driver\":\"vfio-pci\",\"id\":\"hostdev0\",\"iommufd\":\"iommufd0\",\"fd\":\"31\"}");
        assertEquals(1, vm.functions().size());
        assertEquals(Optional.empty(), vm.functions().getFirst().host());
    }

    @Test
    void mediatedDevicesAreNoFunctions() throws Exception {
        VmDescription vm = read(
                "qemu-system-x86_64 -device vfio-pci,id=m,sysfsdev=/sys/bus/mdev/devices/4b20d080-1b54-4048-85b3-a6a62d165c01 "
                        + "-device vfio-pci,id=p,sysfsdev=/sys/bus/pci/devices/0000:18:00.1");
        assertEquals(1, vm.functions().size());
        assertEquals(
                Optional.of(Address.of("0000:18:00.1")),
                vm.functions().getFirst().host());
    }

    /** A monitor's session: greeting, version, name, tree; expanders in any order. */
    @Test
    void monitorSession() throws Exception {
        VmDescription vm =
                read("{\"QMP\":{\"version\":{\"qemu\":{\"micro\":1,\"minor\":0,\"major\":11}}}}\n{\"return\":{}}\n"
                        + "{\"return\":{\"name\":\"tenant7\"}}\n{\"return\":[{\"bus\":96,\"devices\":[]},{\"bus\":0,\"devices\":"
                        + "[{\"bus\":0,\"slot\":5,\"function\":0,\"qdev_id\":\"hostdev0\",\"id\":{\"vendor\":4318,\"device\":1},"
                        + "\"regions\":[{\"bar\":2,\"type\":\"memory\",\"address\":-1,\"size\":549755813888}]}]}]}");
        assertEquals(Optional.of("tenant7"), vm.name());
        assertEquals("11.0.1", vm.vmmVersion().orElseThrow().toString());
        assertEquals(
                Optional.of(Address.of("0000:00:05.0")),
                vm.guestFunctions().getFirst().guest());
        assertEquals(false, vm.guestFunctions().getFirst().bars().getFirst().placed());
    }

    @Test
    void treeOfDevices() throws Exception {
        VmDescription vm = read("""
                bus: main-system-bus
                  dev: q35-pcihost, id ""
                    bus: pcie.0
                      dev: vfio-pci, id "hostdev0"
                        host = "0000:1b:00.0"
                        x-no-mmap = true
                        x-nv-gpudirect-clique = 255 (0xff)
                        iommufd = ""
                        class 3D controller, addr 05:00.0, pci id 10de:3182 (sub 10de:0000)
                        bar 2: mem at 0x380000000000 [0x387fffffffff]
                """);
        AssignedFunction function = vm.functions().getFirst();
        assertEquals(Optional.of(false), function.mapped());
        assertEquals(OptionalInt.empty(), function.clique());
        assertEquals(Backend.TYPE1, function.backend());
        assertEquals(
                0x8000000000L, vm.guestFunctions().getFirst().bars().getFirst().size());
    }

    @Test
    void rustDebugText() throws Exception {
        VmDescription vm =
                read("cloud-hypervisor: 9.8ms: <vmm> INFO:vmm/src/lib.rs:1 -- API request event: VmCreate(VmConfig { "
                        + "devices: Some([DeviceConfig { path: \"/sys/bus/pci/devices/0000:1b:00.0\", iommu: false, id: None, pci_segment: 0,"
                        + " x_nv_gpudirect_clique: Some(1), x_exclude_mmap_bars: Some([2, 4]) }]), platform: Some(PlatformConfig { "
                        + "num_pci_segments: 1, iommufd: true, vfio_p2p_dma: true }) })");
        AssignedFunction function = vm.functions().getFirst();
        assertEquals(Backend.IOMMUFD, function.backend());
        assertEquals(OptionalInt.of(1), function.clique());
        assertEquals(List.of(2, 4), List.copyOf(function.excludedBars()));
    }

    /** Several VMs of one list of processes, several domains of one dump. */
    @Test
    void severalInOneFile() throws Exception {
        String one = String.join(" ", WORDS);
        String two = one.replace("tenant7", "tenant8").replace("1b:00.0", "3b:00.0");
        assertEquals(2, all(one + "\n" + two + "\n").size());
        assertEquals(
                2,
                all("<domain type='kvm'><name>a</name></domain>\n\n<domain type='kvm'><name>b</name></domain>")
                        .size());
    }

    /** Document types, entities, depth and size lead nowhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE d [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><domain><name>&e;</name></domain>",
                "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><domain><name>&b;&b;</name></domain>"
            })
    void entitiesAreNotFollowed(String text) {
        try {
            VmDescription vm = read(text);
            assertTrue(vm.name().orElse("").length() < 40, vm.toString());
        } catch (UnreadableSourceException e) {
            assertTrue(
                    Texts.ENGLISH.say(e.reason()).contains("test"), e.reason().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "<foo/>", "{\"a\":1}", "<domain", "", "\n\n", "[1,2]"})
    void everythingElseIsRefusedByName(String text) {
        UnreadableSourceException refused = assertThrows(UnreadableSourceException.class, () -> read(text));
        assertTrue(
                Texts.ENGLISH.say(refused.reason()).contains("test"),
                refused.reason().toString());
    }

    /** Names and values are hostile: nothing of them reaches a terminal as a control. */
    @Test
    void namesAreCleaned() throws Exception {
        VmDescription vm = read("qemu-system-x86_64 -name 'guest=a\u001b[31mb\u202ec' -device vfio-pci,host=1b:00.0");
        assertEquals(Optional.of("abc"), vm.name());
    }

    /** Damaged in any way, each form is read or refused, in bounded time, and nothing else. */
    @Test
    void fuzz() {
        Random random = new Random(23);
        List<String> seeds = new ArrayList<>(forms().toList());
        seeds.add("""
                2026: starting up libvirt version: 12, qemu version: 11.0, kernel: 7.1.0, hostname: h
                vfio_container_dma_map(0x1, 0x2, 0x3, 0x4) = -14 (Bad address)
                """);
        seeds.add("hostpci0: 0000:81:00,pcie=1;x\nmachine: q35\nargs: -set device.hostpci0.x-no-mmap=on\n");
        seeds.add("{\"return\":[{\"bus\":0,\"devices\":[{\"bus\":0,\"slot\":99,\"function\":9,\"regions\":[{}]}]}]}");
        int cases = Integer.getInteger("peerpath.vm.fuzz", 2000);
        for (int i = 0; i < cases; i++) {
            String damaged = damaged(seeds.get(random.nextInt(seeds.size())), seeds, random);
            try {
                VmReader.readAll(new ByteArrayInputStream(damaged.getBytes(StandardCharsets.UTF_8)), "fuzz");
            } catch (UnreadableSourceException e) {
                assertTrue(Texts.ENGLISH.say(e.reason()).contains("fuzz"), damaged);
            }
        }
    }

    private static String damaged(String seed, List<String> seeds, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, (char) random.nextInt(0x250));
                case 1 -> text.setLength(Math.max(1, at));
                case 2 -> text.insert(at, seeds.get(random.nextInt(seeds.size())));
                case 3 -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                default -> text.insert(at, "9999999999999999999");
            }
            if (text.isEmpty()) {
                text.append('x');
            }
        }
        return text.toString();
    }

    private static VmDescription read(String text) throws UnreadableSourceException {
        return VmReader.read(text.getBytes(StandardCharsets.UTF_8), "test");
    }

    private static List<VmDescription> all(String text) throws UnreadableSourceException {
        return VmReader.readAll(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test");
    }

    /** A guest that sees no hypervisor, however it was hidden. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "qemu-kvm -name a -cpu host,kvm=off -device vfio-pci,host=1b:00.0",
                "qemu-kvm -name a -cpu host,hypervisor=n -device vfio-pci,host=1b:00.0",
                "qemu-kvm -name a -cpu host,-hypervisor -device vfio-pci,host=1b:00.0",
                "<domain type='kvm'><name>a</name><cpu mode='host-passthrough'><feature policy='disable' name='hypervisor'/></cpu></domain>",
                "<domain type='kvm'><name>a</name><features><kvm><hidden state='on'/></kvm></features></domain>",
            })
    void hiddenHypervisor(String text) throws Exception {
        VmDescription vm = VmReader.read(text.getBytes(StandardCharsets.UTF_8), "x");
        assertEquals(Set.of(VmOption.HYPERVISOR_HIDDEN), vm.options());
    }
}
