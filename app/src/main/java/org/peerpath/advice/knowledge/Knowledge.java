// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.knowledge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.peerpath.text.Message;

/** The knowledge base. Immutable. A user's entries win over the shipped ones and are marked as theirs. */
public final class Knowledge {
    private final Map<DeviceId, KnownDevice> devices = new HashMap<>();
    private final List<FirmwareEntry> firmware;
    private final List<KernelEntry> kernels;
    private final List<Platform> platforms;
    private final List<Message> notes;

    Knowledge(List<KnowledgeFile> shipped, List<KnowledgeFile> users, List<Message> notes) {
        List<KnowledgeFile> all = new ArrayList<>(shipped);
        all.addAll(users);
        for (KnowledgeFile file : all) {
            file.devices().forEach(device -> devices.put(device.id(), device));
        }
        firmware = byId(all, KnowledgeFile::firmware, FirmwareEntry::id);
        kernels = byId(all, KnowledgeFile::kernels, KernelEntry::id);
        platforms = all.stream()
                .flatMap(file -> file.platforms().stream())
                .sorted(Comparator.comparing(Platform::user).reversed())
                .toList();
        this.notes = List.copyOf(notes);
    }

    /** A later entry takes the place of an earlier one with the same id. */
    private static <T> List<T> byId(
            List<KnowledgeFile> files, Function<KnowledgeFile, List<T>> entries, Function<T, String> id) {
        Map<String, T> found = new LinkedHashMap<>();
        files.forEach(file -> entries.apply(file).forEach(entry -> found.put(id.apply(entry), entry)));
        return List.copyOf(found.values());
    }

    /** The shipped knowledge with that of the user who runs the program, read once. */
    public static Knowledge inUse() {
        return KnowledgeFiles.IN_USE;
    }

    /** The shipped knowledge alone. */
    public static Knowledge shipped() {
        return KnowledgeFiles.SHIPPED;
    }

    /** What is known of a device; empty if nothing is. */
    public Optional<KnownDevice> device(int vendor, int device) {
        return Optional.ofNullable(devices.get(new DeviceId(vendor, device)));
    }

    /** Whether anything is known about this device's firmware, so that not knowing a version is worth saying. */
    public boolean watchesFirmwareOf(DeviceId device) {
        return firmware.stream().anyMatch(entry -> entry.devices().contains(device));
    }

    /** What is known about one version. Where a user has said something about it, only that. */
    public List<FirmwareEntry> firmware(DeviceId device, FirmwareVersion version) {
        List<FirmwareEntry> found =
                firmware.stream().filter(entry -> entry.covers(device, version)).toList();
        List<FirmwareEntry> users = found.stream().filter(FirmwareEntry::user).toList();
        return users.isEmpty() ? found : users;
    }

    /** All firmware entries about one device, in the order of their files. */
    public List<FirmwareEntry> firmware(DeviceId device) {
        return firmware.stream()
                .filter(entry -> entry.devices().contains(device))
                .toList();
    }

    public List<KernelEntry> kernels() {
        return kernels;
    }

    /** The machine that names itself so; a user's entry before a shipped one. */
    public Optional<Platform> platform(String systemVendor, String productName) {
        return platforms.stream()
                .filter(platform -> platform.is(systemVendor, productName))
                .findFirst();
    }

    /** What was wrong with the user's files; a file that is wrong is left out whole. */
    public List<Message> notes() {
        return notes;
    }
}
