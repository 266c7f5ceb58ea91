// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.acs.Harm;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.advice.KernelFixes;
import org.peerpath.hardware.KernelEntry;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Collects what stands in the way of a plan. A guard whose fact was not read never passes silently: it refuses or asks.
 */
final class Guards {
    private static final int MOST_HARMS = 8;

    private final HostModel host;
    private final FunctionGuards functions;
    private final Map<Key, Guard> found = new LinkedHashMap<>();

    /** One guard for each rule and reason, with all functions it concerns. */
    private record Key(GuardId id, Guard.Answer answer, Message reason) {}

    Guards(HostModel host) {
        this.host = host;
        this.functions = new FunctionGuards(host, this);
    }

    /** What concerns functions that are taken, given or made. */
    FunctionGuards functions() {
        return functions;
    }

    /** Refusals first: they are what one has to know before all else. */
    List<Guard> found() {
        return found.values().stream()
                .sorted(Comparator.comparing(Guard::answer))
                .toList();
    }

    /** Where nothing is to be done there is nothing to ask; a refusal still says why the goal cannot be had. */
    List<Guard> refusals() {
        return found.values().stream()
                .filter(guard -> guard.answer() == Guard.Answer.REFUSES)
                .toList();
    }

    void refuse(GuardId id, List<Address> functions) {
        add(id, Guard.Answer.REFUSES, functions, reason(id));
    }

    void refuse(GuardId id, List<Address> functions, Message detail) {
        add(id, Guard.Answer.REFUSES, functions, Message.of("guard.detail", reason(id), detail));
    }

    void ask(GuardId id, List<Address> functions) {
        add(id, Guard.Answer.ASKS, functions, reason(id));
    }

    void ask(GuardId id, List<Address> functions, Message detail) {
        add(id, Guard.Answer.ASKS, functions, Message.of("guard.detail", reason(id), detail));
    }

    /** Asks because it could not be told whether there is anything to refuse. */
    void unread(GuardId id, List<Address> functions, Message why) {
        add(id, Guard.Answer.ASKS, functions, Message.of("guard.unread", reason(id), why));
    }

    static Message reason(GuardId id) {
        return Message.of("guard." + id.id() + ".reason");
    }

    private void add(GuardId id, Guard.Answer answer, List<Address> functions, Message reason) {
        found.merge(
                new Key(id, answer, reason),
                new Guard(id, answer, functions, reason, Message.of("guard." + id.id() + ".lift"), id.source()),
                (one, other) -> {
                    List<Address> both = new ArrayList<>(one.functions());
                    other.functions().stream().filter(f -> !both.contains(f)).forEach(both::add);
                    return new Guard(id, answer, both, reason, one.lift(), one.source());
                });
    }

    /** What must hold before anything is changed on a host at all. */
    void host(boolean writesConfigSpace) {
        Fact<String> user = host.snapshot().hostText(HostFiles.EFFECTIVE_USER);
        if (user.knownToBe(id -> !id.strip().equals("0"))) {
            refuse(GuardId.NOT_ROOT, List.of());
        } else if (!user.isKnown()) {
            unread(GuardId.NOT_ROOT, List.of(), why(user, HostFiles.EFFECTIVE_USER));
        }
        Fact<String> lockdown = host.snapshot().hostText(HostFiles.LOCKDOWN);
        if (writesConfigSpace) {
            if (lockdown.knownToBe(text -> !text.contains("[none]"))) {
                refuse(GuardId.LOCKDOWN, List.of());
            } else if (lockdown.isUnknown()) {
                unread(GuardId.LOCKDOWN, List.of(), lockdown.whyUnknown().orElseThrow());
            }
        }
    }

    /** What must hold before a step that could stop the host. */
    void dangerous() {
        ask(GuardId.NO_OTHER_CONSOLE, List.of());
        Fact<String> panic = host.snapshot().hostText("proc/sys/kernel/hardlockup_panic");
        if (!panic.knownToBe(text -> text.strip().equals("1"))) {
            ask(GuardId.CRASH_CAPTURE_OFF, List.of());
        }
    }

