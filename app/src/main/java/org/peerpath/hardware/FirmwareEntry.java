// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Something known about certain firmware versions of certain devices. A version that no entry covers is unknown,
 * however close it is to one that is covered.
 *
 * @param id stable name
 * @param family as people say it: "ConnectX-8"
 * @param devices physical functions concerned
 * @param versions ranges, both ends included
 * @param conditions all of which must hold for the effect
 * @param effect what happens
 * @param confidence how sure this is: {@code verified}, {@code reported} or {@code suspected}
 * @param source who says so
 * @param date when it was said, {@code yyyy-mm-dd}
 * @param text in a user's file: what to say about it
 * @param user whether the entry comes from a user's file
 */
public record FirmwareEntry(
        String id,
        String family,
        List<DeviceId> devices,
        List<Range> versions,
        Set<Condition> conditions,
        Effect effect,
        String confidence,
        String source,
        String date,
        Optional<String> text,
        boolean user) {
    public FirmwareEntry {
        devices = List.copyOf(devices);
        versions = List.copyOf(versions);
        conditions = Set.copyOf(conditions);
    }

    /** Versions from one to another, both included. */
    public record Range(FirmwareVersion from, FirmwareVersion to) {
        boolean contains(FirmwareVersion version) {
            return from.compareTo(version) <= 0 && version.compareTo(to) <= 0;
        }
    }

    /** What must come together. */
    public enum Condition {
        ATS_ON,
        VIRTUAL_FUNCTION,
        VFIO_DRIVER
    }

    /** What happens when it does. */
    public enum Effect {
        /** The host locks up and needs a power cycle. */
        FREEZES_HOST,
        /** Tried under these conditions, and nothing bad happened. */
        VERIFIED_GOOD
    }

    boolean covers(DeviceId device, FirmwareVersion version) {
        return devices.contains(device) && versions.stream().anyMatch(range -> range.contains(version));
    }
}
