// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.advice.Lists;
import org.peerpath.fleet.Decided;
import org.peerpath.fleet.HostGroups;
import org.peerpath.fleet.HostGroups.Group;
import org.peerpath.fleet.HostRecord;
import org.peerpath.text.Texts;

/**
 * All hosts on one page: grouped as {@code fleet} groups them, filtered by whatever a person types, sorted by a column.
 * Immutable, but for what it remembers of each host in words.
 */
public final class FleetPage {
    /** What is shown of a host or group; each sorts by number where it is one. */
    public enum Column {
        STATE,
        HOSTS,
        WHY,
        INSIDE,
        ERRORS,
        FIRMWARE,
        KERNEL,
        SINCE,
        SLOWEST,
        READ_AT
    }

    /**
     * What a person asks of the page.
     *
     * @param filter words that must all occur in what is known of a host
     * @param sort by which column; empty for the odd ones first
     * @param open ids of the groups whose hosts are shown
     */
    public record Question(String filter, Optional<Sort> sort, Set<String> open) {
        public static final Question PLAIN = new Question("", Optional.empty(), Set.of());

        public Question {
            open = Set.copyOf(open);
        }

        public Question filtered(String by) {
            return new Question(by, sort, open);
        }

        public Question sorted(Optional<Sort> by) {
            return new Question(filter, by, open);
        }

        /** Opens a group, or closes it. */
        public Question toggled(String group) {
            Set<String> now = new HashSet<>(open);
            if (!now.remove(group)) {
                now.add(group);
            }
            return new Question(filter, sort, now);
        }
    }

    /** A column and a direction. */
    public record Sort(Column column, boolean descending) {}

    /**
     * One line: a group, or a host of an open group.
     *
     * @param group the group, with those of its hosts that the filter lets through
     * @param host the host; empty for the group's own line
     * @param open whether the group's hosts are shown below
     * @param names what to call it: the host's name, or those of the group's hosts, folded
     */
    public record Line(Group group, Optional<HostRecord> host, boolean open, String names) {
        private static Line of(Group group, boolean open) {
            return new Line(group, Optional.empty(), open, group.names());
        }

        private static Line of(Group group, HostRecord host) {
            return new Line(group, Optional.of(host), false, host.host());
        }

        /** Whether it stands for several hosts, which can be shown. */
        public boolean folds() {
            return host.isEmpty() && group.hosts().size() > 1;
        }

        /** The hosts that the line stands for. */
        public List<HostRecord> hosts() {
            return host.map(List::of).orElse(group.hosts());
        }

        /** The host that the line stands for first. */
        public HostRecord first() {
            return hosts().getFirst();
        }
    }

    private static final Comparator<HostRecord> AS_THEY_COME = Comparator.comparingInt(host -> 0);

    private final HostGroups groups;
    private final Texts texts;
    private final IdentityHashMap<HostRecord, String> words = new IdentityHashMap<>();

    private FleetPage(HostGroups groups, Texts texts) {
        this.groups = groups;
        this.texts = texts;
    }

    /** Groups the hosts; the words of the filter are looked for in what these texts say. */
    public static FleetPage of(List<HostRecord> hosts, Texts texts) {
        return new FleetPage(HostGroups.of(hosts), texts);
    }

    /** Returns the groups, unfiltered, the odd ones first. */
    public HostGroups groups() {
        return groups;
    }

    /** Returns how many hosts are in each state, from worst to best; states of no host are left out. */
    public Map<HostRecord.State, Integer> states() {
        Map<HostRecord.State, Integer> count = new EnumMap<>(HostRecord.State.class);
        groups.groups()
                .forEach(group -> count.merge(group.state(), group.hosts().size(), Integer::sum));
        return count;
    }

    /** Returns the largest group of judged hosts, which the others are compared with; empty if none was judged. */
    public Optional<Group> usual() {
        return groups.usual();
    }

    /** Returns from when to when the hosts were read, where their sources say. */
    public Optional<Span> read() {
        List<Instant> times = groups.groups().stream()
                .flatMap(group -> group.hosts().stream())
                .flatMap(host -> host.readAt().stream())
                .sorted()
                .toList();
        return times.isEmpty() ? Optional.empty() : Optional.of(new Span(times.getFirst(), times.getLast()));
    }

    /** From the first reading to the last. */
    public record Span(Instant first, Instant last) {}