    /** The firmware of NICs, as the findings judge it: bad refuses, unknown asks. */
    void firmware(List<Finding> findings, List<PciFunction> nics) {
        List<Address> addresses = nics.stream().map(PciFunction::address).toList();
        for (Finding finding : findings) {
            List<Address> concerned = finding.functions().stream()
                    .filter(function -> addresses.contains(
                            host.topology().physicalFunction(function).orElse(function)))
                    .toList();
            if (finding.id() == FindingId.FIRMWARE_FREEZES_HOST && !concerned.isEmpty()) {
                refuse(GuardId.FIRMWARE_KNOWN_BAD, concerned, finding.message());
            } else if (finding.id() == FindingId.FIRMWARE_UNKNOWN && !concerned.isEmpty()) {
                ask(GuardId.FIRMWARE_UNKNOWN, concerned, finding.message());
            }
        }
        for (PciFunction nic : nics) {
            // Nobody can say what is known about a card whose make was not read.
            nic.vendor()
                    .whyUnknown()
                    .or(nic.device()::whyUnknown)
                    .ifPresent(why -> ask(GuardId.FIRMWARE_UNKNOWN, List.of(nic.address()), why));
        }
    }

    /** What a change of ports makes worse for others: no plan may. */
    void harms(List<Harm> harms) {
        for (Harm harm : harms.subList(0, Math.min(MOST_HARMS, harms.size()))) {
            refuse(
                    GuardId.HARMS_OTHERS,
                    List.of(harm.requester(), harm.target()),
                    Message.of(
                            "guard.harm." + harm.what().id(),
                            harm.requester(),
                            harm.target(),
                            harm.before(),
                            harm.after(),
                            harm.port()));
        }
        if (harms.size() > MOST_HARMS) {
            refuse(
                    GuardId.HARMS_OTHERS,
                    List.of(),
                    Message.of("guard.harm.more", Integer.toString(harms.size() - MOST_HARMS)));
        }
    }

    /** Direct requests of host drivers mean nothing where the IOMMU translates: the switch knows no such address. */
    boolean translated(PciFunction nic) {
        Fact<Boolean> translates = host.iommu().groupOf(nic.facts()).flatMap(IommuGroup::translates);
        boolean known = translates.knownToBe(yes -> yes);
        if (known) {
            refuse(GuardId.IOMMU_TRANSLATES, List.of(nic.address()));
        }
        translates.whyUnknown().ifPresent(why -> unread(GuardId.IOMMU_TRANSLATES, List.of(nic.address()), why));
        return known;
    }

    /** Faults of older kernels in waiting for invalidations: lacking fixes and an unread version ask alike. */
    void kernelFixes() {
        Fact<List<KernelEntry>> lacking = KernelFixes.lacking(host, Knowledge.inUse());
        lacking.whyUnknown().ifPresent(why -> unread(GuardId.KERNEL_FIXES_UNKNOWN, List.of(), why));
        if (lacking.knownToBe(entries -> !entries.isEmpty())) {
            host.iommu()
                    .kernel()
                    .asOptional()
                    .ifPresent(kernel -> ask(
                            GuardId.KERNEL_FIXES_UNKNOWN,
                            List.of(),
                            Message.of(
                                    "finding.kernel-lacks-fixes",
                                    kernel.toString(),
                                    Integer.toString(
                                            lacking.asOptional().orElseThrow().size()))));
        }
    }

    /** A setting that a step changes, and would have to put back: asks where it was not read, or is not there. */
    void mustBeRead(PciFunction function, String setting) {
        Fact<String> value = function.facts().text(setting);
        if (!value.isKnown()) {
            ask(GuardId.SETTING_UNREAD, List.of(function.address()), why(value, setting));
        }
    }

    /** What drives a function decides which commands take it away. */
    void driverMustBeRead(PciFunction function) {
        function.facts()
                .text(Attributes.DRIVER)
                .whyUnknown()
                .ifPresent(why -> refuse(GuardId.DRIVER_UNREAD, List.of(function.address()), why));
    }

    /** Why a value is not known; of one that was looked for and is not there, that this source does not have it. */
    static Message why(Fact<?> value, String name) {
        return value.whyUnknown().orElseGet(() -> Message.of("unknown.not-in-source", name));
    }
}
