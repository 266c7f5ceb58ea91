// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;

/**
 * The VMs that run on a host, as the collector found them: a process of a VMM, its command line without what may be
 * secret, its control group, the VFIO descriptors it holds, and lines of libvirt's logs. A snapshot without these tells of
 * the holders of VFIO devices, and of what libvirt's own descriptions say.
 */
public final class RunningVms {
    private static final Pattern LOG_NAME = Pattern.compile("(?:.*/)?([^/]{1,255}?)\\.log");

    private static final String GROUPS = "/dev/vfio/";
    private static final String DEVICES = "/dev/vfio/devices/";
    private static final String NO_IOMMU = "/dev/vfio/noiommu-";
    private static final String VFIO_DEVICE = "vfio-dev";

    private RunningVms() {}

    /** Returns the VMs that were found; absent where there is none, unknown where the host was not read so far. */
    public static Fact<List<VmDescription>> of(Snapshot snapshot) {
        Fact<String> listed = snapshot.hostText(HostFiles.VMS);
        if (listed instanceof Fact.Known<String>(String text)) {
            List<VmDescription> found = new ArrayList<>();
            VmProcess.all(text).forEach(process -> found.add(held(process.description(), snapshot)));
            found.addAll(MonitorAnswers.of(snapshot));
            snapshot.hostText(HostFiles.VM_LOGS).asOptional().ifPresent(logs -> found.addAll(logs(logs, found)));
            return Fact.known(found);
        }
        List<VmDescription> others = new ArrayList<>(holders(snapshot));
        others.addAll(libvirt(snapshot));
        return others.isEmpty() ? listed.map(text -> List.of()) : Fact.known(others);
    }

    /**
     * Says of functions that the process names on its command line, which any user may, and whose group or device it does
     * not hold, that they may not be its.
     */
    private static VmDescription held(VmDescription vm, Snapshot snapshot) {
        long others = named(vm, snapshot)
                .filter(facts -> !mayHold(vm.descriptors(), facts))
                .count();
        return others == 0
                ? vm
                : VmDescription.Builder.of(vm)
                        .notes(List.of(new Note(
                                HostFiles.VMS,
                                0,
                                Message.of(
                                        "note.vm.not-held",
                                        others,
                                        Integer.toString(vm.process().orElse(0))))))
                        .build();
    }

    private static Stream<FunctionFacts> named(VmDescription vm, Snapshot snapshot) {
        return vm.functions().stream()
                .flatMap(function -> function.host().stream())
                .flatMap(address -> Optional.ofNullable(snapshot.functions().get(address)).stream());
    }

    /**
     * Returns the VMs that are more than a name, with their logs: those that may hold one at least of the host's functions
     * on their command line, or name none. Any user can start a process that calls itself a VM.
     */
    public static List<VmDescription> holders(List<VmDescription> running, Snapshot snapshot) {
        List<VmDescription> processes = running.stream()
                .filter(vm -> vm.process().isPresent() && isHolder(vm, snapshot))
                .toList();
        Set<String> names = processes.stream().flatMap(vm -> vm.name().stream()).collect(Collectors.toSet());
        return Stream.concat(
                        processes.stream(),
                        running.stream()
                                .filter(vm -> vm.process().isEmpty()
                                        && vm.name().filter(names::contains).isPresent()))
                .toList();
    }

    private static boolean isHolder(VmDescription vm, Snapshot snapshot) {
        List<FunctionFacts> named = named(vm, snapshot).toList();
        return named.isEmpty() || named.stream().anyMatch(facts -> mayHold(vm.descriptors(), facts));
    }

    private static boolean mayHold(Set<String> descriptors, FunctionFacts facts) {
        Fact<String> group = facts.text(Attributes.IOMMU_GROUP).map(String::strip);
        Fact<List<String>> devices = facts.entries(VFIO_DEVICE);
        boolean byDevice = descriptors.stream()
                .anyMatch(held -> held.startsWith(DEVICES)
                        && !devices.knownToBe(names -> !names.contains(held.substring(DEVICES.length()))));
        return byDevice
                || !group.isKnown()
                || descriptors.stream().anyMatch(held -> held.startsWith(NO_IOMMU))
                || group.knownToBe(number -> descriptors.contains(GROUPS + number));
    }

    /** Sections {@code log PATH} with the lines that matter of the last start, for VMs that run. */
    private static List<VmDescription> logs(String text, List<VmDescription> running) {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        List<String> open = new ArrayList<>();
        for (String line : text.lines().limit(100_000).toList()) {
            if (line.startsWith("log ")) {
                open = sections.computeIfAbsent(line.substring(4), path -> new ArrayList<>());
            } else {
                open.add(line.startsWith("line ") ? line.substring(5) : line);
            }
        }
        List<VmDescription> found = new ArrayList<>();
        sections.forEach((path, lines) -> {
            Matcher named = LOG_NAME.matcher(path);
            boolean runs =
                    named.matches() && running.stream().anyMatch(vm -> vm.name().equals(Optional.of(named.group(1))));
            if (runs && !lines.isEmpty()) {
                try {
                    VmDescription log =
                            VmReader.read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8), "/" + path);
                    found.add(VmDescription.Builder.of(log).name(named.group(1)).build());
                } catch (UnreadableSourceException e) {
                    // Its lines say nothing about mapping.
                    return;
                }
            }
        });
        return found;
    }

    private static List<VmDescription> holders(Snapshot snapshot) {
        Map<String, VmDescription.Builder> byProcess = new TreeMap<>();
        VfioHolders.of(snapshot)
                .asOptional()
                .map(VfioHolders::all)
                .orElse(List.of())
                .forEach(holder -> {
                    VmDescription.Builder vm = byProcess.computeIfAbsent(
                            holder.process(),
                            process -> new VmDescription.Builder().process(KeyValues.number(process)));
                    vm.name(holder.guest().map(RunningVms::guestName))
                            .running(Optional.of(true))
                            .descriptors(new TreeSet<>(List.of(holder.device())))
                            .kind("process");
                });
        return byProcess.values().stream().map(VmDescription.Builder::build).toList();
    }

    /** {@code guest=NAME,debug-threads=on}. */
    private static String guestName(String option) {
        return KeyValues.parse(option, "guest").getOrDefault("guest", option);
    }

    private static List<VmDescription> libvirt(Snapshot snapshot) {
        Map<String, VmDescription.Builder> byName = new TreeMap<>();
        for (FunctionFacts facts : snapshot.functions().values()) {
            Optional<String> running = facts.text(Attributes.GUEST).asOptional();
            running.or(() -> facts.text(Attributes.DEFINED_GUEST).asOptional()).ifPresent(name -> {
                Address address = facts.address();
                byName.computeIfAbsent(
                                name, n -> new VmDescription.Builder().name(n).kind("libvirt"))
                        .running(running.map(n -> true))
                        .function(AssignedFunction.of(Optional.of(address), address.toString(), Backend.UNKNOWN));
            });
        }
        return byName.values().stream().map(VmDescription.Builder::build).toList();
    }
}
