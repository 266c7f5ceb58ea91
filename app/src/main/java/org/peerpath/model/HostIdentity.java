// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerpath.pci.Details;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * Who a host is, whatever it calls itself and whichever name leads to it, and which functions stand at some of its
 * addresses. Ids of machines and serial numbers are hashed.
 *
 * @param machineId hash of machine-id(5); empty where it was not read or is none
 * @param dmiUuid hash of the system's UUID (SMBIOS 7.2.1); empty where it was not read or is none
 * @param functions by address, in words: vendor, device, both of the subsystem, hashes of the Device Serial Number (PCIe
 *     7.9.3) and of the serial number in the vital product data; a question mark for each that was not read
 */
public record HostIdentity(Optional<String> machineId, Optional<String> dmiUuid, SortedMap<String, String> functions) {
    /** Of nobody in particular. */
    public static final HostIdentity UNKNOWN = new HostIdentity(Optional.empty(), Optional.empty(), new TreeMap<>());

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ID = Pattern.compile("0x[0-9a-f]{4}");
    private static final String UNREAD = "?";
    private static final int NEEDED_WORDS = 2;

    public HostIdentity {
        functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
    }

    /** How two identities compare. */
    public enum Match {
        /** At least one id is known of both and equal, and none differs. */
        SAME,
        /** An id that is known of both differs. */
        OTHER,
        /** No id is known of both. */
        UNKNOWN
    }

    /** Returns who a host is, and what stands at these addresses; those without a function are left out. */
    public static HostIdentity of(HostModel host, Collection<Address> addresses) {
        TreeMap<String, String> functions = new TreeMap<>();
        for (Address address : addresses) {
            host.topology().find(address).ifPresent(function -> functions.put(address.toString(), words(function)));
        }
        HostIdentity machine = of(host.snapshot());
        return new HostIdentity(machine.machineId, machine.dmiUuid, functions);
    }

    /** Returns who a host is, without any of its functions. */
    public static HostIdentity of(Snapshot snapshot) {
        return new HostIdentity(line(snapshot, "machine-id"), line(snapshot, "dmi-uuid"), new TreeMap<>());
    }

    private static Optional<String> line(Snapshot snapshot, String name) {
        return snapshot.hostText(HostFiles.IDENTITY).asOptional().stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1).strip())
                .filter(hash -> HASH.matcher(hash).matches())
                .findFirst();
    }

    private static String words(PciFunction function) {
        Details details = Details.of(function);
        return String.join(
                " ",
                id(function, Attributes.VENDOR),
                id(function, Attributes.DEVICE),
                id(function, Attributes.SUBSYSTEM_VENDOR),
                id(function, Attributes.SUBSYSTEM_DEVICE),
                details.serialNumber()
                        .asOptional()
                        .filter(number -> number != 0)
                        .map(number -> hash(Long.toHexString(number)))
                        .orElse(UNREAD),
                details.vpd()
                        .asOptional()
                        .flatMap(vpd -> vpd.field("SN"))
                        .map(HostIdentity::hash)
                        .orElse(UNREAD));
    }

    private static String id(PciFunction function, String attribute) {
        return function.facts()
                .text(attribute)
                .asOptional()
                .map(text -> text.strip().toLowerCase(Locale.ROOT))
                .filter(text -> ID.matcher(text).matches())
                .orElse(UNREAD);
    }

    private static String hash(String serial) {
        try {
            byte[] bytes = ("peerpath serial " + serial.strip()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the ids of the machine in one line; empty if none is known. */
    public Optional<String> text() {
        return tellsHost() ? Optional.of(machineId.orElse(UNREAD) + " " + dmiUuid.orElse(UNREAD)) : Optional.empty();
    }

    /** Returns whether at least one id of the machine is known. */
    public boolean tellsHost() {
        return machineId.isPresent() || dmiUuid.isPresent();
    }

    /** Returns how the machine compares with another. */
    public Match compare(HostIdentity other) {
        Match machine = compare(machineId, other.machineId);
        Match board = compare(dmiUuid, other.dmiUuid);
        if (machine == Match.OTHER || board == Match.OTHER) {
            return Match.OTHER;
        }
        return machine == Match.SAME || board == Match.SAME ? Match.SAME : Match.UNKNOWN;
    }

    private static Match compare(Optional<String> one, Optional<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Match.UNKNOWN;
        }
        return one.equals(other) ? Match.SAME : Match.OTHER;
    }

    /**
     * Returns the first address at which another function stands in a later reading; empty if there is none. What is gone is
     * no other function, and what was not read on both sides is not compared, vendor and device excepted.
     */
    public Optional<String> replacedIn(HostIdentity later) {
        return functions.entrySet().stream()
                .filter(entry -> later.functions.containsKey(entry.getKey()))
                .filter(entry -> differs(entry.getValue(), later.functions.getOrDefault(entry.getKey(), "")))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean differs(String one, String other) {
        String[] words = one.split(" ", -1);
        String[] others = other.split(" ", -1);
        if (words.length != others.length) {
            return true;
        }
        for (int i = 0; i < words.length; i++) {
            boolean unread = words[i].equals(UNREAD) || others[i].equals(UNREAD);
            if (unread ? i < NEEDED_WORDS : !words[i].equals(others[i])) {
                return true;
            }
        }
        return false;
    }
}
