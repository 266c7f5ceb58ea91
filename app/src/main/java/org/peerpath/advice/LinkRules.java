// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.Link;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Links that run below what both ends can do, and links too narrow for what has to pass. */
final class LinkRules implements FindingRule {
    /** GB/s to Gb/s. */
    private static final double BITS = 8;

    @Override
    public void apply(RuleContext asked, Sink out) {
        downgraded(asked, out);
        ends(asked, out);
        bandwidth(asked, out);
        uplinks(asked, out);
    }

    /**
     * The two ends of a link.
     *
     * @param upper a root or downstream port
     * @param lower what is below it
     */
    private record Ends(PciFunction upper, PciFunction lower) {}

    /** The links on the way of NICs, GPUs and drives, each once. */
    private static List<Ends> links(RuleContext asked, Sink out) {
        Set<Address> seen = new HashSet<>();
        List<Ends> links = new ArrayList<>();
        asked.functions()
                .filter(f -> Roles.isGpu(f) || Roles.isNetwork(f) || Roles.isNvme(f))
                .forEach(end -> {
                    PciFunction lower = end;
                    for (PciFunction upper : asked.above(end.address())) {
                        out.known(FindingId.LINK_DOWNGRADED, upper.portType());
                        out.known(FindingId.LINK_ENDS_DISAGREE, upper.portType());
                        if (upper.portType().knownToBe(PortType::isDownstreamFacing) && seen.add(upper.address())) {
                            links.add(new Ends(upper, lower));
                        }
                        lower = upper;
                    }
                });
        return links;
    }

    private static void downgraded(RuleContext asked, Sink out) {
        List<Ends> slow = new ArrayList<>();
        List<Ends> idle = new ArrayList<>();
        for (Ends ends : links(asked, out)) {
            Optional<LinkSpeed> best = least(ends, Link::maxSpeed);
            Optional<LinkSpeed> now = first(ends, Link::currentSpeed);
            Optional<Integer> widest = least(ends, Link::maxWidth);
            Optional<Integer> width = first(ends, Link::currentWidth).filter(w -> w > 0);
            if (best.isEmpty() || now.isEmpty() || widest.isEmpty() || width.isEmpty()) {
                out.known(FindingId.LINK_DOWNGRADED, ends.lower().link());
                out.known(FindingId.LINK_DOWNGRADED, ends.upper().link());
                continue;
            }
            boolean slower = now.get().compareTo(best.get()) < 0;
            boolean narrower = width.get() < widest.get();
            if (narrower || (slower && !Roles.isGpu(ends.lower()))) {
                slow.add(ends);
            } else if (slower) {
                idle.add(ends);
            }
        }
        report(asked, out, Severity.WARNING, "finding.link-downgraded", slow);
        report(asked, out, Severity.INFO, "finding.link-downgraded.idle", idle);
    }

    /** Both ends of a link name the same speed and width (PCIe 7.5.3.8); where they do not, one of them is not to be trusted. A link that is down has no other end to name anything. */
    private static void ends(RuleContext asked, Sink out) {
        List<Ends> apart = new ArrayList<>();
        for (Ends ends : links(asked, out)) {
            out.known(FindingId.LINK_ENDS_DISAGREE, ends.upper().link());
            out.known(FindingId.LINK_ENDS_DISAGREE, ends.lower().link());
            boolean down =
                    first(ends, Link::currentWidth).filter(width -> width == 0).isPresent();
            if (!down && (differ(ends, Link::currentSpeed) || differ(ends, Link::currentWidth))) {
                apart.add(ends);
            }
        }
        if (!apart.isEmpty()) {
            List<Address> functions = apart.stream()
                    .flatMap(ends ->
                            Stream.of(ends.upper().address(), ends.lower().address()))
                    .toList();
            out.add(RuleContext.finding(
                    FindingId.LINK_ENDS_DISAGREE,
                    Severity.WARNING,
                    functions,
                    Message.of(
                            "finding.link-ends-disagree",
                            asked.names(
                                    apart.stream().map(e -> e.lower().address()).toList())),
                    functions.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(function -> Evidence.register(
                                    asked.host().snapshot(),
                                    function,
                                    "LnkSta",
                                    speed(
                                            asked.get(function)
                                                    .link()
                                                    .flatMap(Link::currentSpeed)
                                                    .asOptional(),
                                            asked.get(function)
                                                    .link()
                                                    .flatMap(Link::currentWidth)
                                                    .asOptional())))
                            .toList()));
        }
    }

