// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Definitions as other programs write them and as people change them by hand. */
class HandoverInputsTest {
    private static final String HOST = "sample:hgx-b300-vm";

    @TempDir
    private Path folder;

    private static String flat() throws IOException {
        return Files.readString(Path.of("src", "test", "resources", "vm", "ubuntu-virt-manager-flat.xml"));
    }

    private Path kit(byte[] definition) throws IOException {
        return kit(Files.write(folder.resolve("given.xml"), definition));
    }

    private Path kit(Path definition) {
        Path out = folder.resolve("kit");
        CommandLineRun run =
                CommandLineRun.of("handover", HOST, "--domain", definition.toString(), "-o", out.toString(), "-f");
        assertEquals(0, run.status(), run.err());
        return out;
    }

    private Path kit(String definition) throws IOException {
        return kit(definition.getBytes(StandardCharsets.UTF_8));
    }

    /** Above the emulator, where hand-made definitions often have what they add. */
    private static String with(String devices) throws IOException {
        return flat().replace("<emulator>", devices + "\n    <emulator>");
    }

    private static String hostdev(String bus, String function, String guest) {
        return "<hostdev mode='subsystem' type='pci'><source><address domain='0' bus='" + bus + "' slot='0' function='"
                + function + "'/></source><address type='pci' " + guest + "/></hostdev>";
    }

