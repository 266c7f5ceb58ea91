// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * gdrcopy's copybw and sanity (NVIDIA/gdrcopy tests/copybw.cpp). A MB is 2^20 bytes there. Old versions print PCI numbers
 * in decimal; the new ones compare the buffers and stop where they differ.
 */
final class GdrcopyText implements TextFormat {
    private static final Pattern NEW_GPU = Pattern.compile(
            "GPU id:(\\d{1,4}); name: .{1,200}; Bus id: ([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})");
    private static final Pattern OLD_GPU = Pattern.compile(
            "GPU id:(\\d{1,4}) name:.{1,200} PCI domain: (\\d{1,6}) bus: (\\d{1,3}) device: (\\d{1,2})");
    private static final Pattern SELECTED = Pattern.compile("selecting device (\\d{1,4})");
    private static final Pattern SIZE = Pattern.compile("(?:writing|reading) test, size=(\\d{1,15})\\b.*");
    private static final Pattern BANDWIDTH = Pattern.compile("(write|read) BW: (\\S{1,40}?) ?MB/s");
    private static final Pattern SUITE =
            Pattern.compile("Total: (\\d{1,6}), Passed: (\\d{1,6}), Failed: (\\d{1,6}), Waived: (\\d{1,6})");
    private static final Pattern OLD_SUITE =
            Pattern.compile("\\d{1,3}%: Checks: (\\d{1,6}), Failures: (\\d{1,6}), Errors: (\\d{1,6})");

    private final Collected out;
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private Optional<Integer> selected = Optional.empty();
    private Optional<Long> bytes = Optional.empty();
    private boolean compares;
    private int run;

    GdrcopyText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher listed = NEW_GPU.matcher(text);
        Matcher old = OLD_GPU.matcher(text);
        Matcher chosen = SELECTED.matcher(text);
        Matcher size = SIZE.matcher(text);
        Matcher bandwidth = BANDWIDTH.matcher(text);
        if (listed.matches()) {
            compares = true;
            BusId.parse(listed.group(2)).ifPresent(bus -> gpus.put(Integer.valueOf(listed.group(1)), bus));
        } else if (old.matches()) {
            compares = false;
            BusId.of(number(old, 2), number(old, 3), number(old, 4))
                    .ifPresent(bus -> gpus.put(Integer.valueOf(old.group(1)), bus));
        } else if (chosen.matches()) {
            selected = Optional.of(number(chosen, 1));
            run = out.nextRun();
        } else if (text.startsWith("gpu alloc fn:")) {
            compares = true;
        } else if (size.matches()) {
            bytes = Numbers.whole(size.group(1));
        } else if (bandwidth.matches()) {
            figure(bandwidth.group(1), bandwidth.group(2), line);
        } else {
            return suite(line);
        }
        out.saw(Tool.GDRCOPY);
        return true;
    }

    @Override
    public void end() {
        // Every figure was taken as it came.
    }

    private boolean suite(Line line) {
        Matcher suite = SUITE.matcher(line.text());
        Matcher old = OLD_SUITE.matcher(line.text());
        if (suite.matches()) {
            out.add(Tool.GDRCOPY, Observation.Kind.SUITE, line.number(), suite.group(2), suite.group(1));
        } else if (old.matches()) {
            int passed = number(old, 1) - number(old, 2) - number(old, 3);
            out.add(Tool.GDRCOPY, Observation.Kind.SUITE, line.number(), Integer.toString(passed), old.group(1));
        } else if (line.text().startsWith("gdr_open error")) {
            out.add(Tool.GDRCOPY, Observation.Kind.DRIVER_MISSING, 0, "gdrdrv");
        } else {
            return false;
        }
        return true;
    }

    private void figure(String way, String text, Line line) {
        Numbers.decimal(text)
                .ifPresent(value -> out.add(new Figure(
                        Tool.GDRCOPY,
                        "copybw " + way,
                        End.HOST,
                        new End.Gpu(selected, selected.flatMap(index -> Optional.ofNullable(gpus.get(index)))),
                        false,
                        value * Numbers.MEBI / Numbers.GIGA,
                        bytes,
                        compares ? DataCheck.PASSED : DataCheck.UNSAID,
                        way.equals("read") ? EnumSet.of(Trait.BAR_READ) : EnumSet.noneOf(Trait.class),
                        new Figure.Printed(text, "MB/s", line.number(), run),
                        Figure.Network.UNSAID)));
    }

    private static int number(Matcher in, int group) {
        return Integer.parseInt(in.group(group));
    }
}
