// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.hardware.DeviceId;
import org.peerpath.hardware.FirmwareEntry;
import org.peerpath.hardware.FirmwareEntry.Condition;
import org.peerpath.hardware.FirmwareEntry.Effect;
import org.peerpath.hardware.FirmwareVersion;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.AtsAssessment;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Firmware;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What is known about the firmware of each NIC, and what is not. */
final class FirmwareRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        Map<Known, List<Address>> versions = new LinkedHashMap<>();
        asked.functions()
                .forEach(function -> watched(asked, function)
                        .ifPresent(id -> versions.computeIfAbsent(Known.of(id, function), f -> new ArrayList<>())
                                .add(function.address())));
        versions.forEach((firmware, functions) -> judge(asked, out, firmware, functions));
    }

    /**
     * One firmware version on one kind of device.
     *
     * @param why the reason where it is not known
     */
    private record Known(DeviceId device, Optional<FirmwareVersion> version, Optional<Message> why) {
        static Known of(DeviceId device, PciFunction function) {
            Fact<FirmwareVersion> read = Firmware.version(function);
            return new Known(
                    device,
                    read.asOptional(),
                    read.isKnown()
                            ? Optional.empty()
                            : Optional.of(read.whyUnknown().orElseGet(() -> notShown(function))));
        }
    }

    private static Optional<DeviceId> watched(RuleContext asked, PciFunction function) {
        if (asked.host().topology().physicalFunction(function.address()).isPresent()) {
            return Optional.empty();
        }
        return Firmware.id(function).filter(asked.knowledge()::watchesFirmwareOf);
    }

    private static Message notShown(PciFunction function) {
        Fact<String> driver = function.facts().text(Attributes.DRIVER);
        return driver.asOptional()
                .<Message>map(name -> Message.of("finding.firmware.driver", name))
                .orElseGet(() -> Message.of("finding.firmware.no-driver"));
    }

    private static void judge(RuleContext asked, Sink out, Known firmware, List<Address> functions) {
        if (firmware.version().isEmpty()) {
            unknown(
                    asked,
                    out,
                    functions,
                    Message.of(
                            "finding.firmware-unknown.unread",
                            asked.names(functions),
                            firmware.why().orElseThrow()),
                    List.of());
            return;
        }
        FirmwareVersion version = firmware.version().get();
        List<Evidence> evidence = functions.stream()
                .limit(8)
                .flatMap(f -> Firmware.attributes(asked.get(f))
                        .limit(1)
                        .map(name -> asked.attribute(f, name, version.toString())))
                .toList();
        List<FirmwareEntry> entries = asked.knowledge().firmware(firmware.device(), version);
        List<FirmwareEntry> dangers = entries.stream()
                .filter(entry -> entry.effect() == Effect.FREEZES_HOST)
                .toList();
        if (entries.isEmpty()) {
            Message message = Message.of("finding.firmware-unknown", asked.names(functions), version.toString());
            unknown(asked, out, functions, message, evidence);
        }
        dangers.forEach(entry -> danger(asked, out, entry, version, functions, evidence));
    }

    private static void unknown(
            RuleContext asked, Sink out, List<Address> functions, Message message, List<Evidence> evidence) {
        boolean guests =
                asked.scenario() == Scenario.VM || (asked.scenario() == Scenario.AS_IS && anyGuest(asked, functions));
        out.add(RuleContext.finding(
                FindingId.FIRMWARE_UNKNOWN,
                guests ? Severity.WARNING : Severity.INFO,
                functions,
                message,
                evidence,
                FindingId.FIRMWARE_UNKNOWN.remedy(),
                evidence.isEmpty()
                        ? functions.stream()
                                .limit(8)
                                .map(f -> "mstflint -d " + f + " q")
                                .toList()
                        : List.of()));
    }

    /** Whether it is known that a card's firmware freezes the host where ATS is on. */
    static boolean freezesWithAts(RuleContext asked, Address physical) {
        return Firmware.dangers(asked.knowledge(), asked.get(physical)).stream()
                .anyMatch(entry -> entry.conditions().contains(Condition.ATS_ON));
    }

    private static boolean anyGuest(RuleContext asked, List<Address> functions) {
        return functions.stream().anyMatch(f -> withVirtual(asked, f).anyMatch(asked::heldByVfio));
    }

    private static Stream<Address> withVirtual(RuleContext asked, Address physical) {
        return Stream.concat(Stream.of(physical), asked.host().topology().virtualFunctions(physical).stream());
    }

    // ---- Danger ----------------------------------------------------------------------------------------------------

    private static void danger(
            RuleContext asked,
            Sink out,
            FirmwareEntry entry,
            FirmwareVersion version,
            List<Address> functions,
            List<Evidence> evidence) {
        Severity severity = severity(asked, entry, functions);
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(new Evidence(
                entry.id(),
                entry.text()
                        .map(Labels::plain)
                        .orElseGet(() -> Message.of("finding.firmware.confidence." + entry.confidence())),
                Message.of(
                        entry.user() ? "finding.firmware.source.user" : "finding.firmware.source",
                        entry.source(),
                        entry.date())));
        out.add(new Finding(
                FindingId.FIRMWARE_FREEZES_HOST,
                severity,
                functions,
                Message.of(
                        severity == Severity.ERROR
                                ? "finding.firmware-freezes-host"
                                : "finding.firmware-freezes-host.latent",
                        asked.names(functions),
                        version.toString()),
                all,
                good(asked, functions)
                        .<Message>map(v -> Message.of("finding.firmware-freezes-host.remedy.good", v))
                        .orElseGet(FindingId.FIRMWARE_FREEZES_HOST::remedy),
                functions.stream()
                        .filter(function ->
                                entry.conditions().contains(Condition.ATS_ON) && hasOrWillHaveAts(asked, function))
                        .map(function -> "mlxconfig -d " + function + " -y set ATS_ENABLED=0")
                        .toList(),
                entry.source() + " (" + entry.date() + ")"));
    }

    /** Where the card shows ATS, may show it, or will after its next start. */
    private static boolean hasOrWillHaveAts(RuleContext asked, Address function) {
        return !asked.get(function).ats().isAbsent()
                || NvSetting.of(asked.host().topology(), function, NvSetting.ATS_ENABLED)
                        .nextBoot()
                        .isOn();
    }

    /** The newest version that is known to be good under the same conditions. */
    private static Optional<String> good(RuleContext asked, List<Address> functions) {
        return watched(asked, asked.get(functions.getFirst()))
                .flatMap(id -> asked.knowledge().firmware(id).stream()
                        .filter(entry -> entry.effect() == Effect.VERIFIED_GOOD)
                        .flatMap(entry -> entry.versions().stream())
                        .map(FirmwareEntry.Range::to)
                        .max(FirmwareVersion::compareTo)
                        .map(FirmwareVersion::toString));
    }

    /** Error where the conditions hold or cannot be ruled out, warning where one step would make them hold. */
    private static Severity severity(RuleContext asked, FirmwareEntry entry, List<Address> functions) {
        AtsAssessment ats = new AtsAssessment(asked.host());
        Set<Condition> conditions = entry.conditions();
        boolean holds = functions.stream()
                .anyMatch(physical -> withVirtual(asked, physical).anyMatch(function -> {
                    AtsState state = ats.of(asked.get(function)).state();
                    boolean atsHolds = !conditions.contains(Condition.ATS_ON)
                            || state == AtsState.ON
                            || state == AtsState.READY
                            || state == AtsState.UNKNOWN;
                    boolean virtual = !conditions.contains(Condition.VIRTUAL_FUNCTION)
                            || asked.scenario() == Scenario.VM
                            || !function.equals(physical);
                    boolean vfio = !conditions.contains(Condition.VFIO_DRIVER)
                            || asked.scenario() == Scenario.VM
                            || asked.heldByVfio(function);
                    return atsHolds && virtual && vfio;
                }));
        if (asked.scenario() == Scenario.BARE_METAL) {
            return Severity.INFO;
        }
        return holds ? Severity.ERROR : Severity.WARNING;
    }
}
