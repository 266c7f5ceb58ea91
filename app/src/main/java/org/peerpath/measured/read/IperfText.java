// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of iperf3. Its bits are counted in thousands, its bytes in 1024s (esnet/iperf src/units.c). What the receiver
 * counted is the figure; where the summary is missing, whole seconds are given instead. iperf 2 prints the same rows and
 * calls none a summary: there the one over the whole time is it.
 */
final class IperfText implements TextFormat {
    private static final Pattern ROW = Pattern.compile(
            "\\[\\s*(\\d{1,5}|SUM)](?:\\[(?:TX|RX)-[CS]])?\\s+([\\d.]+)-\\s*([\\d.]+)\\s+sec\\s+[\\d.]+ [KMGT]?Bytes\\s+([\\d.]+) ([KMGT]?)(bits|Bytes)/sec(.*)");
    private static final Pattern ERROR = Pattern.compile("iperf3: error - (.{1,200})");
    private static final String PREFIXES = "KMGT";
    /** Shorter ones may be a run that was cut, seconds. */
    private static final double LONGEST_INTERVAL = 1.5;

    /** Streams of one run end so near each other, seconds. */
    private static final double SAME_TIME = 0.5;

    private static final int KILO = 1000;
    private static final int KIBI = 1024;

    private final Collected out;
    private final List<Figure> seconds = new ArrayList<>();
    private boolean summed;
    /** Whether iperf 2 says so, and from when to when its rows are. */
    private boolean second;

    private Optional<Figure> whole = Optional.empty();
    private double longest;
    private boolean summing;
    private int run;

    IperfText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher row = ROW.matcher(text);
        Matcher error = ERROR.matcher(text);
        if ((text.startsWith("Connecting to host ") && text.contains(", port "))
                || text.startsWith("Server listening on ")
                || text.startsWith("Client connecting to ")) {
            end();
            second = text.startsWith("Client ") || text.startsWith("Server listening on TCP port ");
            out.saw(Tool.IPERF3);
            return true;
        }
        if (error.matches()) {
            out.add(Tool.IPERF3, Observation.Kind.RUN_FAILED, line.number(), error.group(1));
            return true;
        }
        if (!row.matches() || (line.cut() && !text.endsWith("sender") && !text.endsWith("receiver"))) {
            return false;
        }
        take(row, line);
        return true;
    }

    private void take(Matcher row, Line line) {
        String rest = row.group(7).strip();
        if (rest.endsWith("(omitted)")) {
            return;
        }
        boolean summary = rest.endsWith("sender") || rest.endsWith("receiver");
        Optional<Double> value = Numbers.decimal(row.group(4));
        // A server does not know what the client sent, and old ones print zeros for it.
        boolean unknown = summary && value.filter(sum -> sum == 0).isPresent();
        if (value.isEmpty() || unknown) {
            return;
        }
        if (run == 0 || (summed && !summary)) {
            run = out.nextRun();
            summed = false;
            seconds.clear();
        }
        Set<Trait> traits = EnumSet.of(Trait.NETWORK);
        if (!summary) {
            traits.add(Trait.INTERVAL);
        }
        Figure figure = new Figure(
                Tool.IPERF3,
                summary ? (rest.endsWith("sender") ? "sender" : "receiver") : "interval",
                End.UNSAID,
                End.HOST,
                false,
                gigabytes(value.get(), row.group(5), row.group(6)),
                Optional.empty(),
                DataCheck.NOT_MADE,
                traits,
                new Figure.Printed(row.group(4), row.group(5) + row.group(6) + "/sec", line.number(), run),
                Figure.Network.UNSAID);
        out.saw(Tool.IPERF3);
        if (summary) {
            summed = true;
            seconds.clear();
            out.add(figure);
        } else {
            seconds.add(figure);
            if (second) {
                over(row, figure);
            }
        }
    }

    /** The sum of several streams counts more than one of them. */
    private void over(Matcher row, Figure figure) {
        Optional<Double> from = Numbers.decimal(row.group(2));
        Optional<Double> to = Numbers.decimal(row.group(3));
        if (from.filter(time -> time == 0).isEmpty() || to.isEmpty()) {
            return;
        }
        boolean sum = row.group(1).equals("SUM");
        if (sum ? to.get() > longest - SAME_TIME : to.get() > longest + (summing ? SAME_TIME : 0)) {
            longest = to.get();
            summing = sum;
            whole = Optional.of(total(figure));
        }
    }

    private static Figure total(Figure row) {
        return new Figure(
                row.tool(),
                "total",
                row.requester(),
                row.target(),
                row.both(),
                row.gigabytesPerSecond(),
                row.bytes(),
                row.check(),
                Set.of(Trait.NETWORK),
                row.printed(),
                row.network());
    }

    private static double gigabytes(double value, String prefix, String unit) {
        boolean bits = unit.equals("bits");
        int power = prefix.isEmpty() ? 0 : PREFIXES.indexOf(prefix.charAt(0)) + 1;
        double factor = Math.pow(bits ? KILO : KIBI, power);
        return value * factor / (bits ? Numbers.BITS : 1) / Numbers.GIGA;
    }

    @Override
    public void end() {
        if (whole.isPresent() && longest > LONGEST_INTERVAL) {
            out.add(whole.get());
        } else if (!summed && !seconds.isEmpty()) {
            out.add(
                    Tool.IPERF3,
                    Observation.Kind.CUT_SHORT,
                    seconds.getLast().printed().line());
            seconds.forEach(out::add);
        }
        seconds.clear();
        run = 0;
        summed = false;
        second = false;
        whole = Optional.empty();
        longest = 0;
        summing = false;
    }
}
