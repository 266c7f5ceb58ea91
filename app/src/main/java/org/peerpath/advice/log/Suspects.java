// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.log.Conclusion.Suspect;
import org.peerpath.hardware.FirmwareEntry;
import org.peerpath.hardware.Knowledge;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Ats;
import org.peerpath.pci.Firmware;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Which functions a log's events speak of, and which of a host's functions could have done it. */
final class Suspects {
    private static final int MOST = 40;

    private final Optional<HostModel> host;
    private final Knowledge knowledge;

    Suspects(Optional<HostModel> host, Knowledge knowledge) {
        this.host = host;
        this.knowledge = knowledge;
    }

    /** The functions that the events name. */
    List<Suspect> named(List<LogEvent> events) {
        Map<Address, Suspect> found = new LinkedHashMap<>();
        for (LogEvent event : events) {
            event.function()
                    .ifPresent(named -> resolve(event, named)
                            .forEach(function -> found.putIfAbsent(
                                    function,
                                    new Suspect(
                                            function,
                                            Message.of(
                                                    "log.suspect.named",
                                                    Message.of("log.event."
                                                            + event.kind().id()))))));
        }
        return found.values().stream().limit(MOST).toList();
    }

    /** Those that the events name; where an AMD IOMMU waited and named none, whatever caches translations. */
    List<Suspect> of(List<LogEvent> events, Signature signature) {
        List<Suspect> named = signature == Signature.LINK_DOWN ? withBelow(named(events)) : named(events);
        boolean waited = signature == Signature.INVALIDATION_TIMEOUT && named.isEmpty();
        return waited && host.isPresent() ? caching(host.get()) : named;
    }

    /**
     * A source id has no domain. Where the line names the IOMMU, the function that it serves is meant; else any with this
     * id, and of those the ones that use ATS, for only they are sent invalidations.
     */
    private List<Address> resolve(LogEvent event, Address named) {
        if (host.isEmpty() || !event.hit().bare()) {
            return List.of(named);
        }
        HostModel model = host.get();
        List<PciFunction> same = model.topology().functions().values().stream()
                .filter(f -> f.address().routingId() == named.routingId())
                .toList();
        Optional<String> unit = event.hit().unit();
        List<PciFunction> served = unit.map(
                        u -> same.stream().filter(f -> serves(model, u, f)).toList())
                .filter(list -> !list.isEmpty())
                .orElse(same);
        List<PciFunction> caching = served.stream()
                .filter(f -> event.kind()
                        .signature()
                        .filter(Signature.TRANSLATION_FAULT::equals)
                        .isEmpty())
                .filter(f -> f.ats().flatMap(Ats::enabled).knownToBe(on -> on))
                .toList();
        List<PciFunction> meant = caching.isEmpty() ? served : caching;
        return meant.isEmpty()
                ? List.of(named)
                : meant.stream().map(PciFunction::address).toList();
    }

    /** By the function's own link, else by the segment that the firmware's table gives the unit. */
    private static boolean serves(HostModel model, String unit, PciFunction function) {
        Fact<String> link = function.facts().text(Attributes.IOMMU);
        return link.isKnown()
                ? link.knownToBe(unit::equals)
                : model.iommu()
                        .segmentOf(unit)
                        .knownToBe(s -> s == function.address().domain());
    }

    /** Named functions, what lies below a port that lost its link, then whatever caches translations on this host. */
    List<Suspect> ofHang(List<LogEvent> events) {
        Map<Address, Suspect> found = new LinkedHashMap<>();
        withBelow(named(events)).forEach(suspect -> found.put(suspect.function(), suspect));
        host.ifPresent(model -> caching(model).forEach(suspect -> found.putIfAbsent(suspect.function(), suspect)));
        return found.values().stream().limit(MOST).toList();
    }

    /** Those named, and on a known host what lies below them. */
    private List<Suspect> withBelow(List<Suspect> named) {
        Map<Address, Suspect> found = new LinkedHashMap<>();
        named.forEach(suspect -> found.put(suspect.function(), suspect));
        List<Address> ports = List.copyOf(found.keySet());
        host.ifPresent(model -> model.topology().places().forEach((address, place) -> {
            if (place.chain().stream().anyMatch(ports::contains)) {
                found.putIfAbsent(address, new Suspect(address, Message.of("log.suspect.below")));
            }
        }));
        return found.values().stream().limit(MOST).toList();
    }

    /** Functions with ATS that VFIO holds; those with firmware known to do this first; else all with ATS. */
    private List<Suspect> caching(HostModel model) {
        List<Suspect> bad = new ArrayList<>();
        List<Suspect> held = new ArrayList<>();
        List<Suspect> on = new ArrayList<>();
        AtsAssessment ats = new AtsAssessment(model);
        for (PciFunction function : model.topology().functions().values()) {
            AtsState state = ats.of(function).state();
            if (state != AtsState.ON && state != AtsState.READY) {
                continue;
            }
            boolean vfio = Ownership.heldByVfio(function.facts()).knownToBe(h -> h);
            Optional<FirmwareEntry> danger = danger(model, function);
            if (vfio && danger.isPresent()) {
                bad.add(new Suspect(
                        function.address(),
                        Message.of(
                                "log.suspect.firmware",
                                danger.get().family(),
                                danger.get().source())));
            } else if (vfio) {
                held.add(new Suspect(function.address(), Message.of("log.suspect.vfio")));
            } else {
                on.add(new Suspect(function.address(), Message.of("log.suspect.ats")));
            }
        }
        bad.addAll(held);
        return bad.isEmpty() ? on : bad;
    }

    private Optional<FirmwareEntry> danger(HostModel model, PciFunction function) {
        PciFunction physical = model.topology()
                .get(model.topology().physicalFunction(function.address()).orElse(function.address()));
        return Firmware.dangers(knowledge, physical).stream().findFirst();
    }
}
