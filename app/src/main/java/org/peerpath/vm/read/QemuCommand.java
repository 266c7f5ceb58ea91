// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;

/** QEMU's options (qemu-options.hx), of a command line, of Proxmox's {@code args} or of libvirt's pass-through. */
final class QemuCommand {
    static final String KIND = "qemu-command";
    private static final Pattern PROGRAM = Pattern.compile(
            // NixOS hides the program behind a script: .qemu-kvm-wrapped.
            "(?:.*/)?\\.?(?:qemu-system-[\\w.-]+|(?:qemu-kvm|kvm|qemu)(?:-wrapped)?)(?: \\(deleted\\))?");
    private static final Pattern CONFIDENTIAL = Pattern.compile("(?:sev-guest|sev-snp-guest|tdx-guest)");

    private final QemuDevices devices = new QemuDevices();
    private final List<String> includes = new ArrayList<>();
    private final List<VmOption> options = new ArrayList<>();
    private Optional<String> name = Optional.empty();
    private Optional<String> uuid = Optional.empty();
    private Optional<String> machine = Optional.empty();

    private QemuCommand() {}

    /** Returns where QEMU's program stands among the words; -1 if nowhere. */
    static int program(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (PROGRAM.matcher(words.get(i)).matches()) {
                return i;
            }
        }
        return -1;
    }

    /** Adds what a whole command line says. */
    static void read(List<String> words, VmDescription.Builder into) {
        int program = program(words);
        options(words.subList(program + 1, words.size()), into);
        into.kind(KIND);
    }

    /** Adds what options say, without a program before them. */
    static void options(List<String> words, VmDescription.Builder into) {
        QemuCommand command = new QemuCommand();
        command.take(words);
        into.vmm(Vmm.QEMU)
                .name(command.name)
                .uuid(command.uuid)
                .machine(command.machine)
                .includes(command.includes);
        command.options.forEach(into::option);
        command.devices.into(into);
    }

    private void take(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-") || word.equals("-")) {
                continue;
            }
            String option = word.startsWith("--") ? word.substring(2) : word.substring(1);
            boolean alone = i + 1 == words.size() || words.get(i + 1).startsWith("-");
            String value = alone ? "" : words.get(++i);
            option(option, value);
        }
    }

    private void option(String option, String value) {
        switch (option) {
            case "name" -> {
                Map<String, String> named = KeyValues.parse(value, "guest");
                name = Optional.ofNullable(named.get("guest"));
            }
            case "uuid" -> uuid = Optional.of(value);
            case "machine", "M" -> {
                Map<String, String> said = KeyValues.parse(value, "type");
                machine = Optional.ofNullable(said.get("type")).or(() -> machine);
                devices.machine(said);
            }
            case "cpu" -> {
                Map<String, String> model = KeyValues.parse(value, "model");
                if (KeyValues.off(model, "kvm")
                        || KeyValues.off(model, "hypervisor")
                        || model.containsKey("-hypervisor")) {
                    options.add(VmOption.HYPERVISOR_HIDDEN);
                }
            }
            case "object" -> {
                String type = KeyValues.parse(value, "qom-type").getOrDefault("qom-type", "");
                if (CONFIDENTIAL.matcher(type).matches()) {
                    options.add(VmOption.CONFIDENTIAL);
                }
            }
            case "device" -> devices.add(KeyValues.parse(value, "driver"));
            case "set" -> set(value);
            case "global" -> global(value, "vfio-pci", devices.everyVfio());
            case "readconfig" -> includes.add(value);
            default -> {}
        }
    }

    /** {@code device.ID.KEY=VALUE}; an id with a dot cannot be reached so (QEMU splits at the first dots). */
    private void set(String value) {
        String[] parts = value.split("[.=]", 4);
        if (parts.length == 4 && parts[0].equals("device")) {
            devices.set(parts[1], parts[2], parts[3]);
        }
    }

    /** {@code DRIVER.KEY=VALUE}, or {@code driver=…,property=…,value=…}, if it is about this driver. */
    static void global(String value, String driver, Map<String, String> into) {
        Map<String, String> said = KeyValues.parse(value, "");
        if (said.getOrDefault("driver", "").equals(driver) && said.containsKey("property")) {
            into.put(said.getOrDefault("property", ""), said.getOrDefault("value", ""));
        } else if (value.startsWith(driver + ".") && value.indexOf('=') > driver.length()) {
            into.put(value.substring(driver.length() + 1, value.indexOf('=')), value.substring(value.indexOf('=') + 1));
        }
    }

    /** Returns the IOMMU that Proxmox's {@code machine: …,viommu=…} asks for. */
    static Optional<Viommu> proxmoxViommu(Map<String, String> machine) {
        String kind = machine.getOrDefault("viommu", "");
        return kind.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Viommu(kind, KeyValues.number(machine, "aw-bits"), Optional.empty(), Set.of(), false));
    }
}
