// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.advice.log.Conclusion.Place;
import org.peerpath.advice.log.Conclusion.Suspect;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.text.Message;

/** Ties the events of one boot together. */
final class BootDiagnosis {
    /** What went wrong so many seconds before something graver is told first, although nothing ties the two. */
    private static final double SHORTLY = 600;

    private static final Set<String> LINK_BITS = Set.of("RxErr", "BadTLP", "BadDLLP", "Rollover", "Timeout");
    private static final Set<Signature> MAY_FAIL_WITH_LINK = Set.of(
            Signature.GPU_LOST,
            Signature.GPU_NOT_STARTED,
            Signature.LINK_DOWN,
            Signature.DEVICE_LOST,
            Signature.NIC_FAILED,
            Signature.COMPLETION_LOST,
            Signature.PCIE_ERROR);

    /** An error of a GPU that is lost so many seconds later was the first sign of it. */
    private static final double SIGN = 30;

    private final List<LogEvent> events;
    private final Causes causes;
    private final Suspects suspects;
    private final PeerFaults peers;
    private final List<Incident> incidents = new ArrayList<>();
    private final List<LogEvent> leads;

    BootDiagnosis(List<LogEvent> events, LogTopology topology, Optional<HostModel> host, Knowledge knowledge) {
        this.events = events;
        this.causes = new Causes(new Kinship(host, topology));
        this.suspects = new Suspects(host, knowledge);
        this.peers = new PeerFaults(new Regions(host, topology));
        Set<LogEvent> taken = new HashSet<>();
        Hang.in(events).ifPresent(hang -> {
            incidents.add(hang);
            taken.addAll(hang.events());
            taken.addAll(hang.followers());
        });
        incidents.addAll(Incidents.of(events, taken));
        this.leads = events.stream()
                .filter(e -> e.kind().signature().isEmpty() && !taken.contains(e))
                .toList();
    }

    /** The conclusions of this boot, the first cause first. */
    List<Conclusion> conclusions() {
        incidents.replaceAll(peers::of);
        incidents.stream()
                .filter(i -> i.signature() == Signature.LOCKUP_ELSEWHERE)
                .filter(i -> i.events().stream().allMatch(e -> e.stack().isEmpty()))
                .forEach(i -> i.sure(Confidence.POSSIBLE));
        signsOfLoss();
        failingLinks();
        incidents.sort(Comparator.comparingLong(incident -> events.indexOf(incident.first())));
        List<Incident> linked = new ArrayList<>();
        for (Incident incident : incidents) {
            link(incident, linked);
            Optional<Incident> same = incident.cause().filter(cause -> cause.signature() == incident.signature());
            same.ifPresentOrElse(cause -> cause.events().addAll(incident.events()), () -> linked.add(incident));
        }
        incidents.clear();
        incidents.addAll(linked);
        for (Incident incident : incidents) {
            if (incident.cause().isEmpty() && incident.signature() != Signature.LINK_FAILING) {
                leads.stream()
                        .filter(lead -> causes.of(lead, seen(incident)).isPresent())
                        .forEach(incident.before()::add);
            }
        }
        return ordered();
    }

    /** A GPU that goes away mostly shows other errors first; they are no cause. */
    private void signsOfLoss() {
        for (Incident lost : List.copyOf(incidents)) {
            if (lost.signature() != Signature.GPU_LOST) {
                continue;
            }
            incidents.removeIf(other -> {
                double passed = other.last().until(lost.first()).orElse(0);
                boolean sign = other.signature() == Signature.GPU_ERROR
                        && other.first().function().equals(lost.first().function())
                        && other.first().line() < lost.first().line()
                        && passed >= 0
                        && passed <= SIGN;
                if (sign) {
                    lost.before().addAll(other.events());
                }
                return sign;
            });
        }
    }

    /** Errors that a link corrected are no trouble, unless something fails right after them: then the link is the cause. */
    private void failingLinks() {
        List<Incident> links = new ArrayList<>();
        Set<LogEvent> told = new HashSet<>();
        for (Incident incident : incidents) {
            List<LogEvent> corrected = !MAY_FAIL_WITH_LINK.contains(incident.signature())
                    ? List.of()
                    : leads.stream()
                            .filter(BootDiagnosis::isOfLink)
                            .filter(lead -> causes.of(lead, seen(incident)).isPresent())
                            .filter(lead -> !causes.isBelow(lead, seen(incident)))
                            .filter(told::add)
                            .toList();
            if (!corrected.isEmpty()) {
                Incident link = new Incident(Signature.LINK_FAILING, corrected);
                link.sure(Confidence.LIKELY);
                links.add(link);
            }
        }
        incidents.addAll(links);
    }

    /** Whether a corrected error is one of the link itself: bad symbols, bad packets, packets sent again (PCIe 6.2.4). */
    private static boolean isOfLink(LogEvent event) {
        String bits = event.detail().orElse("");
        return event.kind() == EventKind.AER_CORRECTED
                && (LINK_BITS.stream().anyMatch(bits::contains)
                        || event.text().contains("type=Data Link Layer")
                        || event.text().contains("type=Physical Layer"));
    }

    /** By which event others are compared with an incident: one that names a function, else one of the whole host. */
    private static LogEvent seen(Incident incident) {
        return incident.events().stream()
                .filter(e -> e.function().isPresent())
                .findFirst()
                .or(() -> incident.events().stream()
                        .filter(e -> e.kind().concernsHost())
                        .findFirst())
                .orElse(incident.first());
    }

