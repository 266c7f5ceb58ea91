// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.advice.knowledge.Firmware;
import org.peerpath.advice.knowledge.FirmwareEntry;
import org.peerpath.advice.knowledge.Knowledge;
import org.peerpath.advice.log.Conclusion.Suspect;
import org.peerpath.iommu.AtsAssessment;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.Ats;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Which functions a log's events speak of, and which of a host's functions could have done it. */
final class Suspects {
    private static final int MOST = 40;
    private static final Pattern UNIT = Pattern.compile("\\bdmar\\d{1,4}\\b");

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

    /**
     * A source id has no domain. Where the line names the IOMMU, the function that it serves is meant; else any with this
     * id, and of those the ones that use ATS, for only they are sent invalidations.
     */
    private List<Address> resolve(LogEvent event, Address named) {
        boolean bare = event.kind() == EventKind.VTD_INVALIDATION_TIMEOUT
                || event.kind() == EventKind.VTD_COMPLETION_ERROR
                || event.kind() == EventKind.VTD_FAULT
                || event.kind() == EventKind.AMD_INVALIDATION_TIMEOUT;
        if (host.isEmpty() || !bare || named.domain() != 0) {
            return List.of(named);
        }
        HostModel model = host.get();
        List<PciFunction> same = model.topology().functions().values().stream()
                .filter(f -> f.address().routingId() == named.routingId())
                .toList();
        Optional<String> unit = unit(event.text());
        List<PciFunction> served = unit.map(
                        u -> same.stream().filter(f -> serves(model, u, f)).toList())
                .filter(list -> !list.isEmpty())
                .orElse(same);
        List<PciFunction> caching = served.stream()
                .filter(f -> event.kind() != EventKind.VTD_FAULT)
                .filter(f -> f.ats().flatMap(Ats::enabled).knownToBe(on -> on))
                .toList();
        List<PciFunction> meant = caching.isEmpty() ? served : caching;
        return meant.isEmpty()
                ? List.of(named)
                : meant.stream().map(PciFunction::address).toList();
    }

    private static Optional<String> unit(String text) {
        Matcher m = UNIT.matcher(text);
        return m.find() ? Optional.of(m.group()) : Optional.empty();
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
        named(events).forEach(suspect -> found.put(suspect.function(), suspect));
        host.ifPresent(model -> {
            List<Address> ports = new ArrayList<>(found.keySet());
            model.topology().places().forEach((address, place) -> {
                if (place.chain().stream().anyMatch(ports::contains)) {
                    found.putIfAbsent(address, new Suspect(address, Message.of("log.suspect.below")));
                }
            });
            caching(model).forEach(suspect -> found.putIfAbsent(suspect.function(), suspect));
        });
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