    private static JsonNode map(Path kit) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(kit.resolve("map.json")));
    }

    /** {@code patch} makes of the definition exactly what the kit holds, whatever ends its lines. */
    @ParameterizedTest
    @CsvSource({"false,false,false", "false,false,true", "true,false,false", "true,false,true", "false,true,false"})
    void patchTakesTheDifference(boolean windows, boolean marked, boolean cut) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/patch")), "patch is not installed");
        String text = cut ? flat().stripTrailing() : flat();
        String given = (marked ? "\ufeff" : "") + (windows ? text.replace("\n", "\r\n") : text);
        Path kit = kit(given);
        Path file = Files.writeString(folder.resolve("domain.xml"), given);
        Process patch = new ProcessBuilder(
                        "patch",
                        "-p1",
                        "--fuzz=0",
                        "-i",
                        kit.resolve("domain.diff").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(patch.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, patch.waitFor(), said);
        assertEquals(Files.readString(kit.resolve("domain.xml")), Files.readString(file), said);
        assertFalse(Files.readString(file).equals(given), "nothing was changed");
        assertEquals(
                windows,
                Files.readString(file).lines().count() > 0
                        && Files.readString(file).replace("\r\n", "").indexOf('\n') < 0);
    }

    @Test
    void aPackedDefinitionIsAsGoodAsAPlainOne() throws Exception {
        Path packed = folder.resolve("given.xml.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(flat().getBytes(StandardCharsets.UTF_8));
        }
        assertTrue(Files.readString(kit(packed).resolve("domain.xml")).contains("pcie-expander-bus"));
    }

    /** {@code --domain <(virsh dumpxml vm)} can be read once only. */
    @Test
    void aPipeIsReadOnce() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no pipes here");
        String text = flat();
        Thread writer = Thread.ofVirtual().start(() -> write(pipe, text));
        Path kit = kit(pipe);
        writer.join();
        assertTrue(Files.readString(kit.resolve("domain.xml")).contains("pcie-expander-bus"));
    }

    private static void write(Path pipe, String text) {
        try {
            Files.writeString(pipe, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Bytes that are no UTF-8 would come out as others. */
    @Test
    void anotherEncodingIsRefused() throws Exception {
        Path file = Files.write(
                folder.resolve("latin.xml"), with("<!-- h\u00e9l\u00e8ne -->").getBytes(StandardCharsets.ISO_8859_1));
        CommandLineRun run = CommandLineRun.of(
                "handover",
                HOST,
                "--domain",
                file.toString(),
                "-o",
                folder.resolve("kit").toString());
        assertEquals(5, run.status(), run.err());
        assertTrue(run.err().contains("UTF-8"), run.err());
        assertFalse(Files.exists(folder.resolve("kit")));
    }

    /** Everything around the functions stays, whatever XML allows in it. */
    @Test
    void namesOfOtherLettersMoveNothing() throws Exception {
        String odd = "<metadata><h\u00e9 \u00e9t\u00e9 = \"a > b\"><k\n/></h\u00e9></metadata>";
        String comment = "<!-- <devices> <hostdev> ]]> --><![CDATA[ </devices> ]]>";
        String after = Files.readString(kit(flat().replace("<devices>", odd + comment + "\n  <devices>"))
                .resolve("domain.xml"));
        assertTrue(after.contains(odd + comment + "\n  <devices>"), after);
        assertTrue(after.indexOf("pcie-expander-bus") > after.indexOf("</hostdev>"), after);
    }

    /** Slots that a definition takes through arguments of its own are taken too. */
    @Test
    void slotsOfArgumentsAreLeftAlone() throws Exception {
        String given = flat().replace(
                        "</domain>",
                        "<qemu:commandline><qemu:arg value='-device'/><qemu:arg value='ivshmem-plain,addr=0x10'/>"
                                + "<qemu:arg value='-device'/><qemu:arg value='{\"driver\":\"virtio-rng-pci\","
                                + "\"bus\":\"pcie.0\",\"addr\":\"0x11\"}'/></qemu:commandline></domain>")
                .replace(
                        "<domain type='kvm'>",
                        "<domain type='kvm' xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0'>");
        assertTrue(Files.readString(kit(given).resolve("qemu.args")).contains("bus=pcie.0,addr=0x12"));
    }

    private static String expander(int index, int number, int ports) {
        StringBuilder all = new StringBuilder("<controller type='pci' index='" + index
                + "' model='pcie-expander-bus'><target busNr='" + number + "'/>"
                + "<address type='pci' bus='0' slot='" + (4 + index % 8) + "'/></controller>");
        for (int i = 0; i < ports; i++) {
            all.append("<controller type='pci' index='" + (index + 1 + i) + "' model='pcie-root-port'>"
                    + "<address type='pci' bus='" + index + "' slot='" + i + "'/></controller>");
        }
        return all.toString();
    }

    /** The kit's buses lie in a gap between those that are there, also where the lowest of them is low. */
    @ParameterizedTest
    @CsvSource({"32, 3, 64, 1", "248, 7, 100, 3", "254, 1, 251, 2", "32, 8, 250, 5"})
    void newBusesFitBetweenThoseThatAreThere(int one, int ports, int other, int more) throws Exception {
        Path kit = kit(with(expander(3, one, ports) + expander(20, other, more)));
        Matcher number = Pattern.compile("bus_nr=(\\d+)").matcher(Files.readString(kit.resolve("qemu.args")));
        assertTrue(number.find());
        int from = Integer.parseInt(number.group(1));
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i <= ports; i++) {
            taken.add(one + i);
        }
        for (int i = 0; i <= more; i++) {
            taken.add(other + i);
        }
        for (int bus = from; bus < from + 5; bus++) {
            assertTrue(bus < 256 && !taken.contains(bus), bus + " of " + from);
        }
    }

    /** Aliases that are alike, or like the name of a controller, do not make one device of two. */
    @Test
    void likeAliasesStayTwoDevices() throws Exception {
        for (String alias : List.of("ua-x", "pci.1", "ua-a,addr=1 -device b")) {
            Path kit = kit(flat().replace("</hostdev>", "<alias name='" + alias + "'/></hostdev>"));
            Set<String> ids = new HashSet<>();
            Set<String> guests = new HashSet<>();
            map(kit).path("functions").forEach(function -> {
                ids.add(function.path("id").asString());
                guests.add(function.path("guest").asString());
            });
            assertEquals(2, ids.size(), alias);
            assertEquals(2, guests.size(), alias);
            assertFalse(Files.readString(kit.resolve("qemu.args")).contains(" -device b"), alias);
            ids.forEach(id -> assertTrue(id.matches("[A-Za-z][A-Za-z0-9._-]*"), id));
        }
    }

    @Test
    void aKitIsCalledLikeItsDomain() throws Exception {
        assertEquals("ubuntu-virt-manager-flat", map(kit(flat())).path("vm").asString());
        String odd = flat().replace("<name>ubuntu-virt-manager-flat", "<name>+ J\u00fcrgen's VM #1");
        assertEquals("J-rgen-s-VM-1", map(kit(odd)).path("vm").asString());
    }

    /** Two pairs of two switches below one virtual switch: NCCL would take the far ends for near ones. */
    @Test
    void whatIsTooNearIsMovedApart() throws Exception {
        StringBuilder shape = new StringBuilder("<controller type='pci' index='3' model='pcie-root-port'>"
                + "<address type='pci' bus='0' slot='4'/></controller>"
                + "<controller type='pci' index='4' model='pcie-switch-upstream-port'>"
                + "<address type='pci' bus='3' slot='0'/></controller>");
        for (int i = 0; i < 4; i++) {
            shape.append("<controller type='pci' index='" + (5 + i) + "' model='pcie-switch-downstream-port'>"
                    + "<address type='pci' bus='4' slot='" + i + "'/></controller>");
        }
        String two = with(shape + hostdev("0x98", "1", "bus='7' slot='0'") + hostdev("0x9b", "0", "bus='8' slot='0'"))
                .replace("bus='0x01' slot", "bus='0x05' slot")
                .replace(
                        "bus='0x02' slot='0x00' function='0x0'/>\n    </hostdev>",
                        "bus='0x06' slot='0x00' function='0x0'/>\n    </hostdev>");
        Path kit = kit(two);
        Path changed = kit.resolve("domain.xml");
        JsonNode vm = CommandLineRun.of("vm", HOST, "--domain", changed.toString(), "--json")
                .json()
                .path("vms")
                .path(0);
        Set<String> said = new HashSet<>();
        vm.path("pairs").forEach(pair -> {
            boolean near = pair.path("requester").asString().charAt(5)
                    == pair.path("target").asString().charAt(5);
            said.add(near + " " + pair.path("nccl").path("now").asString());
        });
        assertTrue(
                said.contains("true PIX") && !said.contains("false PIX") && !said.contains("false PXB"),
                said.toString());
    }

    /** A GPU with its sound function at one slot: without function 0 the guest finds neither. */
    @Test
    void whatTheMoveLeavesBehindIsSaid() throws Exception {
        String beside = "<sound model='ich9'><address type='pci' bus='1' slot='0' function='1'/></sound>";
        assertTrue(notes(with(beside)).contains("0000:1b:00.0 leaves function 0"));
        assertFalse(notes(flat()).contains("leaves function 0"));
        String iommu = "<iommu model='smmuv3'><driver pciBus='1'/></iommu>";
        assertTrue(notes(with(iommu)).contains("an IOMMU for one bus only"));
        assertFalse(notes(with("<iommu model='intel'/>")).contains("an IOMMU for one bus only"));
    }

    private String notes(String definition) throws IOException {
        return map(kit(definition)).path("notes").toString();
    }

    /** {@code ^} takes nodes out of a list of nodes. */
    @ParameterizedTest
    @CsvSource({"0-1,true", "'0-3,^0',false", "'0,^1',true"})
    void theCellOfANodeIsFound(String nodes, boolean found) throws Exception {
        String given = flat().replace(
                        "<cpu mode='host-passthrough'/>",
                        "<cpu mode='host-passthrough'><numa><cell id='0' cpus='0-15' memory='67108864'/></numa></cpu>")
                .replace(
                        "<os>",
                        "<numatune><memnode cellid='0' mode='strict' nodeset='" + nodes + "'/></numatune>\n  <os>");
        assertEquals(found, Files.readString(kit(given).resolve("qemu.args")).contains("numa_node=0"), nodes);
    }

    /** As with {@code export}, a dash is standard output: here for the archive. */
    @Test
    void aDashIsNoFolder() {
        CommandLineRun run = CommandLineRun.of("handover", HOST, "--pair", "0000:18:00.1=gpu0", "-o", "-");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("PK"), "an archive");
        assertFalse(Files.exists(Path.of("-")));
    }
}