    /** Returns the lines to show. */
    public List<Line> lines(Question question) {
        List<String> wanted = Stream.of(
                        question.filter().toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        Comparator<HostRecord> order = question.sort().map(this::order).orElse(AS_THEY_COME);
        List<Group> shown = new ArrayList<>();
        for (Group group : groups.groups()) {
            List<HostRecord> hosts = group.hosts().stream()
                    .filter(host -> wanted.stream().allMatch(words(host)::contains))
                    .sorted(order)
                    .toList();
            if (!hosts.isEmpty()) {
                shown.add(group.with(hosts));
            }
        }
        question.sort().ifPresent(sort -> shown.sort(groupOrder(sort)));
        List<Line> lines = new ArrayList<>();
        for (Group group : shown) {
            boolean open = group.hosts().size() > 1 && question.open().contains(group.id());
            lines.add(Line.of(group, open));
            if (open) {
                group.hosts().forEach(host -> lines.add(Line.of(group, host)));
            }
        }
        return lines;
    }

    /** By its first host, once its hosts are in order; by how many there are where the hosts are asked for. */
    private Comparator<Group> groupOrder(Sort sort) {
        if (sort.column() == Column.HOSTS) {
            Comparator<Group> size =
                    Comparator.comparingInt(group -> group.hosts().size());
            return sort.descending() ? size.reversed() : size;
        }
        return Comparator.comparing(group -> group.hosts().getFirst(), order(sort));
    }

    private Comparator<HostRecord> order(Sort sort) {
        Comparator<HostRecord> order = switch (sort.column()) {
            case STATE -> Comparator.comparing(HostRecord::state);
            case HOSTS -> Comparator.comparing(host -> Numbers.padded(host.host()));
            case WHY -> Comparator.comparing(this::worst);
            case INSIDE ->
                Comparator.comparingInt(HostRecord::inside)
                        .thenComparing(
                                Comparator.comparingInt(HostRecord::nearest).reversed());
            case ERRORS -> Comparator.comparingInt(HostRecord::errors).thenComparingInt(HostRecord::warnings);
            case FIRMWARE -> Comparator.comparing(host -> Numbers.padded(firmware(host)));
            case KERNEL ->
                Comparator.comparing(host -> Numbers.padded(host.shown().kernel()));
            case SINCE -> Comparator.comparingInt(host -> host.changed().size());
            case SLOWEST ->
                Comparator.comparingDouble(host ->
                        host.figures().map(figures -> figures.slowest().share()).orElse(Double.MAX_VALUE));
            case READ_AT -> Comparator.comparing(host -> host.readAt().orElse(Instant.EPOCH));
        };
        return sort.descending() ? order.reversed() : order;
    }

    /** Returns why the hosts of a line are as they are, in words; empty where they are fine. */
    public String why(Line line) {
        return line.group().reason().map(texts::say).orElse("");
    }

    /** Returns the same for a narrow place: lists in it name their first entry only. */
    public String brief(Line line) {
        return line.group().reason().map(Lists::brief).map(texts::say).orElse("");
    }

    private String worst(HostRecord host) {
        return host.worst().map(worst -> texts.say(worst.message())).orElse("");
    }

    /** Returns the versions of a host's NICs, each once. */
    public static String firmware(HostRecord host) {
        return host.alike().firmware().values().stream()
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Everything that is known of a host, in small letters. */
    private String words(HostRecord host) {
        return words.computeIfAbsent(
                host,
                each -> String.join(
                                "\n",
                                Stream.of(
                                                Stream.of(
                                                        each.host(),
                                                        each.source(),
                                                        each.state().id(),
                                                        texts.say(each.state().word()),
                                                        each.shown().kernel(),
                                                        each.shown().commandLine(),
                                                        each.shown().board()),
                                                each.reasons().stream().map(reason -> texts.say(reason.message())),
                                                each.alike().causes().stream(),
                                                each.alike().rules().stream().map(Decided::toString),
                                                each.alike().links().stream(),
                                                each.alike().firmware().entrySet().stream()
                                                        .map(nic ->
                                                                nic.getKey() + " " + String.join(" ", nic.getValue())),
                                                each.changed().stream())
                                        .flatMap(all -> all)
                                        .toList())
                        .toLowerCase(Locale.ROOT));
    }
}
