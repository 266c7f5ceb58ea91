// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** TransferBench: presets p2p and a2a, and single transfers. It compares the data of every transfer by default. */
final class TransferBenchText implements TextFormat {
    private static final Pattern P2P = Pattern.compile("(Unidirectional|Bidirectional) copy peak bandwidth GB/s \\[.*");
    private static final Pattern HEAD = Pattern.compile("SRC(?:\\+EXE)?\\\\(?:EXE\\+)?DST\\s+((?:CPU|GPU) \\d\\d.*)");
    private static final Pattern DEVICE = Pattern.compile("(CPU|GPU) (\\d\\d)");
    private static final Pattern ROW = Pattern.compile("(CPU|GPU) (\\d\\d)\\s+(<->|->|<-)?\\s*\\S.*");
    private static final Pattern TRANSFER = Pattern.compile(
            "Transfer \\d+\\s*\\|\\s*(\\d+\\.\\d+) GB/s\\s*\\|.{1,60}\\|\\s*(\\d{1,15}) bytes\\s*\\|\\s*(\\S+) -> (\\S+) -> (\\S+).*");
    private static final Pattern TOTAL =
            Pattern.compile("(Average|Aggregate)\\s+bandwidth \\((GPU|CPU) Timed\\):\\s+(\\d+\\.\\d+) GB/s");
    private static final Pattern BUS =
            Pattern.compile("GPU (\\d\\d) \\|.*\\| ([0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]) \\|.*");
    private static final Pattern END = Pattern.compile("([A-Z])(\\d{1,3})(?::\\d+)?");
    private static final Pattern FAILED = Pattern.compile("\\[ERROR] .{0,80}(?:[Mm]ismatch|[Uu]nexpected|incorrect).*");

    private final Collected out;
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private List<String> columns = List.of();
    private boolean allToAll;
    private boolean pairs;
    private boolean duplex;
    private int run;
    private DataCheck check = DataCheck.PASSED;

    TransferBenchText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher p2p = P2P.matcher(text);
        Matcher head = HEAD.matcher(text);
        Matcher bus = BUS.matcher(text);
        if (text.startsWith("TransferBench ")) {
            out.saw(Tool.TRANSFERBENCH);
        } else if (p2p.matches()) {
            out.saw(Tool.TRANSFERBENCH);
            pairs = true;
            duplex = p2p.group(1).startsWith("Bi");
            columns = List.of();
        } else if (head.matches()) {
            out.saw(Tool.TRANSFERBENCH);
            columns = devices(head.group(1));
            allToAll = text.contains("STotal");
            run = out.nextRun();
        } else if (bus.matches()) {
            BusId.parse(bus.group(2)).ifPresent(id -> gpus.put(Integer.valueOf(bus.group(1)), id));
        } else if (FAILED.matcher(text).matches()) {
            check = DataCheck.FAILED;
            out.add(Tool.TRANSFERBENCH, Observation.Kind.WRONG_DATA, line.number(), "?");
        } else {
            return total(line) || transfer(line) || row(line);
        }
        return true;
    }

    @Override
    public void end() {
        // Every row was taken as it came.
    }

    private static List<String> devices(String head) {
        List<String> found = new ArrayList<>();
        Matcher device = DEVICE.matcher(head);
        while (device.find()) {
            found.add(device.group());
        }
        return found;
    }

    private boolean total(Line line) {
        Matcher total = TOTAL.matcher(line.text());
        if (!total.matches()) {
            return false;
        }
        add(
                "a2a " + total.group(1),
                End.MANY,
                End.MANY,
                false,
                total.group(3),
                Optional.empty(),
                EnumSet.of(Trait.SUMMARY),
                line);
        return true;
    }

    private boolean transfer(Line line) {
        Matcher transfer = TRANSFER.matcher(line.text());
        if (!transfer.matches()) {
            return false;
        }
        End executor = end(transfer.group(4));
        End source = end(transfer.group(3));
        End destination = end(transfer.group(5));
        End other = executor.equals(source) ? destination : source;
        Set<Trait> traits = source.equals(destination) ? EnumSet.of(Trait.LOCAL) : EnumSet.noneOf(Trait.class);
        run = out.nextRun();
        add("transfer", executor, other, false, transfer.group(1), Numbers.whole(transfer.group(2)), traits, line);
        return true;
    }

    /** C, P: the host's memory; G, F: a GPU's; D, G as executor: a GPU. */
    private End end(String text) {
        Matcher end = END.matcher(text);
        if (!end.matches()) {
            return End.UNSAID;
        }
        boolean gpu = "GFD".contains(end.group(1));
        return gpu ? gpu(Integer.parseInt(end.group(2))) : End.HOST;
    }

    private boolean row(Line line) {
        Matcher row = ROW.matcher(line.text());
        if (columns.isEmpty() || !row.matches()) {
            return false;
        }
        List<String> words = line.wholeWords();
        int first = row.group(3) == null ? 2 : 3;
        if (row.group(3) == null && !allToAll) {
            return false;
        }
        End from = device(row.group(1) + " " + row.group(2));
        String arrow = row.group(3) == null ? "" : row.group(3);
        for (int i = 0; i < columns.size() && first + i < words.size(); i++) {
            End to = device(columns.get(i));
            boolean same = columns.get(i).equals(row.group(1) + " " + row.group(2));
            cell(from, to, same, arrow, words.get(first + i), line);
        }
        if (words.size() < first + columns.size()) {
            out.add(Tool.TRANSFERBENCH, Observation.Kind.CUT_SHORT, line.number());
        }
        return true;
    }

    private void cell(End from, End to, boolean same, String arrow, String text, Line line) {
        EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
        if (same) {
            traits.add(Trait.LOCAL);
        }
        if (allToAll) {
            traits.add(Trait.CONCURRENT);
        } else if (duplex && !arrow.equals("<->")) {
            traits.add(Trait.UNDER_BOTH);
        }
        boolean back = arrow.equals("<-");
        add(
                allToAll ? "a2a" : pairs ? "p2p" : "",
                back ? to : from,
                back ? from : to,
                arrow.equals("<->"),
                text,
                Optional.empty(),
                traits,
                line);
    }

    private void add(
            String test,
            End from,
            End to,
            boolean both,
            String text,
            Optional<Long> bytes,
            Set<Trait> traits,
            Line line) {
        Numbers.decimal(text)
                .filter(value -> value > 0)
                .ifPresent(value -> out.add(new Figure(
                        Tool.TRANSFERBENCH,
                        test,
                        from,
                        to,
                        both,
                        value,
                        bytes,
                        check,
                        traits,
                        new Figure.Printed(text, "GB/s", line.number(), run),
                        Figure.Network.UNSAID)));
    }

    private End device(String name) {
        return name.startsWith("CPU") ? End.HOST : gpu(Integer.parseInt(name.substring(4)));
    }

    private End gpu(int index) {
        return new End.Gpu(Optional.of(index), Optional.ofNullable(gpus.get(index)));
    }
}
