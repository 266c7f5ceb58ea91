// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * nvbandwidth's {@code -j} (NVIDIA/nvbandwidth json_output.cpp): cells are texts, {@code N/A} where there is none. Tests
 * of both directions append three matrices to one: each direction and the total.
 */
final class NvbandwidthJson implements JsonFormat {
    private static final Pattern DEVICE =
            Pattern.compile("(\\d{1,4}): .{1,200}\\(([0-9a-fA-F]{8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})\\).*");
    private static final int PARTS = 3;

    private final Collected out;

    NvbandwidthJson(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(ObjectNode report, boolean whole, int line) {
        JsonNode root = report.path("nvbandwidth");
        if (!root.isObject()) {
            return false;
        }
        out.saw(Tool.NVBANDWIDTH);
        Map<Integer, BusId> gpus = gpus(root);
        for (JsonNode test : root.path("testcases")) {
            test(test, gpus, line);
        }
        if (root.has("error")) {
            out.add(
                    Tool.NVBANDWIDTH,
                    Observation.Kind.RUN_FAILED,
                    line,
                    root.path("error").asString(""));
        }
        if (!whole) {
            out.add(Tool.NVBANDWIDTH, Observation.Kind.CUT_SHORT, line);
        }
        return true;
    }

    private static Map<Integer, BusId> gpus(JsonNode root) {
        Map<Integer, BusId> gpus = new HashMap<>();
        JsonNode list = root.has("GPU Device list") ? root.path("GPU Device list") : root.path("GPU Device info");
        for (JsonNode device : list) {
            Matcher parts = DEVICE.matcher(device.asString(""));
            if (parts.matches()) {
                BusId.parse(parts.group(2)).ifPresent(bus -> gpus.put(Integer.valueOf(parts.group(1)), bus));
            }
        }
        return gpus;
    }

    private void test(JsonNode test, Map<Integer, BusId> gpus, int line) {
        String name = test.path("name").asString("");
        String status = test.path("status").asString("");
        if (status.equals("Waived")) {
            out.add(Tool.NVBANDWIDTH, Observation.Kind.WAIVED, line, name);
        } else if (status.equals("Error")) {
            out.add(Tool.NVBANDWIDTH, Observation.Kind.RUN_FAILED, line, name);
        }
        JsonNode cells = test.path("bandwidth_matrix");
        NvbandwidthMatrix matrix =
                new NvbandwidthMatrix(name, test.path("bandwidth_description").asString(""));
        int columns = cells.path(0).size();
        if (!matrix.isBandwidth() || columns == 0) {
            return;
        }
        boolean three = matrix.both() && cells.size() == PARTS * columns;
        int run = out.nextRun();
        for (int r = 0; r < cells.size(); r++) {
            NvbandwidthMatrix part = three && r < (PARTS - 1) * columns
                    ? new NvbandwidthMatrix(name, matrix.description().replace("Total ", ""))
                    : matrix;
            for (int c = 0; c < cells.path(r).size(); c++) {
                cell(part, three ? r % columns : r, c, cells.path(r).path(c).asString(""), gpus, line, run);
            }
        }
        sum(name, test.path("sum").asString(""), line, run);
    }

    private void cell(
            NvbandwidthMatrix matrix, int row, int column, String text, Map<Integer, BusId> gpus, int line, int run) {
        Numbers.decimal(text)
                .filter(value -> value > 0)
                .ifPresent(value -> out.add(new Figure(
                        Tool.NVBANDWIDTH,
                        matrix.test(),
                        matrix.requester(row, column, gpus),
                        matrix.target(column, gpus),
                        matrix.both(),
                        value,
                        Optional.empty(),
                        DataCheck.UNSAID,
                        matrix.traits(row, column),
                        new Figure.Printed(text, "GB/s", line, run),
                        Figure.Network.UNSAID)));
    }

    private void sum(String name, String text, int line, int run) {
        Numbers.decimal(text)
                .ifPresent(value -> out.add(new Figure(
                        Tool.NVBANDWIDTH,
                        name,
                        End.MANY,
                        End.MANY,
                        false,
                        value,
                        Optional.empty(),
                        DataCheck.UNSAID,
                        Set.of(Trait.SUMMARY),
                        new Figure.Printed(text, "GB/s", line, run),
                        Figure.Network.UNSAID)));
    }
}
