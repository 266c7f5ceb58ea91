// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.text.Texts;

/** The collector script itself, on recorded trees and on this machine. */
class CollectorTest {
    @TempDir
    Path folder;

    static Stream<Path> cases() throws IOException {
        return Collector.cases();
    }

    static Stream<String> shells() {
        return Collector.shells();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theSameTreeGivesTheSameFactsHoweverItIsRead(Path archive) throws Exception {
        Collector.unpack(archive, folder);
        Snapshot fromArchive = TreeReader.read(archive, "archive");
        Snapshot fromFolder = TreeReader.read(folder, "folder");
        assertTrue(
                fromArchive.functions().size() >= 8,
                "functions: " + fromArchive.functions().size());
        assertEquals(fromArchive.functions(), fromFolder.functions());
        assertEquals(fromArchive.host(), fromFolder.host());
        List<String> shells = shells().toList();
        assertFalse(shells.isEmpty());
        for (String shell : shells) {
            Snapshot collected = Collector.read(
                    Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_VPD", "1")));
            assertEquals(fromArchive.functions(), collected.functions(), shell);
            assertEquals(fromArchive.host(), withoutReading(collected.host()), shell);
            assertFalse(collected.hostListed(), "a recorded tree does not tell what its maker left out");
        }
    }

    /** Without the facts that are about the reading and not about the tree. */
    private static SortedMap<String, Reading> withoutReading(SortedMap<String, Reading> host) {
        SortedMap<String, Reading> rest = new TreeMap<>(host);
        rest.remove(HostFiles.EFFECTIVE_USER);
        rest.remove(HostFiles.VFIO_HOLDERS);
        return rest;
    }

    @ParameterizedTest
    @MethodSource("shells")
    void thisMachine(String shell) throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        List<String> before = listing();
        Snapshot snapshot = Collector.read(Collector.run(shell, Map.of()));
        assertEquals(before, listing(), "reading writes nothing");
        try (Stream<Path> functions = Files.list(Path.of("/sys/bus/pci/devices"))) {
            assertEquals(functions.count(), snapshot.functions().size());
        }
        assertTrue(snapshot.hostListed());
        assertTrue(snapshot.hostText(HostFiles.KERNEL_RELEASE).isKnown());
        assertEquals(
                Files.readString(Path.of("/proc/cmdline")).strip(),
                snapshot.hostText(HostFiles.CMDLINE).asOptional().orElseThrow().strip());
        for (FunctionFacts function : snapshot.functions().values()) {
            Path directory = Path.of("/sys/bus/pci/devices", function.address().toString());
            assertEquals(
                    directory.toRealPath().toString(),
                    function.text(Attributes.REALPATH).asOptional().orElseThrow());
            assertEquals(
                    Files.readString(directory.resolve("vendor")).strip(),
                    function.text(Attributes.VENDOR).asOptional().orElseThrow());
            assertEquals(
                    Bytes.copyOf(Files.readAllBytes(directory.resolve("config"))),
                    function.bytes(Attributes.CONFIG).asOptional().orElseThrow());
        }
    }

    /** Where a script might leave something. */
    private static List<String> listing() throws IOException {
        return Stream.of("/tmp", "/var/tmp", "/dev/shm", "/run", ".")
                .map(Path::of)
                .filter(Files::isDirectory)
                .flatMap(directory -> {
                    try (Stream<Path> files = Files.list(directory)) {
                        return files.map(Path::toString).filter(name -> !name.contains("junit")).toList().stream();
                    } catch (IOException e) {
                        return Stream.empty();
                    }
                })
                .filter(name -> name.contains("peerpath") || name.contains("collect"))
                .filter(name -> !name.endsWith(".sh"))
                .sorted()
                .toList();
    }

    @Test
    void anOrdinaryUserGetsSixtyFourBytesAndIsToldSo() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        boolean root = "root".equals(System.getProperty("user.name"));
        Assumptions.assumeTrue(!root || Collector.onPath("setpriv"), "skipped: no setpriv");
        String[] asNobody =
                root ? new String[] {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"} : new String[0];
        Snapshot snapshot = Collector.read(Collector.run("sh", Map.of(), asNobody));
        assertFalse(snapshot.hostText(HostFiles.EFFECTIVE_USER).knownToBe("0"::equals));
        for (FunctionFacts function : snapshot.functions().values()) {
            assertEquals(
                    64,
                    function.bytes(Attributes.CONFIG).asOptional().orElseThrow().length());
        }
        assertEquals(
                "/peerpath/vfio-holders is not readable without root",
                Texts.ENGLISH.say(
                        snapshot.hostText(HostFiles.VFIO_HOLDERS).whyUnknown().orElseThrow()));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aReadThatHangsIsGivenUpAndASuspendedDeviceLeftAlone(String shell) throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices"));
        for (String name : List.of("0000:00:01.0", "0000:00:02.0", "0000:00:03.0", "0000:00:04.0")) {
            Path real = folder.resolve("sys/devices/pci0000:00/" + name);
            Files.createDirectories(real.resolve("power"));
            Files.createSymbolicLink(devices.resolve(name), Path.of("../../../devices/pci0000:00/" + name));
            Files.writeString(real.resolve("vendor"), "0x8086\n");
            Files.writeString(real.resolve("driver_override"), "(null)\n");
            Files.writeString(real.resolve("current_link_speed"), "32.0 GT/s PCIe\n");
            Files.writeString(real.resolve("power/runtime_status"), "active\n");
            Files.write(real.resolve("config"), new byte[256]);
        }
        Files.writeString(devices.resolve("0000:00:03.0/power/runtime_status"), "suspended\n");
        Files.writeString(devices.resolve("0000:00:03.0/power_state"), "D3cold\n");
        Files.writeString(devices.resolve("0000:00:04.0/power/runtime_status"), "suspended\n");
        Files.writeString(devices.resolve("0000:00:04.0/power_state"), "D3hot\n");
        pipe(devices.resolve("0000:00:01.0/driver_override"));
        pipe(devices.resolve("0000:00:02.0/config"));
        pipe(devices.resolve("0000:00:03.0/config"));

        Snapshot snapshot =
                Collector.read(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_LIMIT", "1")));

        FunctionFacts first = Collector.function(snapshot, "00:01.0");
        FunctionFacts second = Collector.function(snapshot, "00:02.0");
        FunctionFacts third = Collector.function(snapshot, "00:03.0");
        assertEquals("unknown.timed-out", why(first.text("driver_override")));
        assertEquals(256, first.bytes("config").asOptional().orElseThrow().length());
        assertEquals("(null)", second.text("driver_override").asOptional().orElseThrow());
        assertEquals("unknown.timed-out", why(second.bytes("config")));
        assertEquals("unknown.suspended", why(third.bytes("config")));
        assertEquals("unknown.suspended", why(third.text("current_link_speed")));
        FunctionFacts dozing = Collector.function(snapshot, "00:04.0");
        assertEquals(256, dozing.bytes("config").asOptional().orElseThrow().length(), "answers without waking");
        assertEquals(
                "32.0 GT/s PCIe", second.text("current_link_speed").asOptional().orElseThrow());
    }

    /** A process stuck in the kernel cannot be made here; one that no signal reaches looks the same to the script. */
    @ParameterizedTest
    @MethodSource("shells")
    void whatCannotBeEndedIsReported(String shell) throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices/0000:00:01.0"));
        pipe(devices.resolve("driver_override"));
        Files.writeString(devices.resolve("device"), "0x1\n");
        String deaf = "kill() { [ \"$2\" = KILL ] || command kill \"$@\"; }\n";
        Path script = Files.writeString(folder.resolve("deaf.sh"), deaf + CollectorScript.text());
        List<String> command = new ArrayList<>(List.of(shell.split(" ")));
        command.add(script.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_LIMIT", "1"));
        // Not to the end of the stream: what is stuck still holds it open.
        Snapshot snapshot = CollectorReader.read(builder.start().getInputStream(), "x", Optional.empty());
        assertEquals(
                "unknown.timed-out", why(Collector.function(snapshot, "00:01.0").text("driver_override")));
        assertEquals(Fact.known("0x1"), Collector.function(snapshot, "00:01.0").text("device"));
        List<String> left = snapshot.notes().stream()
                .map(Note::what)
                .filter(note -> note.key().equals("note.left-behind"))
                .map(note -> note.args().get(0) + " " + note.args().get(1))
                .toList();
        assertTrue(left.stream().anyMatch(process -> process.endsWith(" head")), left::toString);
        for (String process : left) {
            ProcessHandle.of(Long.parseLong(process.split(" ")[0])).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void whoHoldsVfioDevicesIsSeenByRoot() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Collector.onPath("unshare"), "skipped: needs root");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        Path script = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        // A /dev of its own, in which a process holds what stands for a group.
        String world = """
                mount --make-rprivate / && mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3
                mkdir /dev/vfio && : > /dev/vfio/12
                sh -c 'exec 9< /dev/vfio/12; sleep 1000; :' qemu -name guest=vm7 > /dev/null 2>&1 &
                holder=$!
                while ! ls -l /proc/$holder/fd | grep -q /dev/vfio/12; do :; done
                sh "$1"
                kill $(cat /proc/$holder/task/$holder/children) $holder
                echo "$holder" > "$2"
                """;
        Path pid = folder.resolve("pid");
        Process process = new ProcessBuilder(
                        "unshare", "-m", "sh", "-c", world, "sh", script.toString(), pid.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Snapshot snapshot = Collector.read(process.getInputStream().readAllBytes());
        process.waitFor();
        String holder = Files.readString(pid).strip();
        List<String> holders = snapshot.hostText(HostFiles.VFIO_HOLDERS)
                .asOptional()
                .orElseThrow()
                .lines()
                .toList();
        assertTrue(holders.contains(holder + " /dev/vfio/12 sh guest=vm7"), holders::toString);
        assertEquals(Fact.known(List.of("12")), snapshot.hostEntries(HostFiles.DEV_VFIO));
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        Files.deleteIfExists(path);
        assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
    }

    private static String why(Fact<?> fact) {
        return fact.whyUnknown().orElseThrow().key();
    }

    @Test
    void withoutBase64TheBytesComeInHexadecimal() throws Exception {
        // The script adds the usual directories to the path, so base64 is hidden by a name that is no program.
        String script = CollectorScript.text().replace("| base64", "| base64-is-not-here");
        Path archive = Collector.cases().findFirst().orElseThrow();
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Collector.unpack(archive, tree);
        Path file = folder.resolve("collect.sh");
        Files.writeString(file, script);
        ProcessBuilder builder = new ProcessBuilder("sh", file.toString());
        builder.environment().putAll(Map.of("PEERPATH_ROOT", tree.toString(), "PEERPATH_VPD", "1"));
        String output = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(output.contains("bytes=hex"));
        assertEquals(
                TreeReader.read(archive, "archive").functions(),
                Collector.read(output).functions());
    }

    @Test
    void whenStandardInputEndsEverythingItStartedEnds() throws Exception {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices/0000:00:01.0"));
        pipe(devices.resolve("vendor"));
        Process process = new ProcessBuilder("sh", "-s").start();
        process.getOutputStream()
                .write(CollectorScript.withSettings(folder.toString(), false, 100)
                        .getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        byte[] first = process.getInputStream().readNBytes(30);
        assertTrue(new String(first, StandardCharsets.UTF_8).startsWith("@@ peerpath-collector"));
        while (process.descendants()
                .noneMatch(child -> child.info().commandLine().orElse("").contains("head -v"))) {
            Thread.onSpinWait();
            assertTrue(process.isAlive());
        }
        List<ProcessHandle> started = process.descendants().toList();
        process.getOutputStream().close();
        process.waitFor();
        for (ProcessHandle child : started) {
            // What is not a child of this program any more is reaped by others; a zombie runs nothing.
            child.onExit().get(10, TimeUnit.SECONDS);
        }
    }

    /** A function with a vendor, a device and vital product data. */
    private void function(String address, String vendor, String device) throws IOException {
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices"));
        Path real = Files.createDirectories(folder.resolve("sys/devices/pci0000:00/" + address));
        Files.createSymbolicLink(devices.resolve(address), Path.of("../../../devices/pci0000:00/" + address));
        Files.writeString(real.resolve("vendor"), vendor + "\n");
        Files.writeString(real.resolve("device"), device + "\n");
        Files.write(real.resolve("config"), new byte[256]);
        Files.write(real.resolve("vpd"), new byte[] {(byte) 0x82, 1, 0, 'x', 0x78});
    }

    @ParameterizedTest
    @MethodSource("shells")
    void vitalProductDataIsReadOnRequestOrBesideADataDirectFunction(String shell) throws Exception {
        function("0000:00:01.0", "0x15b3", "0x1023");
        function("0000:00:02.0", "0x10de", "0x2901");
        Map<String, String> usual = Map.of("PEERPATH_ROOT", folder.toString());
        Snapshot without = Collector.read(Collector.run(shell, usual));
        assertEquals(
                "unknown.not-asked", why(Collector.function(without, "00:01.0").bytes("vpd")));
        function("0000:00:03.0", "0x15b3", "0x2100");
        Snapshot beside = Collector.read(Collector.run(shell, usual));
        assertEquals(
                5,
                Collector.function(beside, "00:01.0")
                        .bytes("vpd")
                        .asOptional()
                        .orElseThrow()
                        .length());
        assertEquals(
                5,
                Collector.function(beside, "00:03.0")
                        .bytes("vpd")
                        .asOptional()
                        .orElseThrow()
                        .length());
        assertEquals(
                "unknown.not-asked", why(Collector.function(beside, "00:02.0").bytes("vpd")));
        Snapshot asked =
                Collector.read(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString(), "PEERPATH_VPD", "1")));
        assertEquals(
                5,
                Collector.function(asked, "00:02.0")
                        .bytes("vpd")
                        .asOptional()
                        .orElseThrow()
                        .length());
    }

    @ParameterizedTest
    @MethodSource("shells")
    void whatBelongsToTheHostAsAWhole(String shell) throws Exception {
        function("0000:00:01.0", "0x8086", "0x1234");
        write("sys/devices/virtual/iommu/dmar0/intel-iommu/cap", "d2008c40660462\n");
        write("sys/devices/virtual/iommu/dmar0/intel-iommu/ecap", "f050da\n");
        Files.createDirectories(folder.resolve("sys/class/iommu"));
        Files.createSymbolicLink(folder.resolve("sys/class/iommu/dmar0"), Path.of("../../devices/virtual/iommu/dmar0"));
        write("sys/kernel/iommu_groups/7/type", "DMA-FQ\n");
        write("sys/kernel/iommu_groups/7/reserved_regions", "0xfee00000 0xfeefffff msi\n0x0 0x1 direct\n");
        write("sys/module/vfio_pci/parameters/ids", "10de:2901\n");
        write("sys/devices/system/node/node0/cpulist", "0-63\n");
        write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n\nprocessor\t: 1\nflags\t\t: other\n");
        write("etc/os-release", "PRETTY_NAME=\"Test \u001b[31mLinux\"\n");
        write("dev/vfio/12", "");
        write("dev/iommu", "");
        byte[] dmar = new byte[300];
        new Random(1).nextBytes(dmar);
        Files.createDirectories(folder.resolve("sys/firmware/acpi/tables"));
        Files.write(folder.resolve("sys/firmware/acpi/tables/DMAR"), dmar);

        Snapshot collected = Collector.read(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString())));
        assertEquals(TreeReader.read(folder, "x").host(), withoutReading(collected.host()));
        assertEquals(Fact.known(List.of("dmar0")), collected.hostEntries(HostFiles.IOMMU_CLASS));
        assertEquals(Fact.known("d2008c40660462"), collected.hostText("sys/class/iommu/dmar0/intel-iommu/cap"));
        assertEquals(Fact.known("DMA-FQ"), collected.hostText(HostFiles.groupType("7")));
        assertEquals(
                Fact.known("0xfee00000 0xfeefffff msi\n0x0 0x1 direct"),
                collected.hostText("sys/kernel/iommu_groups/7/reserved_regions"));
        assertEquals(Fact.known("processor\t: 0\nflags\t\t: fpu hypervisor"), collected.hostText("proc/cpuinfo"));
        assertEquals(Fact.known("PRETTY_NAME=\"Test Linux\""), collected.hostText(HostFiles.OS_RELEASE));
        assertEquals(Fact.known(List.of("12")), collected.hostEntries(HostFiles.DEV_VFIO));
        assertTrue(collected.hostText(HostFiles.DEV_IOMMU).isKnown());
        assertEquals(Fact.known(Bytes.copyOf(dmar)), collected.hostBytes(HostFiles.DMAR));
    }

    private void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, content);
    }
}
