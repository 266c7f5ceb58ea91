// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * perftest's {@code --out_json}. It does not say in which unit its figures are; the message rate beside them does.
 */
final class PerftestJson implements JsonFormat {
    private final Collected out;

    PerftestJson(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(ObjectNode report, boolean whole, int line) {
        JsonNode info = report.path("test_info");
        if (!info.isObject()) {
            return false;
        }
        out.saw(Tool.PERFTEST);
        String title = info.path("test").asString("");
        String test = test(title);
        JsonNode results = report.path("results");
        if (title.contains("Latency")) {
            out.add(Tool.PERFTEST, Observation.Kind.LATENCY_ONLY, line, test);
            return true;
        }
        Optional<Double> average = Numbers.decimal(results.path("BW_average").asString(""));
        Optional<Double> rate = Numbers.decimal(results.path("MsgRate").asString(""));
        Optional<Long> bytes = Numbers.whole(results.path("MsgSize").asString(""));
        Optional<String> unit = average.flatMap(value -> rate.flatMap(
                messages -> bytes.flatMap(size -> PerftestTable.unitBy(value, messages * 1e6 * size / Numbers.GIGA))));
        if (unit.isPresent()) {
            out.add(new Figure(
                    Tool.PERFTEST,
                    test,
                    device(info),
                    memory(info),
                    title.contains("Bidirectional"),
                    PerftestTable.gigabytes(average.orElseThrow(), unit.get()),
                    bytes,
                    DataCheck.UNSAID,
                    EnumSet.noneOf(Trait.class),
                    new Figure.Printed(results.path("BW_average").asString(""), unit.get(), line, out.nextRun()),
                    new Figure.Network(
                            Optional.of(info.path("Link_type").asString("")).filter(type -> !type.isEmpty()),
                            Numbers.index(info.path("Mtu").asString("")).filter(mtu -> mtu > 0),
                            order(info.path("PCIe_relax_order").asString("")))));
        } else if (average.isPresent() || results.has("bw_avg")) {
            out.add(Tool.PERFTEST, Observation.Kind.UNIT_UNSAID, line);
        }
        if (!whole) {
            out.add(Tool.PERFTEST, Observation.Kind.CUT_SHORT, line);
        }
        return true;
    }

    private static String test(String title) {
        String verb = title.replace("RDMA_", "").replaceFirst("_.*", "").toLowerCase(Locale.ROOT);
        return verb.isEmpty() ? "" : "ib_" + verb + (title.contains("Latency") ? "_lat" : "_bw");
    }

    private static End device(JsonNode info) {
        String name = info.path("Device").asString("");
        return name.isEmpty() ? End.UNSAID : new End.RdmaDevice(name);
    }

    /** The report names a CUDA or MUSA device where its memory was used, and says of AMD's only that it was. */
    private static End memory(JsonNode info) {
        Optional<Integer> cuda = Numbers.index(info.path("cuda_device").asString(""));
        if (cuda.isPresent()) {
            return End.Gpu.numbered(cuda.get());
        }
        boolean other = info.has("musa_device")
                || info.path("Use_ROCm_memory").asString("").equals("ON");
        if (other) {
            return new End.Gpu(Optional.empty(), Optional.empty());
        }
        // Only versions that name AMD's memory are known to name every other kind as well.
        return info.has("Use_ROCm_memory") ? End.HOST : End.UNSAID;
    }

    private static Optional<Boolean> order(String text) {
        return switch (text) {
            case "ON" -> Optional.of(true);
            case "OFF" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
