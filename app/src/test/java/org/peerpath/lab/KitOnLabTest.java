// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitMachine;
import org.peerpath.handover.KitMaker;
import org.peerpath.handover.PlacedFunction;
import org.peerpath.handover.QemuArgs;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestPlace;

/**
 * A kit's shape, started with emulated functions in the places of GPU and virtual function: the guest's sysfs shows exactly
 * the predicted addresses below the predicted bridges, on the predicted NUMA nodes.
 */
@Tag("lab")
class KitOnLabTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String ONE = "0000:18:00.1=0000:1b:00.0";
    private static final String TWO_NODES = ONE + " 0000:98:00.1=0000:9b:00.0";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {ONE, TWO_NODES})
    void theGuestShowsWhatTheKitPredicts(String pairs) throws Exception {
        Kit kit = kit(pairs);
        Path devices = folder.resolve("devices");
        Files.write(devices, emulated(QemuArgs.of(kit)));
        LabScript script = LabScript.find(folder.resolve("state"));
        try {
            Map<String, String> address = up(script, devices);
            Map<String, String> found = new TreeMap<>();
            for (PlacedFunction function : kit.functions()) {
                String path = "/sys/bus/pci/devices/" + function.guest().orElseThrow();
                found.put(
                        function.host().toString(),
                        ssh(address, "readlink -f " + path + "; cat " + path + "/numa_node"));
            }
            Map<String, String> expected = new TreeMap<>();
            kit.functions().forEach(function -> expected.put(function.host().toString(), sysfs(kit, function)));
            assertEquals(expected, found);
        } finally {
            script.run("clean");
        }
    }

    private static Kit kit(String pairs) throws Exception {
        List<KitMaker.Wanted> wanted = new ArrayList<>();
        for (String pair : pairs.split(" ")) {
            wanted.add(new KitMaker.Wanted(Address.of(pair.split("=")[0]), Address.of(pair.split("=")[1])));
        }
        HostModel host = HostModel.of(Samples.open("hgx-b300-vm"));
        return new KitMaker(host, new KitMachine("kit", 1, 1, Optional.empty()), Optional.empty()).ofPairs(wanted);
    }

    /** The kit's own arguments, with network cards in the places of functions and little memory. */
    private static List<String> emulated(String arguments) {
        List<String> lines = new ArrayList<>();
        for (String line : arguments.lines().toList()) {
            if (line.startsWith("-device ")) {
                lines.add(line.replaceFirst("vfio-pci,host=[^,]+", "e1000e,romfile="));
            } else if (line.startsWith("-object ")) {
                Matcher id = Pattern.compile("id=(ram\\d+)").matcher(line);
                lines.add("-object memory-backend-ram,id=" + (id.find() ? id.group(1) : "") + ",size=SIZE");
            } else if (line.startsWith("-numa ")) {
                lines.add(line);
            }
        }
        long nodes = lines.stream().filter(line -> line.startsWith("-numa")).count();
        lines.replaceAll(line -> line.replace("SIZE", 512 / nodes + "M").replaceFirst("cpus=(\\d+)-\\d+", "cpus=$1"));
        return lines;
    }

    private static Map<String, String> up(LabScript script, Path devices) {
        try {
            Map<String, String> address = new TreeMap<>();
            LabHost.up(
                            script,
                            "up",
                            "kit",
                            "--topology",
                            "own",
                            "--devices",
                            devices.toString(),
                            "--plain",
                            "--iommu",
                            "none",
                            "--owner",
                            Long.toString(ProcessHandle.current().pid()),
                            "--patience",
                            "600")
                    .lines()
                    .forEach(line -> address.put(line.split("=", 2)[0], line.split("=", 2)[1]));
            return address;
        } catch (LabUnavailableException e) {
            if ("1".equals(System.getenv("PEERPATH_REQUIRE_LAB"))) {
                throw new AssertionError(e);
            }
            throw new TestAbortedException("no lab on this machine: " + e.getMessage(), e);
        }
    }

    private static String ssh(Map<String, String> address, String command) {
        Output output = Commands.run(
                List.of("ssh", "-F", address.getOrDefault("config", ""), address.getOrDefault("source", ""), command),
                "".getBytes(StandardCharsets.UTF_8),
                LIMIT);
        return output.out().strip();
    }

    /** Where the guest's sysfs has a function, and its node. */
    private static String sysfs(Kit kit, PlacedFunction function) {
        Map<String, Address> predicted = kit.shape().predicted();
        List<GuestDevice> way = kit.shape().way(function.place().orElseThrow()).orElseThrow();
        StringBuilder path = new StringBuilder();
        for (GuestDevice bus : way) {
            if (!bus.kind().isRoot()) {
                path.insert(0, "/" + predicted.get(bus.id()));
            }
        }
        int root = way.getLast().busNumber().orElseThrow();
        GuestPlace place = function.place().orElseThrow();
        assertEquals(0, place.function());
        return String.format(
                "/sys/devices/pci0000:%02x%s/%s%n%d",
                root, path, function.guest().orElseThrow(), function.guestNode().orElse(-1));
    }
}
