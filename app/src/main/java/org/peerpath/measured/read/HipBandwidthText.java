// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ROCm's hipBusBandwidth sample; its median counts, which a single slow copy does not move. */
final class HipBandwidthText implements TextFormat {
    private static final Pattern ROW = Pattern.compile(
            "(H2D|D2H|Bidir|P2P|peer2peer)_Bandwidth\\w*\\s+\\+?(\\d{1,12})(By|kB|MB|GB)\\*?\\s+GB/sec\\s+(\\d+\\.\\d+)\\s+\\S+\\s+\\S+.*",
            Pattern.CASE_INSENSITIVE);

    private final Collected out;
    private int run;

    HipBandwidthText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        if (line.text().startsWith("Device:Device ") && line.text().contains("MallocMode=")) {
            out.saw(Tool.HIP_BUS_BANDWIDTH);
            run = out.nextRun();
            return true;
        }
        Matcher row = ROW.matcher(line.text());
        if (!row.matches()) {
            return false;
        }
        boolean peers = row.group(1).equalsIgnoreCase("P2P") || row.group(1).equalsIgnoreCase("peer2peer");
        End gpu = new End.Gpu(Optional.empty(), Optional.empty());
        Numbers.decimal(row.group(4))
                .filter(value -> value > 0)
                .ifPresent(value -> out.add(new Figure(
                        Tool.HIP_BUS_BANDWIDTH,
                        row.group(1) + "_Bandwidth",
                        gpu,
                        peers ? gpu : End.HOST,
                        row.group(1).equalsIgnoreCase("Bidir"),
                        value,
                        bytes(row.group(2), row.group(3)),
                        DataCheck.UNSAID,
                        EnumSet.noneOf(Trait.class),
                        new Figure.Printed(row.group(4), "GB/sec", line.number(), run),
                        Figure.Network.UNSAID)));
        return true;
    }

    private static Optional<Long> bytes(String number, String unit) {
        int shift = switch (unit) {
            case "kB" -> 10;
            case "MB" -> 20;
            case "GB" -> 30;
            default -> 0;
        };
        return Numbers.whole(number).filter(n -> n < 1L << 32).map(n -> n << shift);
    }

    @Override
    public void end() {
        // Every row was taken as it came.
    }
}