    /**
     * The same trouble before, else the surest cause, of several the latest: it has a cause of its own where there is an
     * earlier one.
     */
    private void link(Incident later, List<Incident> earlier) {
        LogEvent seen = seen(later);
        for (int i = earlier.size() - 1; i >= 0; i--) {
            Incident candidate = earlier.get(i);
            Optional<Confidence> tie =
                    candidate.signature().isTrouble() && later.signature().isTrouble()
                            ? tie(candidate, seen)
                            : Optional.empty();
            if (tie.isPresent() && candidate.signature() == later.signature()) {
                later.follows(candidate, tie.get());
                return;
            }
            if (tie.isPresent() && (later.cause().isEmpty() || tie.get().compareTo(later.confidence()) < 0)) {
                later.follows(candidate, tie.get());
            }
        }
    }

    private Optional<Confidence> tie(Incident cause, LogEvent later) {
        if (cause.signature() == Signature.DEVICE_TLB_HANG) {
            // Nothing on the host goes on.
            return Optional.of(Confidence.LIKELY).filter(c -> cause.first().line() < later.line());
        }
        return cause.events().stream()
                .flatMap(event -> causes.of(event, later).stream())
                .min(Comparator.naturalOrder());
    }

    /** Roots by weight and time, each with what follows from it. */
    private List<Conclusion> ordered() {
        Map<Incident, List<Incident>> trees = new LinkedHashMap<>();
        incidents.stream().filter(i -> i.cause().isEmpty()).forEach(root -> trees.put(root, new ArrayList<>()));
        incidents.stream()
                .filter(i -> i.cause().isPresent())
                .forEach(i -> trees.getOrDefault(i.root(), new ArrayList<>()).add(i));
        List<Map.Entry<Incident, List<Incident>>> grave = trees.entrySet().stream()
                .filter(tree -> weight(tree.getKey(), tree.getValue()).compareTo(Signature.Weight.DEVICE) <= 0)
                .toList();
        List<List<Incident>> sorted = trees.entrySet().stream()
                .sorted(Comparator.comparing(tree -> rank(tree, grave)))
                .map(tree -> {
                    List<Incident> whole = new ArrayList<>(List.of(tree.getKey()));
                    whole.addAll(tree.getValue());
                    return whole;
                })
                .toList();
        List<Conclusion> all = new ArrayList<>();
        Map<Signature, Integer> roots = new LinkedHashMap<>();
        for (List<Incident> tree : sorted) {
            List<Incident> joined = joined(tree);
            Integer same = joined.size() == 1 ? roots.get(joined.getFirst().signature()) : null;
            if (same != null) {
                // Another device with the same trouble and nothing that follows from it: one conclusion tells of both.
                all.set(same, with(all.get(same), joined.getFirst()));
                continue;
            }
            if (joined.size() == 1) {
                roots.put(joined.getFirst().signature(), all.size());
            }
            List<Suspect> named = joined.stream()
                    .flatMap(incident -> suspects.named(incident.events()).stream())
                    .toList();
            for (Incident incident : joined) {
                Place place =
                        incident.cause().isPresent() ? Place.FOLLOWS : all.isEmpty() ? Place.FIRST : Place.SEPARATE;
                all.add(conclusion(incident, place, named));
            }
        }
        return all;
    }

    /** The gravest first, together with what went wrong shortly before it, whether or not something ties the two. */
    private static Signature.Weight rank(
            Map.Entry<Incident, List<Incident>> tree, List<Map.Entry<Incident, List<Incident>>> graver) {
        Signature.Weight weight = weight(tree.getKey(), tree.getValue());
        if (weight.compareTo(Signature.Weight.REFUSED) >= 0) {
            return weight;
        }
        if (weight == Signature.Weight.HOST) {
            return weight;
        }
        LogEvent first = tree.getKey().first();
        return graver.stream()
                .filter(other -> {
                    double passed = first.until(other.getKey().first()).orElse(0);
                    return passed >= 0 && passed <= SHORTLY;
                })
                .map(other -> weight(other.getKey(), other.getValue()))
                .reduce(weight, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    private static Signature.Weight weight(Incident root, List<Incident> following) {
        return following.stream()
                .map(i -> i.signature().weight())
                .reduce(root.signature().weight(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }

    /** What follows from the same and means the same is one. */
    private static List<Incident> joined(List<Incident> tree) {
        List<Incident> joined = new ArrayList<>();
        for (Incident incident : tree) {
            Optional<Incident> same = joined.stream()
                    .filter(other -> other.cause().isPresent() && other.signature() == incident.signature())
                    .findFirst();
            if (same.isPresent()) {
                same.get().events().addAll(incident.events());
                same.get().followers().addAll(incident.followers());
            } else {
                joined.add(incident);
            }
        }
        return joined;
    }

    private Conclusion with(Conclusion before, Incident more) {
        List<LogEvent> evidence = new ArrayList<>(before.evidence());
        evidence.addAll(more.events());
        List<LogEvent> leading = new ArrayList<>(before.before());
        leading.addAll(more.before());
        return new Conclusion(
                before.signature(),
                before.confidence(),
                before.circumstance(),
                before.place(),
                leading,
                evidence,
                before.followers(),
                suspects.named(evidence),
                before.advice());
    }

    private Conclusion conclusion(Incident incident, Place place, List<Suspect> named) {
        List<LogEvent> evidence = incident.events();
        List<Suspect> own = incident.signature() == Signature.DEVICE_TLB_HANG
                ? suspects.ofHang(evidence)
                : suspects.of(evidence, incident.signature());
        Optional<Message> circumstance = incident.circumstance().or(() -> Circumstances.of(incident));
        return new Conclusion(
                incident.signature(),
                incident.confidence(),
                circumstance,
                place,
                incident.before(),
                evidence,
                incident.followers(),
                // A cause that names no function is known by what followed from it.
                own.isEmpty() && place != Place.FOLLOWS ? named : own,
                Circumstances.advice(incident));
    }
}
