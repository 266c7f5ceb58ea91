// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * nccl-tests' {@code -J} (NVIDIA/nccl-tests src/util.cu). The report holds the whole environment and the command line;
 * only the visible devices and the name of the program are taken from there.
 */
final class NcclTestsJson implements JsonFormat {
    private static final Pattern VISIBLE = Pattern.compile("(?:CUDA|HIP|ROCR)_VISIBLE_DEVICES=([\\w,./-]{0,512})");
    private static final Pattern PROGRAM = Pattern.compile("(?:.*/)?([a-z]+(?:_[a-z]+)?_perf)");

    private final Collected out;

    NcclTestsJson(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(ObjectNode report, boolean whole, int line) {
        boolean ours = report.path("results").isArray()
                && (report.has("average_bus_bandwidth")
                        || report.has("out_of_bounds")
                        || report.has("nccl_version")
                        || report.path("results").path(0).has("out_of_place")
                        || report.path("results").path(0).has("in_place"));
        if (!ours) {
            return false;
        }
        out.saw(Tool.NCCL_TESTS);
        NcclRun run = new NcclRun(out);
        run.validationOff =
                report.path("config").path("validation").asString("").equals("0");
        run.collective = program(report.path("args"));
        environment(report.path("env"), line);
        JsonNode bounds = report.path("out_of_bounds");
        boolean boundsOk = bounds.path("okay").asBoolean(false);
        for (JsonNode row : report.path("results")) {
            Optional<Long> bytes = Numbers.whole(row.path("size").asString(""));
            for (String place : List.of("out_of_place", "in_place")) {
                JsonNode half = row.path(place);
                String bus = half.path("bus_bw").asString("");
                if (bytes.isPresent() && Numbers.isDecimal(bus)) {
                    Optional<String> algorithm =
                            Optional.of(half.path("alg_bw").asString("")).filter(Numbers::isDecimal);
                    run.half(bytes.get(), place.replace('_', '-'), algorithm, bus, beside(half, boundsOk), line);
                }
            }
        }
        Numbers.whole(bounds.path("count").asString("")).ifPresent(count -> run.outOfBounds(count, line));
        JsonNode average = report.path("average_bus_bandwidth");
        if (average.has("bandwidth")) {
            run.average(average.path("bandwidth").asString(""), line);
            if (average.path("okay").isBoolean() && !average.path("okay").asBoolean()) {
                out.add(
                        Tool.NCCL_TESTS,
                        Observation.Kind.BELOW_MINIMUM,
                        line,
                        average.path("bandwidth").asString(""));
            }
        }
        run.finish();
        if (!whole) {
            out.add(Tool.NCCL_TESTS, Observation.Kind.CUT_SHORT, line);
        }
        return true;
    }

    /** {@code nwrong} is null where nothing was compared; a report without it has only its summary. */
    private static DataCheck beside(JsonNode half, boolean boundsOk) {
        if (half.path("nwrong").isNull()) {
            return DataCheck.NOT_MADE;
        }
        Optional<Double> wrong = Numbers.decimal(half.path("nwrong").asString(""));
        return wrong.map(count -> count == 0 ? DataCheck.PASSED : DataCheck.FAILED)
                .orElse(boundsOk ? DataCheck.PASSED : DataCheck.UNSAID);
    }

    private static String program(JsonNode args) {
        Matcher program = PROGRAM.matcher(args.path(0).asString(""));
        return program.matches() ? program.group(1) : "";
    }

    private void environment(JsonNode variables, int line) {
        for (JsonNode variable : variables) {
            Matcher visible = VISIBLE.matcher(variable.asString(""));
            if (visible.matches()) {
                out.visible(visible.group(1), Tool.NCCL_TESTS, line);
            }
        }
    }
}
