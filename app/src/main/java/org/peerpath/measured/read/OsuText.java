// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The OSU micro-benchmarks' osu_bw, osu_bibw and osu_mbw_mr, versions 2 to 7 (c/util/osu_util_mpi.c). A MB is 10^6 bytes
 * there. They name neither adapters nor GPUs; from version 7.5 on not even whose memory it was.
 */
final class OsuText implements TextFormat {
    private static final Pattern TITLE = Pattern.compile(
            "# OSU MPI(?:-(?:CUDA|ROCM|OPENACC|SYCL))? (Bandwidth|Bi-Directional Bandwidth|Multiple Bandwidth / Message Rate)"
                    + " Test(?: v[\\w.]{1,20}| \\(Version [\\w.]{1,20}\\))?");
    private static final Pattern OTHER = Pattern.compile("# OSU (?:MPI|NCCL|OpenSHMEM|UPC\\+*)\\S* .{1,80} Test\\b.*");
    private static final Pattern BUFFERS = Pattern.compile(
            "# Send Buffer on (DEVICE|HOST|MANAGED) \\(\\w{1,2}\\) and Receive Buffer on (DEVICE|HOST|MANAGED) \\(\\w{1,2}\\)");
    private static final Pattern PAIRS = Pattern.compile("# \\[ pairs: (\\d{1,6}) \\] \\[ window size: \\d{1,6} \\]");
    private static final Pattern HEAD =
            Pattern.compile("# Size\\s+(?:(?:Bi-)?Bandwidth \\(MB/s\\)|MB/s\\s+Messages/s)(.*)");
    private static final String VALIDATION = "Validation";
    private static final double MEGA = 1e6;

    private final Collected out;
    private String test = "";
    private End memory = End.UNSAID;
    private boolean several;
    private boolean rows;
    private boolean validates;
    private int run;

    OsuText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        if (text.startsWith("#")) {
            return comment(line);
        }
        return rows && row(line);
    }

    private boolean comment(Line line) {
        String text = line.text();
        Matcher title = TITLE.matcher(text);
        if (title.matches()) {
            begin(title.group(1));
            return true;
        }
        if (OTHER.matcher(text).matches()) {
            rows = false;
            test = "";
            out.add(Tool.OSU, Observation.Kind.LATENCY_ONLY, line.number(), "OSU");
            return true;
        }
        if (test.isEmpty()) {
            return false;
        }
        Matcher buffers = BUFFERS.matcher(text);
        Matcher pairs = PAIRS.matcher(text);
        Matcher head = HEAD.matcher(text);
        if (buffers.matches()) {
            memory = buffers.group(1).equals(buffers.group(2)) ? memory(buffers.group(1)) : End.UNSAID;
        } else if (pairs.matches()) {
            several = !pairs.group(1).equals("1");
        } else if (head.matches()) {
            validates = head.group(1).contains(VALIDATION);
            rows = true;
        } else if (!text.startsWith("# Datatype:")) {
            rows = false;
            return false;
        }
        return true;
    }

    private void begin(String title) {
        out.saw(Tool.OSU);
        run = out.nextRun();
        test = switch (title) {
            case "Bandwidth" -> "osu_bw";
            case "Bi-Directional Bandwidth" -> "osu_bibw";
            default -> "osu_mbw_mr";
        };
        memory = End.UNSAID;
        several = test.equals("osu_mbw_mr");
        rows = false;
        validates = false;
    }

    private static End memory(String buffer) {
        return switch (buffer) {
            case "DEVICE" -> new End.Gpu(Optional.empty(), Optional.empty());
            case "HOST" -> End.HOST;
            default -> End.UNSAID;
        };
    }

    private boolean row(Line line) {
        List<String> words = line.wholeWords();
        boolean sound = words.size() >= 2
                && Numbers.whole(words.getFirst()).isPresent()
                && words.stream().skip(2).allMatch(word -> Numbers.isDecimal(word) || check(word) != DataCheck.UNSAID);
        Optional<Double> megabytes = sound ? Numbers.decimal(words.get(1)) : Optional.empty();
        megabytes.ifPresent(value -> {
            EnumSet<Trait> traits = several ? EnumSet.of(Trait.CONCURRENT) : EnumSet.noneOf(Trait.class);
            out.add(new Figure(
                    Tool.OSU,
                    test,
                    End.UNSAID,
                    memory,
                    test.equals("osu_bibw"),
                    value * MEGA / Numbers.GIGA,
                    Numbers.whole(words.getFirst()),
                    validates ? check(words.getLast()) : DataCheck.NOT_MADE,
                    traits,
                    new Figure.Printed(words.get(1), "MB/s", line.number(), run),
                    Figure.Network.UNSAID));
        });
        return megabytes.isPresent();
    }

    private static DataCheck check(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "pass" -> DataCheck.PASSED;
            case "fail" -> DataCheck.FAILED;
            default -> DataCheck.UNSAID;
        };
    }

    @Override
    public void end() {
        // Every row was taken as it came.
    }
}