    private static <T> boolean differ(Ends ends, Field<T> field) {
        Optional<T> upper = ends.upper().link().flatMap(field::of).asOptional();
        Optional<T> lower = ends.lower().link().flatMap(field::of).asOptional();
        return upper.isPresent() && lower.isPresent() && !upper.equals(lower);
    }

    private static void report(RuleContext asked, Sink out, Severity severity, String key, List<Ends> links) {
        if (links.isEmpty()) {
            return;
        }
        List<Message> words = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Ends ends : links) {
            Address lower = ends.lower().address();
            String now = speed(first(ends, Link::currentSpeed), first(ends, Link::currentWidth));
            String best = speed(least(ends, Link::maxSpeed), least(ends, Link::maxWidth));
            words.add(Message.of("finding.link", asked.name(lower), now, best));
            evidence.add(Evidence.register(asked.host().snapshot(), lower, "LnkSta", now));
        }
        out.add(RuleContext.finding(
                FindingId.LINK_DOWNGRADED,
                severity,
                links.stream().map(ends -> ends.lower().address()).toList(),
                Message.of(key, Lists.of(words)),
                evidence.stream().limit(8).toList()));
    }

    private static String speed(Optional<LinkSpeed> speed, Optional<Integer> width) {
        return speed.map(s -> number(s.gigatransfers()) + " GT/s").orElse("?") + " x"
                + width.map(w -> Integer.toString(w)).orElse("?");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private interface Field<T> {
        Fact<T> of(Link link);
    }

    /** What both ends can do; empty unless both are known. */
    private static <T extends Comparable<T>> Optional<T> least(Ends ends, Field<T> field) {
        Optional<T> upper = ends.upper().link().flatMap(field::of).asOptional();
        Optional<T> lower = ends.lower().link().flatMap(field::of).asOptional();
        return upper.flatMap(u -> lower.map(l -> u.compareTo(l) <= 0 ? u : l));
    }

    private static <T> Optional<T> first(Ends ends, Field<T> field) {
        return ends.upper()
                .link()
                .flatMap(field::of)
                .asOptional()
                .or(() -> ends.lower().link().flatMap(field::of).asOptional());
    }

    // ---- Against the NIC's ports -----------------------------------------------------------------------------------

    private static void bandwidth(RuleContext asked, Sink out) {
        List<PathReport> detours = new ArrayList<>();
        List<PathReport> direct = new ArrayList<>();
        List<PathReport> bothWays = new ArrayList<>();
        for (PathReport report : asked.nearest(r -> true)) {
            Optional<Integer> needed = portSpeed(asked, report.requester());
            Optional<Double> carried = report.bottleneck().map(Bottleneck::gigabytesPerSecond);
            if (needed.isPresent() && carried.isEmpty() && report.verdict() != Outcome.BLOCKED) {
                out.unchecked(FindingId.BANDWIDTH_SHORT, Message.of("finding.bandwidth-short.unread"));
            }
            if (needed.isEmpty() || carried.isEmpty()) {
                continue;
            }
            boolean detour = report.verdict() == Outcome.DETOUR;
            if (carried.get() * BITS >= needed.get()) {
                // What goes up comes down again: with traffic both ways each link above the switch carries it twice.
                if (detour && carried.get() * BITS < 2 * needed.get()) {
                    bothWays.add(report);
                }
                continue;
            }
            (report.verdict() == Outcome.DETOUR ? detours : direct).add(report);
        }
        tooNarrow(asked, out, Severity.WARNING, "finding.bandwidth-short.detour", detours);
        tooNarrow(asked, out, Severity.WARNING, "finding.bandwidth-short.both-ways", bothWays);
        tooNarrow(asked, out, Severity.INFO, "finding.bandwidth-short", direct);
    }

    private static void tooNarrow(RuleContext asked, Sink out, Severity severity, String key, List<PathReport> pairs) {
        if (pairs.isEmpty()) {
            return;
        }
        PathReport first = pairs.getFirst();
        Bottleneck narrowest = first.bottleneck().orElseThrow();
        out.add(RuleContext.finding(
                FindingId.BANDWIDTH_SHORT,
                severity,
                RuleContext.ends(pairs),
                Message.of(
                        key,
                        asked.pairs(pairs),
                        asked.name(narrowest.port()),
                        gigabytes(narrowest.gigabytesPerSecond()),
                        gigabytes(portSpeed(asked, first.requester()).orElse(0) / BITS)),
                pairs.stream()
                        .flatMap(p -> p.bottleneck().stream())
                        .distinct()
                        .limit(RuleContext.MOST_EVIDENCE)
                        .map(b -> Evidence.register(
                                asked.host().snapshot(),
                                b.port(),
                                "LnkSta",
                                speed(Optional.of(b.speed()), Optional.of(b.width()))))
                        .toList()));
    }

    private static String gigabytes(double value) {
        return Long.toString(Math.round(value));
    }

    private static Optional<Integer> portSpeed(RuleContext asked, Address nic) {
        return asked.labels().device(asked.get(nic)).flatMap(KnownDevice::gigabitsPerSecond);
    }

    /** Several NICs below one link to the root complex. */
    private static void uplinks(RuleContext asked, Sink out) {
        Map<Address, List<Address>> below = new TreeMap<>();
        asked.functions().filter(Roles::isRdmaNic).forEach(nic -> {
            List<PciFunction> above = asked.above(nic.address());
            if (!asked.host().topology().place(nic.address()).chainKnown()) {
                out.unchecked(FindingId.UPLINK_OVERSUBSCRIBED, Message.of("unknown.chain", nic.address()));
            } else if (!above.isEmpty()) {
                below.computeIfAbsent(above.getLast().address(), port -> new ArrayList<>())
                        .add(nic.address());
            }
        });
        below.forEach((port, nics) -> {
            int wanted = devices(nics).stream()
                    .mapToInt(nic -> portSpeed(asked, nic).orElse(0))
                    .sum();
            if (devices(nics).size() < 2 || wanted == 0) {
                return;
            }
            Fact<Link> link = asked.get(port).link();
            Fact<LinkSpeed> speed = link.flatMap(Link::currentSpeed);
            Fact<Integer> width = link.flatMap(Link::currentWidth);
            Optional<Double> capacity =
                    out.known(FindingId.UPLINK_OVERSUBSCRIBED, speed.flatMap(s -> width.map(s::gigabytesPerSecond)));
            if (capacity.isPresent() && capacity.get() > 0 && wanted > capacity.get() * BITS) {
                boolean used = !asked.nearest(r -> nics.contains(r.requester())
                                && (r.verdict() == Outcome.DETOUR || r.verdict() == Outcome.ROOT_COMPLEX))
                        .isEmpty();
                out.add(RuleContext.finding(
                        FindingId.UPLINK_OVERSUBSCRIBED,
                        used ? Severity.WARNING : Severity.INFO,
                        nics,
                        Message.of(
                                "finding.uplink-oversubscribed",
                                asked.names(nics),
                                asked.name(port),
                                gigabytes(capacity.get()),
                                gigabytes(wanted / BITS)),
                        List.of(Evidence.register(
                                asked.host().snapshot(),
                                port,
                                "LnkSta",
                                speed(speed.asOptional(), width.asOptional())))));
            }
        });
    }

    /** One function of each device: two ports of a card share what the card carries. */
    private static List<Address> devices(List<Address> functions) {
        List<Address> devices = new ArrayList<>();
        functions.stream()
                .filter(f -> devices.stream().noneMatch(f::sameDevice))
                .forEach(devices::add);
        return devices;
    }
}
