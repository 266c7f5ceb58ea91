// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code peerpath handover} and {@code check --host-truth}: what is written, what is refused, and what libvirt says of it. */
class HandoverCommandTest {
    private static final String HOST = "sample:hgx-b300-vm";
    private static final Path DOMAINS = Path.of("src", "test", "resources", "vm");
    private static final Path SCHEMA = Path.of("/usr/share/libvirt/schemas/domain.rng");
    private static final Set<String> FILES =
            Set.of("map.json", "map.md", "nccl-topo.xml", "domain.xml", "qemu.args", "README.md");

    @TempDir
    private Path folder;

    private Path kit(String name, String... more) {
        Path out = folder.resolve(name);
        List<String> words = Stream.concat(Stream.of("handover", HOST, "-o", out.toString()), Stream.of(more))
                .toList();
        CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
        return out;
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String domain(String name) {
        return DOMAINS.resolve(name + ".xml").toString();
    }

    @Test
    void writesItsFilesAndNothingElse() throws Exception {
        Path out = kit("kit", "--pair", "0000:18:00.1=gpu0");
        assertEquals(new TreeSet<>(FILES), names(out));
        assertEquals(Set.of("kit"), names(folder));
        JsonNode map = JsonMapper.shared().readTree(Files.readString(out.resolve("map.json")));
        assertEquals("peerpath.handover/1", map.path("schema").asString());
        assertEquals("predicted", map.path("guestAddresses").asString());
        assertEquals("0000:18:00.1", map.path("functions").path(0).path("host").asString());
        // 256 - 5 buses: expander fb, root port fc, switch fd, its two ports fe and ff.
        assertEquals("0000:fe:00.0", map.path("functions").path(0).path("guest").asString());
        assertEquals("0000:ff:00.0", map.path("functions").path(1).path("guest").asString());
        assertEquals(
                "PHB", map.path("pairs").path(0).path("nccl").path("before").asString());
        assertEquals("PIX", map.path("pairs").path(0).path("nccl").path("after").asString());
    }

    @Test
    void replacesOnlyWhenAsked() throws Exception {
        Path out = kit("kit", "--pair", "0000:18:00.1=gpu0");
        Files.writeString(out.resolve("map.md"), "mine");
        CommandLineRun again = CommandLineRun.of("handover", HOST, "--pair", "0000:18:00.1=gpu0", "-o", out.toString());
        assertEquals(2, again.status());
        assertEquals("mine", Files.readString(out.resolve("map.md")));
        kit("kit", "--pair", "0000:18:00.1=gpu0", "-f");
        assertFalse(Files.readString(out.resolve("map.md")).equals("mine"));
    }

    @Test
    void anArchiveHasTheSameBytesEachTime() throws Exception {
        Path one = kit("one.zip", "--pair", "0000:18:00.1=gpu0");
        Path two = kit("two.zip", "--pair", "0000:18:00.1=gpu0");
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
    }

    @Test
    void refusesAPairOfTwoSwitches() {
        CommandLineRun run = CommandLineRun.of(
                "handover",
                HOST,
                "--pair",
                "0000:18:00.1=gpu1",
                "-o",
                folder.resolve("x").toString());
        assertEquals(5, run.status());
        assertTrue(run.err().contains("share no switch"), run.err());
        assertFalse(Files.exists(folder.resolve("x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu0", "=gpu0", "mlx5_0=", "mlx5_99=gpu0"})
    void aPairMustBeOne(String pair) {
        assertEquals(
                2,
                CommandLineRun.of(
                                "handover",
                                HOST,
                                "--pair",
                                pair,
                                "-o",
                                folder.resolve("x").toString())
                        .status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "<x>", "../x", "'x'", ""})
    void aNameMustFitEverywhere(String name) {
        assertEquals(
                2,
                CommandLineRun.of(
                                "handover",
                                HOST,
                                "--pair",
                                "0000:18:00.1=gpu0",
                                "--name",
                                name,
                                "-o",
                                folder.resolve("x").toString())
                        .status());
    }

    private CommandLineRun ofText(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("given.xml"), text);
        String out = folder.resolve("of-text").toString();
        return CommandLineRun.of("handover", HOST, "--domain", file.toString(), "-o", out, "-f");
    }

    private static String flat() throws IOException {
        return Files.readString(Path.of(domain("ubuntu-virt-manager-flat")));
    }

    /** A kit is passed on: no password leaves in it, neither in the definition nor beside a changed line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<graphics type='vnc' port='-1' passwd='S3cr3t'/>",
                "<graphics type='spice' passwd = \"S3&amp;cr3t\" passwdValidTo='2030-01-01T00:00:00'/>",
                "<graphics type='vnc'\n  passwd='S3cr3t'/>",
                "<!-- password: S3cr3t -->",
                "<disk type='network'><source protocol='https' name='https://u:S3cr3t@host/x'/></disk>",
                "<metadata><x:app xmlns:x='u'><x:token>S3cr3t</x:token></x:app></metadata>",
                "<sysinfo type='smbios'><oemStrings><entry>io.systemd.credential:x=S3cr3t</entry></oemStrings></sysinfo>",
                "<commandline><arg value='-object'/><arg value='secret,id=s,data=S3cr3t'/></commandline>",
                "<commandline><env name='MY_TOKEN' value='S3cr3t'/></commandline>",
            })
    void aSecretIsRefused(String element) throws Exception {
        CommandLineRun run = ofText(flat().replace("<emulator>", element + "\n<emulator>"));
        assertEquals(5, run.status(), run.err());
        assertTrue(run.err().contains("--security-info") && !run.err().contains("S3cr3t"), run.err());
        assertFalse(Files.exists(folder.resolve("of-text")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<graphics type='vnc' port='-1' autoport='yes' passwd=''/>",
                "<disk type='network'><auth username='u'><secret type='ceph' uuid='6dd3e4a5-1d76-44ce-961f-f119f5aad935'/></auth></disk>",
                "<tpm><backend type='emulator'><encryption secret='6dd3e4a5-1d76-44ce-961f-f119f5aad935'/></backend></tpm>",
                "<commandline><arg value='-spice'/><arg value='port=1,password-secret=sec0'/></commandline>",
            })
    void whatOnlyNamesASecretIsNone(String element) throws Exception {
        CommandLineRun run = ofText(flat().replace("<emulator>", element + "\n<emulator>"));
        assertEquals(0, run.status(), run.err());
        assertTrue(Files.readString(folder.resolve("of-text").resolve("domain.xml"))
                .contains(element));
        assertTrue(
                Files.readString(folder.resolve("of-text").resolve("README.md")).contains("holds no passwords"));
    }

    /** The map would say that a function moves which the text leaves where it is, or which stands in it twice. */
    @Test
    void aTextThatCannotBeChangedIsRefused() throws Exception {
        String function = "<hostdev mode='subsystem' type='pci'><source><address domain='0x0000' bus='0x18' slot='0x00'"
                + " function='0x1'/></source></hostdev>";
        for (String text : List.of(
                flat().replace("bus='0x18'", "bus='&#48;x18'"),
                flat().replace("</devices>", function + "</devices>"))) {
            CommandLineRun run = ofText(text);
            assertEquals(5, run.status(), run.err());
            assertTrue(run.err().contains("0000:18:00.1"), run.err());
            assertFalse(Files.exists(folder.resolve("of-text")));
        }
    }

    /** The flat domain gets a switch, its two functions move, and nothing else changes. */
    @Test
    void changesADomainAsLittleAsNeeded() throws Exception {
        Path out = kit("kit", "--domain", domain("ubuntu-virt-manager-flat"));
        List<String> before = Files.readAllLines(Path.of(domain("ubuntu-virt-manager-flat")));
        List<String> after = Files.readAllLines(out.resolve("domain.xml"));
        List<String> gone =
                before.stream().filter(line -> !after.contains(line)).toList();
        assertEquals(
                List.of(
                                "      <address type='pci' domain='0x0000' bus='0x01' slot='0x00' function='0x0'/>",
                                "      <address type='pci' domain='0x0000' bus='0x02' slot='0x00' function='0x0'/>")
                        .stream()
                        .filter(line -> !after.contains(line))
                        .toList(),
                gone);
        String diff = Files.readString(out.resolve("domain.diff"));
        assertEquals(
                2,
                diff.lines()
                        .filter(line -> line.startsWith("-") && !line.startsWith("---"))
                        .count(),
                diff);
        JsonNode map = JsonMapper.shared().readTree(Files.readString(out.resolve("map.json")));
        assertEquals(
                "PHB", map.path("pairs").path(0).path("nccl").path("before").asString());
        assertEquals("PIX", map.path("pairs").path(0).path("nccl").path("after").asString());
    }

    /** What already stands right stays; its addresses are not made up, and the topology file says which are missing. */
    @Test
    void leavesADomainThatFits() throws Exception {
        Path out = kit("kit", "--domain", domain("switch-per-pair"));
        assertEquals(Files.readString(Path.of(domain("switch-per-pair"))), Files.readString(out.resolve("domain.xml")));
        assertEquals("", Files.readString(out.resolve("domain.diff")));
        JsonNode map = JsonMapper.shared().readTree(Files.readString(out.resolve("map.json")));
        assertEquals("unknown", map.path("guestAddresses").asString());
        assertTrue(map.path("functions").path(0).path("guest").isNull());
        String nccl = Files.readString(out.resolve("nccl-topo.xml"));
        assertTrue(
                nccl.contains("Left out, since its address in the guest is not known: host function 0000:1b:00.0"),
                nccl);
        assertFalse(nccl.contains("busid=\"0000:"), nccl);
    }

    @Test
    void aConventionalMachineIsRefused() {
        CommandLineRun run = CommandLineRun.of(
                "handover",
                HOST,
                "--domain",
                domain("ubuntu-i440fx"),
                "-o",
                folder.resolve("x").toString());
        assertEquals(5, run.status(), run.err());
    }

    @Test
    void aGuestIsJudgedWithTheHostsTruth() throws Exception {
        Path out = kit("kit", "--pair", "0000:18:00.1=gpu0");
        CommandLineRun run = CommandLineRun.of(
                "check",
                "sample:no-switch",
                "--host-truth",
                out.resolve("map.json").toString());
        assertEquals(3, run.status(), "another machine: nothing of the kit is there");
        assertTrue(run.out().contains("not found, expected at 0000:fe:00.0"), run.out());
        CommandLineRun json = CommandLineRun.of(
                "check",
                "sample:no-switch",
                "--json",
                "--host-truth",
                out.resolve("map.json").toString());
        assertEquals("unknown", json.json().path("hostTruth").path("state").asString());
        assertEquals(
                "not-there",
                json.json()
                        .path("hostTruth")
                        .path("functions")
                        .path(0)
                        .path("result")
                        .asString());
        Path other = folder.resolve("other.json");
        Files.writeString(other, "{\"schema\":\"peerpath.check/1\"}", StandardCharsets.UTF_8);
        assertEquals(
                4,
                CommandLineRun.of("check", "sample:no-switch", "--host-truth", other.toString())
                        .status());
    }

    /** What the kit writes is read back as any other VM: each pair is where the kit says, and mapped. */
    @Test
    void theProgramReadsItsOwnKitBack() throws Exception {
        Path out = kit("kit", "--pair", "0000:18:00.1=gpu0", "--pair", "0000:98:00.1=gpu4");
        for (String file : List.of("domain.xml", "qemu.args")) {
            JsonNode vm = CommandLineRun.of(
                            "vm", HOST, "--domain", out.resolve(file).toString(), "--json")
                    .json()
                    .path("vms")
                    .path(0);
            assertEquals("type1", vm.path("backend").asString(), file);
            assertEquals("PIX", now(vm, "0000:18:00.1", "0000:1b:00.0"), file);
            assertEquals("PIX", now(vm, "0000:98:00.1", "0000:9b:00.0"), file);
            assertEquals("SYS", now(vm, "0000:18:00.1", "0000:9b:00.0"), file);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ubuntu-virt-manager-flat",
                "kubevirt-numa-root-ports",
                "kubevirt-on-expander",
                "vf-as-interface",
                "decimal-addresses",
                "openstack-nova-flat"
            })
    void aChangedDomainShowsThePairBelowOneSwitch(String name) throws Exception {
        Path out = kit(name, "--domain", domain(name));
        JsonNode vm = CommandLineRun.of(
                        "vm", HOST, "--domain", out.resolve("domain.xml").toString(), "--json")
                .json()
                .path("vms")
                .path(0);
        assertEquals("PIX", now(vm, "0000:18:00.1", "0000:1b:00.0"));
        // A second time there is nothing left to change.
        Path again = kit(name + "-again", "--domain", out.resolve("domain.xml").toString());
        assertEquals("", Files.readString(again.resolve("domain.diff")));
    }

    private static String now(JsonNode vm, String requester, String target) {
        for (JsonNode pair : vm.path("pairs")) {
            if (pair.path("requester").asString().equals(requester)
                    && pair.path("target").asString().equals(target)) {
                return pair.path("nccl").path("now").asString("?");
            }
        }
        return "no such pair";
    }

    @Test
    void portsPrintTheHostsLinkWhereQemuCan() throws Exception {
        String old = Files.readString(
                kit("old", "--pair", "0000:18:00.1=gpu0", "--qemu", "10.2").resolve("qemu.args"));
        assertTrue(old.contains("xio3130-downstream") && !old.contains("x-speed"), old);
        String now = Files.readString(
                kit("now", "--pair", "0000:18:00.1=gpu0", "--qemu", "11.1").resolve("qemu.args"));
        assertTrue(now.contains("pcie-downstream-port,x-speed=64,x-width=16"), now);
        assertTrue(now.contains("pcie-root-port,chassis=2,port=0x0,x-speed=32,x-width=16"), now);
    }

    /** libvirt's own schema takes new domains of all sizes, and changed ones that it took before. */
    @Test
    void libvirtTakesTheDomains() throws Exception {
        assumeTrue(Files.exists(SCHEMA), "libvirt's schemas are not installed");
        valid(kit("one", "--pair", "0000:18:00.1=gpu0"));
        valid(kit("many", "--pair", "0000:18:00.1=gpu0", "--pair", "mlx5_4=gpu4", "--vcpus", "200"));
        for (String name : List.of(
                "ubuntu-virt-manager-flat",
                "switch-per-pair",
                "kubevirt-numa-root-ports",
                "kubevirt-on-expander",
                "vf-as-interface",
                "decimal-addresses",
                "viommu-intel",
                "openstack-nova-flat")) {
            valid(kit(name, "--domain", domain(name)));
        }
    }

    private static void valid(Path kit) throws Exception {
        Process check = new ProcessBuilder(
                        "xmllint",
                        "--noout",
                        "--relaxng",
                        SCHEMA.toString(),
                        kit.resolve("domain.xml").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, check.waitFor(), kit.getFileName() + ": " + said);
    }
}
