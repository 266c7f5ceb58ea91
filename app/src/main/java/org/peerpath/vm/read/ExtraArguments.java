// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.VmDescription;

/**
 * Arguments that a manager passes to QEMU besides its own: Proxmox's {@code args}, libvirt's {@code qemu:commandline}.
 * They add devices, and set properties of those that the manager makes.
 */
final class ExtraArguments {
    private ExtraArguments() {}

    /** Adds what the arguments say to a description whose functions are known by their ids. */
    static void apply(List<String> words, VmDescription.Builder vm) {
        Map<String, Map<String, String>> set = settings(words);
        Map<String, String> all = everyVfio(words);
        List<AssignedFunction> own = vm.functionsSoFar().stream()
                .map(function -> with(with(function, all), set.getOrDefault(function.id(), Map.of())))
                .toList();
        vm.onlyFunctions(own);
        QemuCommand.options(words, vm);
    }

    /** What {@code -set device.ID.KEY=VALUE} gives to devices; an id with a dot cannot be reached so. */
    private static Map<String, Map<String, String>> settings(List<String> words) {
        Map<String, Map<String, String>> found = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            String[] parts = words.get(i + 1).split("[.=]", 4);
            if (words.get(i).equals("-set") && parts.length == 4 && parts[0].equals("device")) {
                found.computeIfAbsent(parts[1], id -> new LinkedHashMap<>()).put(parts[2], parts[3]);
            }
        }
        return found;
    }

    /** What {@code -global vfio-pci.KEY=VALUE} gives to all assigned functions. */
    private static Map<String, String> everyVfio(List<String> words) {
        Map<String, String> found = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals("-global")) {
                QemuCommand.global(words.get(i + 1), "vfio-pci", found);
            }
        }
        return found;
    }

    /** Returns the function with properties in QEMU's names. */
    static AssignedFunction with(AssignedFunction function, Map<String, String> properties) {
        AssignedFunction changed = function;
        if (properties.containsKey("x-nv-gpudirect-clique")) {
            changed = changed.withClique(KeyValues.number(properties, "x-nv-gpudirect-clique"));
        }
        if (properties.containsKey("x-no-mmap")) {
            changed = changed.withMapped(Optional.of(!KeyValues.on(properties, "x-no-mmap")));
        }
        return changed;
    }
}
