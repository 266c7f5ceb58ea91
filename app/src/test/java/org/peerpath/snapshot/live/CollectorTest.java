// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

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
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;
import org.peerpath.text.Texts;

/** The collector script itself, on recorded trees and on this machine. */
class CollectorTest {
    @TempDir
    Path folder;

    static Stream<Path> cases() throws IOException {
        return Cases.hosts();
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

    /** Of mounted servers only the interface that leads to them is told, and a question mark where that is not known. */
    @ParameterizedTest
    @MethodSource("shells")
    void mountsOfTheNetworkTellTheirInterface(String shell) throws Exception {
        Files.createDirectories(folder.resolve("proc/self"));
        Files.writeString(folder.resolve("proc/self/mountinfo"), """
                24 1 259:2 / / rw shared:1 - ext4 /dev/nvme0n1p2 rw
                40 24 0:52 / /data rw shared:2 - nfs4 fs1.example:/secret rw,vers=4.2,addr=192.0.2.7,clientaddr=192.0.2.9
                41 24 0:53 / /more rw - nfs4 fs1.example:/other rw,vers=4.2,addr=192.0.2.7
                42 24 0:54 / /far rw - ceph mon1:/ rw,name=admin
                43 24 0:55 / /bad rw - nfs x:/ rw,addr=$(reboot)
                """);
        // A function comes before busybox's own ip.
        String ip = """
                ip() {
                    [ "$*" != "-o route get 192.0.2.7" ] || echo "192.0.2.7 via 10.0.0.1 dev ens9f0 src 10.0.0.2 uid 0"
                }
                """;
        String whole = CollectorScript.text().stripTrailing();
        String functions = whole.substring(0, whole.lastIndexOf('\n') + 1);
        List<String> command = new ArrayList<>(List.of(shell.split(" ")));
        command.addAll(List.of("-c", functions + ip + "in_use"));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String inUse = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals(
                List.of("network ens9f0 nfs4", "network ? ceph", "network ? nfs"),
                inUse.lines().filter(line -> line.startsWith("network")).toList());
        assertFalse(inUse.contains("192.0.2") || inUse.contains("secret"), inUse);
    }

    /** Without the facts that are about the reading and not about the tree. */
    private static SortedMap<String, Reading> withoutReading(SortedMap<String, Reading> host) {
        SortedMap<String, Reading> rest = new TreeMap<>(host);
        rest.remove(HostFiles.EFFECTIVE_USER);
        rest.remove(HostFiles.VFIO_HOLDERS);
        rest.remove(HostFiles.IDENTITY);
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

    @Test
    void whoHoldsVfioDevicesIsSeenByRoot() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Collector.onPath("unshare"), "skipped: needs root");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/sys/bus/pci/devices")), "skipped: no PCI here");
        Path script = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        // A /dev of its own, in which a process holds what stands for a group, under another name; and an ordinary user
        // whose files, process and VM are called so that lines would be added, hidden or ended.
        String world = """
                mount --make-rprivate / && mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3
                mkdir /dev/vfio && mknod -m 666 /dev/vfio/12 c 1 7 && : > /dev/vfio/13
                : > /dev/hidden && mount --bind /dev/vfio/12 /dev/hidden
                sh -c 'exec 9< /dev/hidden; sleep 1000; :' qemu -name guest=vm7 > /dev/null 2>&1 &
                holder=$!
                evil='/dev/x
                proc/@@ errors/fd:
                 -> /dev/vfio/z'
                mkdir -p "${evil%/*}" && : > "$evil" && chmod -R a+rX /dev/x*
                setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'exec 8< "$3" 7< /dev/vfio/13; sleep 1000; :' \
                    "$(printf 'a\\n@@ end 1\\n')" -name "$(printf 'b\\n1 /dev/vfio/12 c\\n@@ end 1')" "$evil" > /dev/null 2>&1 &
                other=$!
                while ! ls -l /proc/$holder/fd | grep -q /dev/hidden; do :; done
                while ! ls -l /proc/$other/fd | grep -q /dev/vfio/13; do :; done
                sh "$1"
                for process in $holder $other; do kill $(cat /proc/$process/task/$process/children) $process; done
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
        // Its child has the descriptor, too; nobody else has one.
        assertEquals(
                List.of("sleep"),
                holders.stream()
                        .filter(line -> !line.startsWith(holder + " "))
                        .map(line -> line.strip().replaceAll("^\\d+ /dev/vfio/12 ", ""))
                        .toList());
        assertEquals(Fact.known(List.of("12", "13")), snapshot.hostEntries(HostFiles.DEV_VFIO));
    }

    @Test
    void withoutBase64TheBytesComeInHexadecimal() throws Exception {
        // The script adds the usual directories to the path, so base64 is hidden by a name that is no program.
        String script = CollectorScript.text().replace("| base64", "| base64-is-not-here");
        Path archive = Cases.hosts().findFirst().orElseThrow();
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

    /** Some of them only manage NVLink switches, and nothing but their vital product data says so. */
    @ParameterizedTest
    @MethodSource("shells")
    void vitalProductDataOfAConnectX7IsAlwaysRead(String shell) throws Exception {
        function("0000:00:01.0", "0x15b3", "0x1021");
        function("0000:00:02.0", "0x15b3", "0x1023");
        Snapshot read = Collector.read(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString())));
        assertTrue(Collector.function(read, "00:01.0").bytes("vpd").isKnown());
        assertEquals(
                "unknown.not-asked",
                Collector.why(Collector.function(read, "00:02.0").bytes("vpd")));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void vitalProductDataIsReadOnRequestOrBesideADataDirectFunction(String shell) throws Exception {
        function("0000:00:01.0", "0x15b3", "0x1023");
        function("0000:00:02.0", "0x10de", "0x2901");
        Map<String, String> usual = Map.of("PEERPATH_ROOT", folder.toString());
        Snapshot without = Collector.read(Collector.run(shell, usual));
        assertEquals(
                "unknown.not-asked",
                Collector.why(Collector.function(without, "00:01.0").bytes("vpd")));
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
                "unknown.not-asked",
                Collector.why(Collector.function(beside, "00:02.0").bytes("vpd")));
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
