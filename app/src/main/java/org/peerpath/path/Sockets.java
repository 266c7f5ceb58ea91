// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/**
 * Which NUMA nodes belong to one socket. A node is not a socket: firmware may divide one (AMD's nodes per socket, Intel's
 * sub-NUMA clustering) or join two. How many sockets there are follows from the processors of all nodes
 * ({@code /sys/devices/system/node/nodeN/cpulist}) and those of one socket ({@code siblings} in {@code /proc/cpuinfo}, which
 * x86 has); which nodes share one, from their distances ({@code nodeN/distance}).
 */
final class Sockets {
    private static final Pattern NODE = Pattern.compile("node(\\d{1,6})");
    private static final Pattern SIBLINGS = Pattern.compile("(?m)^siblings\\s*:\\s*(\\d{1,6})\\s*$");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

    /** Nodes that have processors, and how far each is from every node, in the order of their numbers. */
    private final NavigableMap<Integer, List<Integer>> distances;
    /** Empty where it was not read. */
    private final Optional<Integer> sockets;

    private Sockets(NavigableMap<Integer, List<Integer>> distances, Optional<Integer> sockets) {
        this.distances = distances;
        this.sockets = sockets;
    }

    static Sockets of(Snapshot snapshot) {
        TreeMap<Integer, List<Integer>> all = new TreeMap<>();
        TreeMap<Integer, Integer> processors = new TreeMap<>();
        boolean read = true;
        for (String entry :
                snapshot.hostEntries(HostFiles.NUMA_NODES).asOptional().orElse(List.of())) {
            Matcher name = NODE.matcher(entry);
            if (name.matches()) {
                String directory = HostFiles.NUMA_NODES + "/" + entry + "/";
                Optional<Integer> count =
                        snapshot.hostText(directory + "cpulist").asOptional().flatMap(Sockets::count);
                int number = Integer.parseInt(name.group(1));
                read &= count.isPresent();
                processors.put(number, count.orElse(0));
                all.put(
                        number,
                        snapshot.hostText(directory + "distance")
                                .asOptional()
                                .map(Sockets::numbers)
                                .orElse(List.of()));
            }
        }
        int total = processors.values().stream().mapToInt(Integer::intValue).sum();
        Optional<Integer> sockets =
                read ? siblings(snapshot).filter(one -> total % one == 0).map(one -> total / one) : Optional.empty();
        List<Integer> order = List.copyOf(all.keySet());
        TreeMap<Integer, List<Integer>> withProcessors = new TreeMap<>();
        for (Map.Entry<Integer, List<Integer>> node : all.entrySet()) {
            if (processors.getOrDefault(node.getKey(), 0) > 0) {
                withProcessors.put(node.getKey(), node.getValue().size() == order.size() ? node.getValue() : List.of());
            }
        }
        // Distances are in the order of all nodes, those of memory alone among them.
        withProcessors.replaceAll((node, row) -> row.isEmpty()
                ? row
                : withProcessors.keySet().stream()
                        .map(other -> row.get(order.indexOf(other)))
                        .toList());
        return new Sockets(withProcessors, sockets.filter(number -> number > 0));
    }

    private static Optional<Integer> siblings(Snapshot snapshot) {
        return snapshot.hostText(HostFiles.CPUINFO_FLAGS).asOptional().flatMap(cpuinfo -> {
            Matcher siblings = SIBLINGS.matcher(cpuinfo);
            return siblings.find()
                    ? Optional.of(Integer.valueOf(siblings.group(1))).filter(n -> n > 0)
                    : Optional.empty();
        });
    }

    /** How many processors a list such as {@code 0-55,112-167} holds. */
    private static Optional<Integer> count(String cpulist) {
        int count = 0;
        for (String part : cpulist.strip().split(",")) {
            if (part.isEmpty()) {
                continue;
            }
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                return Optional.empty();
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            count += Math.max(0, last - first + 1);
        }
        return Optional.of(count);
    }

    private static List<Integer> numbers(String row) {
        List<Integer> numbers = new ArrayList<>();
        for (String word : row.strip().split("\\s+")) {
            if (!word.matches("\\d{1,6}")) {
                return List.of();
            }
            numbers.add(Integer.valueOf(word));
        }
        return numbers;
    }

    /** Whether two nodes belong to one socket; empty where what was read does not tell. */
    Optional<Boolean> shared(int one, int other) {
        List<Integer> nodes = List.copyOf(distances.keySet());
        if (one == other) {
            // Only a node joined of several sockets leaves it open.
            return sockets.filter(number -> number > nodes.size()).isPresent() ? Optional.empty() : Optional.of(true);
        }
        if (sockets.isEmpty() || !nodes.contains(one) || !nodes.contains(other)) {
            return Optional.empty();
        }
        int perSocket = nodes.size() % sockets.get() == 0 ? nodes.size() / sockets.get() : 0;
        if (perSocket == 1 || perSocket == nodes.size()) {
            return Optional.of(perSocket > 1);
        }
        List<Integer> row = distances.getOrDefault(one, List.of());
        if (perSocket == 0 || row.isEmpty()) {
            return Optional.empty();
        }
        // The nodes of a socket are nearer to one another than to any beyond it.
        List<Integer> sorted = row.stream().sorted(Comparator.naturalOrder()).toList();
        int farthestInside = sorted.get(perSocket - 1);
        return farthestInside < sorted.get(perSocket)
                ? Optional.of(row.get(nodes.indexOf(other)) <= farthestInside)
                : Optional.empty();
    }
}
