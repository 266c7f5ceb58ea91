// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NVIDIA's sample p2pBandwidthLatencyTest, which prints its bus numbers in hexadecimal without a prefix and compares no
 * data, and the lines about peer access of deviceQuery and simpleP2P.
 */
final class CudaP2pText implements TextFormat {
    private static final Pattern DEVICE = Pattern.compile(
            "Device: (\\d{1,4}), .{1,200}, pciBusID: ([0-9a-fA-F]{1,2}), pciDeviceID: ([0-9a-fA-F]{1,2}), pciDomainID: ?([0-9a-fA-F]{1,4})");
    private static final Pattern ACCESS =
            Pattern.compile("Device=(\\d{1,4}) (CAN|CANNOT) Access Peer Device=(\\d{1,4})");
    private static final Pattern SAMPLE = Pattern.compile(
            "(?:> )?Peer(?:-to-Peer \\(P2P\\))? access from .{1,200} \\(GPU(\\d{1,4})\\) -> .{1,200} \\(GPU(\\d{1,4})\\) : (Yes|No)");
    private static final Pattern BANDWIDTH = Pattern.compile(
            "(Unidirectional|Bidirectional) P2P=(Enabled|Disabled) Bandwidth (?:\\(P2P (?:Writes|Reads)\\) )?Matrix \\(GB/s\\)");
    private static final int HEX = 16;

    private enum Table {
        NONE,
        CONNECTIVITY,
        FIGURES
    }

    private record Pair(int from, int to) {}

    private final Collected out;
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private final Set<Pair> refused = new HashSet<>();
    private Table table = Table.NONE;
    private String test = "";
    private boolean both;
    private boolean enabled;
    private int columns = -1;
    private int run;

    CudaP2pText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher device = DEVICE.matcher(text);
        Matcher access = ACCESS.matcher(text);
        Matcher bandwidth = BANDWIDTH.matcher(text);
        Matcher sample = SAMPLE.matcher(text);
        if (text.startsWith("[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]")) {
            out.saw(Tool.CUDA_P2P);
            gpus.clear();
            refused.clear();
        } else if (device.matches()) {
            out.saw(Tool.CUDA_P2P);
            BusId.of(hex(device.group(4)), hex(device.group(2)), hex(device.group(3)))
                    .ifPresent(bus -> gpus.put(Integer.valueOf(device.group(1)), bus));
        } else if (access.matches()) {
            out.saw(Tool.CUDA_P2P);
            access(
                    Integer.parseInt(access.group(1)),
                    Integer.parseInt(access.group(3)),
                    access.group(2).equals("CAN"),
                    line);
        } else if (sample.matches()) {
            boolean can = sample.group(3).equals("Yes");
            out.add(
                    Tool.CUDA_SAMPLE,
                    can ? Observation.Kind.PEER_ACCESS : Observation.Kind.NO_PEER_ACCESS,
                    line.number(),
                    sample.group(1),
                    sample.group(2));
        } else if (text.equals("P2P Connectivity Matrix")) {
            table(Table.CONNECTIVITY);
        } else if (bandwidth.matches()) {
            out.saw(Tool.CUDA_P2P);
            table(Table.FIGURES);
            test = text.replace(" Matrix (GB/s)", "");
            both = bandwidth.group(1).startsWith("Bi");
            enabled = bandwidth.group(2).equals("Enabled");
            run = out.nextRun();
        } else if (text.contains("Latency") && text.contains("Matrix (us)")) {
            table(Table.NONE);
        } else {
            return row(line);
        }
        return true;
    }

    @Override
    public void end() {
        // Every row was taken as it came.
    }

    private void table(Table kind) {
        table = kind;
        columns = -1;
    }

    private void access(int from, int to, boolean can, Line line) {
        if (!can) {
            refused.add(new Pair(from, to));
            out.add(
                    Tool.CUDA_P2P,
                    Observation.Kind.NO_PEER_ACCESS,
                    line.number(),
                    Integer.toString(from),
                    Integer.toString(to));
        }
    }

    private boolean row(Line line) {
        List<String> words = line.wholeWords();
        if (table == Table.NONE || words.isEmpty()) {
            return false;
        }
        if (words.getFirst().equals("D\\D") || words.getFirst().equals("DD")) {
            columns = words.size() - 1;
            return true;
        }
        Optional<Integer> row = Numbers.index(words.getFirst());
        if (columns < 0 || row.isEmpty() || words.size() > columns + 1) {
            return false;
        }
        for (int column = 0; column + 1 < words.size(); column++) {
            cell(row.get(), column, words.get(column + 1), line);
        }
        if (words.size() < columns + 1) {
            out.add(Tool.CUDA_P2P, Observation.Kind.CUT_SHORT, line.number());
        }
        return true;
    }

    private void cell(int row, int column, String text, Line line) {
        if (table == Table.CONNECTIVITY) {
            if (text.equals("0")) {
                refused.add(new Pair(row, column));
            }
            return;
        }
        Numbers.decimal(text)
                .filter(value -> value > 0)
                .ifPresent(value -> out.add(new Figure(
                        Tool.CUDA_P2P,
                        test,
                        gpu(row),
                        gpu(column),
                        both && row != column,
                        value,
                        Optional.empty(),
                        DataCheck.NOT_MADE,
                        traits(row, column),
                        new Figure.Printed(text, "GB/s", line.number(), run),
                        Figure.Network.UNSAID)));
    }

    private Set<Trait> traits(int row, int column) {
        EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
        if (row == column) {
            traits.add(Trait.LOCAL);
        } else if (!enabled) {
            traits.add(Trait.PEER_DISABLED);
        } else if (refused.contains(new Pair(row, column))) {
            traits.add(Trait.FALLBACK);
        }
        return traits;
    }

    private End gpu(int index) {
        return new End.Gpu(Optional.of(index), Optional.ofNullable(gpus.get(index)));
    }

    private static int hex(String digits) {
        return Integer.parseInt(digits, HEX);
    }
}
