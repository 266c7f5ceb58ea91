// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.hardware.DeviceId;
import org.peerpath.hardware.FirmwareEntry;
import org.peerpath.hardware.FirmwareEntry.Effect;
import org.peerpath.hardware.FirmwareVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** The firmware of one physical function, and what is known about it. */
public final class Firmware {
    private Firmware() {}

    /** From the driver's infiniband device; absent where the driver shows none. */
    public static Fact<FirmwareVersion> version(PciFunction function) {
        Optional<String> text = attributes(function)
                .flatMap(name -> function.facts().text(name).asOptional().stream())
                .findFirst();
        if (text.isPresent()) {
            return FirmwareVersion.parse(text.get())
                    .map(Fact::known)
                    .orElseGet(() -> Fact.unknown(Message.of("finding.firmware.not-a-version", text.get())));
        }
        return function.facts().entries(Attributes.INFINIBAND).flatMap(names -> Fact.absent());
    }

    /** The attributes that tell the version: one for each infiniband device, and what other tools name. */
    public static Stream<String> attributes(PciFunction function) {
        return function.facts().attributes().keySet().stream()
                .filter(name -> (name.startsWith(Attributes.INFINIBAND + "/") && name.endsWith("/fw_ver"))
                        || name.equals(Attributes.FIRMWARE_VERSION));
    }

    /** Its ids, where they were read. */
    public static Optional<DeviceId> id(PciFunction function) {
        return function.vendor()
                .asOptional()
                .flatMap(vendor -> function.device().asOptional().map(device -> new DeviceId(vendor, device)));
    }

    /** What is known to be dangerous about the version it has. */
    public static List<FirmwareEntry> dangers(Knowledge knowledge, PciFunction physical) {
        return id(physical)
                .flatMap(id -> version(physical).asOptional().map(version -> knowledge.firmware(id, version)))
                .orElse(List.of())
                .stream()
                .filter(entry -> entry.effect() == Effect.FREEZES_HOST)
                .toList();
    }
}
