// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.peerpath.text.Message;

/**
 * Hosts that are alike, in one group each: the same state, deciding rules, findings, firmware and links. Kernel, command
 * line and board are shown as differences inside a group. The odd ones come first: worse states before better ones, then
 * few hosts before many.
 *
 * @param groups the groups in that order
 */
public record HostGroups(List<Group> groups) {
    private static final String NONE = "–";
    private static final Comparator<Group> ODD_FIRST = Comparator.comparing(Group::state)
            .thenComparingInt(group -> group.hosts().size())
            .thenComparing(Group::id);

    /**
     * One group.
     *
     * @param id a short name of what its hosts have in common, the same in every run
     * @param hosts its hosts by name; at least one
     * @param reason why it is as it is, as one sentence: first of all what the largest group does not have; empty where it
     *     is fine
     * @param differs how it differs from the largest group of the fleet; empty for that group itself
     */
    public record Group(String id, List<HostRecord> hosts, Optional<Message> reason, List<Message> differs) {
        public Group {
            hosts = List.copyOf(hosts);
            differs = List.copyOf(differs);
        }

        public HostRecord.State state() {
            return hosts.getFirst().state();
        }

        /** Returns the same group with some of its hosts only. */
        public Group with(List<HostRecord> some) {
            return new Group(id, some, reason, differs);
        }

        /** Returns the hosts' names, folded. */
        public String names() {
            return NodeRanges.of(hosts.stream().map(HostRecord::host).toList());
        }

        /** Returns the ids of the findings that the policy accepts on any of its hosts. */
        public List<String> accepted() {
            return hosts.stream()
                    .flatMap(host -> host.accepted().stream())
                    .distinct()
                    .sorted()
                    .toList();
        }

        /** Returns the slowest pair of each host on which one falls short of what it could carry. */
        public List<Message> measured() {
            return hosts.stream()
                    .filter(host -> host.figures()
                            .filter(figures -> figures.belowExpected() > 0)
                            .isPresent())
                    .map(host -> slowest(host))
                    .toList();
        }

        /** Returns the different kernels, command lines or boards of its hosts. */
        public List<String> variants(Function<HostRecord.Shown, String> what) {
            return List.copyOf(hosts.stream()
                    .map(HostRecord::shown)
                    .map(what)
                    .filter(value -> !value.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    public HostGroups {
        groups = List.copyOf(groups);
    }

    /** Groups the hosts of a fleet. */
    public static HostGroups of(List<HostRecord> hosts) {
        Map<String, List<HostRecord>> alike = new LinkedHashMap<>();
        hosts.stream()
                .sorted(Comparator.comparing(HostRecord::host).thenComparing(HostRecord::source))
                .forEach(host ->
                        alike.computeIfAbsent(key(host), k -> new ArrayList<>()).add(host));
        Optional<HostRecord> usual = largest(alike.values()).map(List::getFirst);
        List<Group> groups = new ArrayList<>();
        alike.forEach((key, members) -> groups.add(new Group(
                id(key),
                members,
                reason(members.getFirst(), usual),
                usual.filter(u -> isJudged(members.getFirst()))
                        .map(u -> differences(members.getFirst(), u))
                        .orElse(List.of()))));
        groups.sort(ODD_FIRST);
        return new HostGroups(groups);
    }

    /** What all the others have too says nothing about the odd ones, unless there is nothing else. */
    private static Optional<Message> reason(HostRecord host, Optional<HostRecord> usual) {
        List<String> common = usual.map(u -> u.alike().causes()).orElse(List.of());
        return host.reasons().stream()
                .filter(reason -> !common.contains(reason.id()))
                .findFirst()
                .or(host::worst)
                .map(HostRecord.Worst::message);
    }

    /** Returns the id of the group that a host belongs to. */
    public static String groupOf(HostRecord host) {
        return id(key(host));
    }

    /** Returns the largest group of judged hosts, which the others are compared with; empty if none was judged. */
    public Optional<Group> usual() {
        Optional<List<HostRecord>> largest =
                largest(groups.stream().map(Group::hosts).toList());
        return groups.stream()
                .filter(group -> largest.equals(Optional.of(group.hosts())))
                .findFirst();
    }

    /** Of two that are as large the one whose first host's name comes first, whatever order they stand in. */
    private static Optional<List<HostRecord>> largest(Collection<List<HostRecord>> alike) {
        return alike.stream()
                .filter(members -> isJudged(members.getFirst()))
                .min(Comparator.comparingInt((List<HostRecord> members) -> -members.size())
                        .thenComparing(members -> members.getFirst().host()));
    }

    /** Returns what was measured on all hosts together: the slowest pair; empty where nothing was given. */
    public Optional<Message> measured() {
        List<HostRecord> all =
                groups.stream().flatMap(group -> group.hosts().stream()).toList();
        int pairs = all.stream()
                .flatMap(host -> host.figures().stream())
                .mapToInt(HostFigures::pairs)
                .sum();
        return HostFigures.slowest(all).map(host -> Message.of("fleet.measured", pairs, slowest(host)));
    }

    private static Message slowest(HostRecord host) {
        return host.figures().orElseThrow().of(host.host());
    }

    /** Returns how many hosts there are. */
    public int hosts() {
        return groups.stream().mapToInt(group -> group.hosts().size()).sum();
    }

    /** Returns how many of them a person has to look at. */
    public int needYou() {
        return groups.stream()
                .filter(group -> group.state().needsYou())
                .mapToInt(group -> group.hosts().size())
                .sum();
    }

    static boolean isJudged(HostRecord host) {
        return host.state() != HostRecord.State.UNREACHABLE && host.state() != HostRecord.State.UNREADABLE;
    }

    private static String key(HostRecord host) {
        // Those that gave nothing are alike where the reason is; the reason names the source itself.
        return isJudged(host)
                ? host.state() + "|" + host.alike()
                : host.state() + "|" + host.worst().map(w -> w.message().key());
    }

    private static String id(String key) {
        CRC32C sum = new CRC32C();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private static List<Message> differences(HostRecord host, HostRecord usual) {
        List<Message> found = new ArrayList<>();
        if (!host.alike().rules().equals(usual.alike().rules())) {
            found.add(Message.of("fleet.differs.rules", rules(host), rules(usual)));
        }
        add(found, "fleet.differs.causes", host.alike().causes(), usual.alike().causes());
        add(found, "fleet.differs.firmware", firmware(host), firmware(usual));
        add(found, "fleet.differs.links", host.alike().links(), usual.alike().links());
        return found;
    }

    private static void add(List<Message> found, String key, List<String> here, List<String> usual) {
        if (!here.equals(usual)) {
            found.add(Message.of(key, list(here), list(usual)));
        }
    }

    private static String list(List<String> values) {
        return values.isEmpty() ? NONE : String.join(", ", values);
    }

    private static Message rules(HostRecord host) {
        return host.alike().rules().stream()
                .map(Decided::words)
                .reduce((all, one) -> Message.of("list.and", all, one))
                .orElse(Message.of("label.plain", NONE));
    }

    private static List<String> firmware(HostRecord host) {
        return host.alike().firmware().entrySet().stream()
                .map(entry -> entry.getKey() + " " + String.join("+", entry.getValue()))
                .toList();
    }
}
