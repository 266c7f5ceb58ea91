// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of nccl-tests and rccl-tests (NVIDIA/nccl-tests src/util.cu): rows of size, count, type, reduction, root, and
 * for out of place and in place each time, algbw, busbw and wrong values.
 */
final class NcclTestsText implements TextFormat {
    private static final Pattern STARTING =
            Pattern.compile("#? ?Collective test (?:starting|concluded): (\\w{1,60}).*");
    private static final Pattern PROGRAM = Pattern.compile(
            "(?<![\\w-])((?:all_reduce|all_gather|reduce_scatter|broadcast|reduce|alltoallv?|sendrecv|gather|scatter|hypercube)_perf)(?!\\w)");
    private static final Pattern CONFIG = Pattern.compile("# nThread.*validation: (\\d+).*");
    private static final Pattern BOUNDS = Pattern.compile("# Out of bounds values\\s*: (\\d{1,18}) (OK|FAILED)");
    private static final Pattern AVERAGE = Pattern.compile("# Avg bus bandwidth\\s*: (\\S{1,40})\\s*(FAILED|OK)?");
    private static final Pattern RANK =
            Pattern.compile("# +Rank +\\d+ .*\\bon +(\\S{1,100}) device +\\d+ \\[[^\\]]{1,20}]\\s*(.{0,100})");
    private static final Pattern FAILURE = Pattern.compile(".*Test (?:NCCL |CUDA |HIP )?failure .*");
    private static final Set<String> TYPES = Set.of(
            "int8",
            "uint8",
            "int32",
            "uint32",
            "int64",
            "uint64",
            "half",
            "float",
            "double",
            "bfloat16",
            "f8e4m3",
            "f8e5m2",
            "fp8_e4m3",
            "fp8_e5m2",
            "char",
            "int");
    private static final int HALF = 4;
    private static final int LONG_HALF = 8;
    private static final int LONGEST_REASON = 160;

    private final Collected out;
    private NcclRun run;
    private boolean iterations;
    private boolean perIteration;

    NcclTestsText(Collected out) {
        this.out = out;
        this.run = new NcclRun(out);
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher starting = STARTING.matcher(text);
        Matcher config = CONFIG.matcher(text);
        Matcher rank = RANK.matcher(text);
        if (starting.matches()) {
            if (text.contains("starting") && !run.isEmpty()) {
                begin();
            }
            run.collective = starting.group(1);
        } else if (config.matches()) {
            if (!run.isEmpty()) {
                begin();
            }
            run.validationOff = config.group(1).equals("0");
        } else if (rank.matches()) {
            if (run.isSummed()) {
                begin();
            }
            run.rank(rank.group(1), rank.group(2).strip());
        } else if (text.startsWith("#") && text.contains("algbw")) {
            if (run.isSummed()) {
                begin();
            }
            run.errors = text.contains("error");
            iterations = text.contains("#iters");
            perIteration = text.contains("i_min") || text.contains("p99");
        } else if (FAILURE.matcher(text).matches()) {
            out.add(
                    Tool.NCCL_TESTS,
                    Observation.Kind.RUN_FAILED,
                    line.number(),
                    text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) : text);
        } else {
            return summary(line) || row(line) || program(line);
        }
        out.saw(Tool.NCCL_TESTS);
        return true;
    }

    private void begin() {
        run.finish();
        run = new NcclRun(out);
    }

    private boolean program(Line line) {
        Matcher program = PROGRAM.matcher(line.text());
        if (!program.find()) {
            return false;
        }
        if (!run.isEmpty()) {
            begin();
        }
        run.collective = program.group(1);
        return true;
    }

    private boolean summary(Line line) {
        Matcher bounds = BOUNDS.matcher(line.text());
        Matcher average = AVERAGE.matcher(line.text());
        if (bounds.matches()) {
            run.outOfBounds(Long.parseLong(bounds.group(1)), line.number());
        } else if (average.matches()) {
            if (line.cut() && average.group(2) == null) {
                cut(line);
                return true;
            }
            run.average(average.group(1), line.number());
            if ("FAILED".equals(average.group(2))) {
                out.add(Tool.NCCL_TESTS, Observation.Kind.BELOW_MINIMUM, line.number(), average.group(1));
            }
        } else {
            return false;
        }
        out.saw(Tool.NCCL_TESTS);
        return true;
    }

    private boolean row(Line line) {
        List<String> words = line.words();
        if (words.size() < 3
                || !TYPES.contains(words.get(2))
                || Numbers.whole(words.get(1)).isEmpty()) {
            return false;
        }
        Optional<Long> bytes = Numbers.whole(words.getFirst());
        if (bytes.isEmpty()) {
            return false;
        }
        int at = 3;
        if (at < words.size()
                && Character.isLetter(words.get(at).charAt(0))
                && !words.get(at).equals("N/A")) {
            at++;
        }
        at += hasRoot(words, at) ? 1 : 0;
        int width = perIteration ? LONG_HALF : HALF;
        int left = words.size() - at;
        if (left < HALF) {
            cut(line);
            return true;
        }
        half(bytes.get(), left < 2 * HALF && !line.cut() ? "in-place" : "out-of-place", words, at, line);
        if (left >= width + HALF) {
            half(bytes.get(), "in-place", words, at + width, line);
        } else if (line.cut()) {
            cut(line);
        }
        return true;
    }

    /** The old layout has no root; the row's own length tells, since only the number of iterations may follow. */
    private boolean hasRoot(List<String> words, int at) {
        if (at >= words.size()) {
            return false;
        }
        String word = words.get(at);
        boolean looks = word.equals("-1") || (Numbers.index(word).isPresent() && word.indexOf('.') < 0);
        int rest = words.size() - at - (iterations ? 1 : 0);
        return word.equals("-1") || (looks && rest % HALF == 1);
    }

    private void half(long bytes, String place, List<String> words, int at, Line line) {
        String algorithm = words.get(at + 1);
        String bus = words.get(at + 2);
        if (Numbers.isDecimal(words.get(at)) && Numbers.isDecimal(algorithm) && Numbers.isDecimal(bus)) {
            run.half(bytes, place, Optional.of(algorithm), bus, beside(words.get(at + 3)), line.number());
        }
    }

    private DataCheck beside(String wrong) {
        return Numbers.decimal(wrong)
                .map(value -> value == 0 || run.errors ? DataCheck.PASSED : DataCheck.FAILED)
                .orElse(DataCheck.NOT_MADE);
    }

    private void cut(Line line) {
        out.add(Tool.NCCL_TESTS, Observation.Kind.CUT_SHORT, line.number());
    }

    @Override
    public void end() {
        run.finish();
    }
}
