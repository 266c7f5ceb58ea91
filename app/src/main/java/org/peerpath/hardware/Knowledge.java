// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.peerpath.text.Message;

/** The knowledge base. Immutable. A user's entries win over the shipped ones and are marked as theirs. */
public final class Knowledge {
    private final DeviceTable devices;
    private final List<KnownDevice> rows;
    private final Map<Integer, Vendor> vendors = new LinkedHashMap<>();
    private final List<FirmwareEntry> firmware;
    private final List<KernelEntry> kernels;
    private final List<KernelChange> kernelChanges;
    private final List<Platform> platforms;
    private final List<Message> notes;

    Knowledge(List<KnowledgeFile> shipped, List<KnowledgeFile> users, List<Message> notes) {
        List<KnowledgeFile> all = new ArrayList<>(shipped);
        all.addAll(users);
        rows = all.stream().flatMap(file -> file.devices().stream()).toList();
        devices = new DeviceTable(rows);
        all.forEach(file -> file.vendors().forEach(vendor -> vendors.put(vendor.id(), vendor)));
        firmware = byId(all, KnowledgeFile::firmware, FirmwareEntry::id);
        kernels = byId(all, KnowledgeFile::kernels, KernelEntry::id);
        kernelChanges = byId(all, KnowledgeFile::kernelChanges, KernelChange::id);
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

    /** What answers rest on: the shipped knowledge, unless the program was started with a user's files too. */
    public static Knowledge inUse() {
        return KnowledgeFiles.inUse();
    }

    /** The shipped knowledge alone. */
    public static Knowledge shipped() {
        return KnowledgeFiles.SHIPPED;
    }

    /** What is known of a device; empty if nothing is. */
    public Optional<KnownDevice> device(int vendor, int device) {
        return devices.find(vendor, device);
    }

    /** All rows about devices in the order of their files, as they stand there. */
    public List<KnownDevice> devices() {
        return rows;
    }

    /** All vendors that are listed. */
    public List<Vendor> vendors() {
        return List.copyOf(vendors.values());
    }

    /** A vendor by its number; empty if it is not listed. */
    public Optional<Vendor> vendor(int id) {
        return Optional.ofNullable(vendors.get(id));
    }

    /** The vendor of a device by the name that lspci prints for it; empty if that is the name of none, or of several. */
    public Optional<Vendor> vendorOf(String deviceName) {
        String whole = deviceName + " ";
        return vendors.values().stream()
                .filter(vendor -> vendor.lspci().stream().anyMatch(name -> whole.startsWith(name + " ")))
                .findFirst();
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

    /** What kernels do otherwise from some release on, in the order of the files. */
    public List<KernelChange> kernelChanges() {
        return kernelChanges;
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
