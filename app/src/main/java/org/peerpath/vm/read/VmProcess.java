// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.vm.model.VmDescription;

/**
 * One process of a VMM as the collector lists it ({@link HostFiles#VMS}): {@code vm PID}, {@code comm NAME}, {@code cgroup
 * LINE}, {@code arg WORD}, {@code fd TARGET}.
 */
final class VmProcess {
    private static final int MOST_LINES = 200_000;

    /** {@code …/machine-qemu\x2d3\x2dtenant7.scope/…} of libvirt and systemd. */
    private static final Pattern MACHINE = Pattern.compile("machine-qemu\\\\x2d\\d+\\\\x2d([^/]{1,255}?)\\.scope");

    private final String id;
    private final List<String> words = new ArrayList<>();
    private final SortedSet<String> descriptors = new TreeSet<>();
    private Optional<String> machine = Optional.empty();

    private VmProcess(String id) {
        this.id = id;
    }

    /** Reads the collector's list. */
    static List<VmProcess> all(String text) {
        List<VmProcess> found = new ArrayList<>();
        for (String line : text.lines().limit(MOST_LINES).toList()) {
            int blank = line.indexOf(' ');
            String kind = blank < 0 ? line : line.substring(0, blank);
            String rest = blank < 0 ? "" : line.substring(blank + 1);
            if (kind.equals("vm")) {
                found.add(new VmProcess(rest.strip()));
            } else if (!found.isEmpty()) {
                found.getLast().line(kind, rest);
            }
        }
        return found;
    }

    private void line(String kind, String rest) {
        switch (kind) {
            case "arg" -> words.add(rest);
            case "fd" -> descriptors.add(rest.strip());
            case "cgroup" -> {
                Matcher m = MACHINE.matcher(rest);
                machine = m.find() ? Optional.of(m.group(1).replace("\\x2d", "-")) : machine;
            }
            default -> {}
        }
    }

    /** Returns its number on the host. */
    String id() {
        return id;
    }

    /** Returns the words of its command line that the collector keeps. */
    List<String> words() {
        return List.copyOf(words);
    }

    /** Returns whether it holds a VFIO device, which no ordinary user's process does. */
    boolean holdsDevices() {
        return descriptors.stream().anyMatch(held -> held.startsWith("/dev/vfio/"));
    }

    VmDescription description() {
        VmDescription.Builder vm = new VmDescription.Builder();
        if (CloudHypervisorReader.recognises(words)) {
            CloudHypervisorReader.command(words, vm);
        } else if (QemuCommand.program(words) >= 0) {
            QemuCommand.read(words, vm);
        }
        return vm.name(machine)
                .process(KeyValues.number(id))
                .running(Optional.of(true))
                .descriptors(descriptors)
                .kind("process")
                .build();
    }
}
