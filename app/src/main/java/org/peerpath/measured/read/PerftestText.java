// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of perftest's programs (linux-rdma/perftest src/perftest_parameters.c, cuda_memory.c, rocm_memory.c): what a
 * run says of itself, then a table. {@link PerftestTable} reads the table's rows.
 */
final class PerftestText implements TextFormat {
    private static final Pattern TITLE = Pattern.compile(
            "(Send|Send_imm|RDMA_Write|RDMA_Write_imm|RDMA_Read|Atomic)\\s(?:[A-Z_]+\\s)?(Bidirectional\\s)?(?:Post List\\s)?(BW|Latency)\\s(?:\\w+\\s)?Test");
    private static final Pattern DEVICE = Pattern.compile("\\bDevice\\s*:\\s*([\\w.-]{1,64})");
    private static final Pattern CUDA =
            Pattern.compile("CUDA device (\\d{1,4}): PCIe address is ([0-9A-Fa-f]{2}:[0-9A-Fa-f]{2})");
    private static final Pattern PICKED = Pattern.compile("Picking (?:device No\\.|GPU number) (\\d{1,4})");
    private static final Pattern FINDING = Pattern.compile("Finding PCIe BUS ([0-9A-Fa-f:.]{5,16})");
    private static final Pattern ROCM = Pattern.compile(
            "Using ROCm Device with ID: (\\d{1,4}), Name: .{0,200}, PCI Bus ID: (0x[0-9a-fA-F]{1,2})\\b.*");
    private static final Pattern VALIDATION = Pattern.compile("VALIDATION: (PASSED|FAILED|WARNING|ERROR)\\b.*");
    private static final Pattern ERRORS = Pattern.compile("- (\\d{1,18}) error");
    private static final Pattern FAILURE =
            Pattern.compile("(Failed status \\d+.*|Completion with error.*|Failed to complete run_iter.*"
                    + "|Couldn't .*|Unable to (?:init|find|exchange|Connect|open).*|.{0,200}ibv_\\w{1,40} failed.*)");
    private static final Pattern MTU = Pattern.compile("Mtu\\s*:\\s*(\\d{3,5})\\[B]");
    private static final Pattern LINK = Pattern.compile("Link type\\s*:\\s*(IB|Ethernet|Infiniband|RoCE)\\b.*");
    private static final Pattern ORDER = Pattern.compile("PCIe relax order\\s*:\\s*(ON|OFF)\\b.*");
    private static final Pattern ADDRESS = Pattern.compile("(local|remote) address:\\s*LID (\\S{1,10}) .*");
    private static final int LONGEST_REASON = 120;

    private final Collected out;
    private PerftestRun run;
    /** GPUs listed before a run says its name. */
    private PerftestRun coming;

    private boolean titled;

    PerftestText(Collected out) {
        this.out = out;
        this.run = new PerftestRun(out.nextRun());
        this.coming = run;
    }

    @Override
    public boolean take(Line line) {
        return title(line) || command(line) || memory(line) || result(line) || parameters(line);
    }

    @Override
    public void end() {
        run.finish(out);
        if (coming != run) {
            coming.finish(out);
        }
    }

    private boolean title(Line line) {
        Matcher title = TITLE.matcher(line.text());
        if (!title.matches()) {
            return false;
        }
        out.saw(Tool.PERFTEST);
        if (coming == run && titled && run.table.isBegun()) {
            begin();
        }
        if (coming != run) {
            run.finish(out);
            run = coming;
        }
        titled = true;
        run.titled(title.group(1), title.group(2) != null, title.group(3).equals("Latency"));
        return true;
    }

    /** Whatever follows belongs to another run than what came so far. */
    private void begin() {
        coming = new PerftestRun(out.nextRun());
        coming.inherit(run);
    }

    private boolean command(Line line) {
        Optional<Invocation> invocation = Invocation.of(line.text());
        if (invocation.isEmpty()) {
            return false;
        }
        out.saw(Tool.PERFTEST);
        if (coming == run && run.table.isBegun()) {
            coming = new PerftestRun(out.nextRun());
        }
        coming.asked(invocation.get());
        invocation.get().visible().ifPresent(devices -> out.visible(devices, Tool.PERFTEST, line.number()));
        if (coming != run && !titled) {
            run.finish(out);
            run = coming;
        }
        titled = false;
        return true;
    }

    private boolean memory(Line line) {
        String text = line.text();
        Matcher listed = CUDA.matcher(text);
        Matcher picked = PICKED.matcher(text);
        Matcher finding = FINDING.matcher(text);
        Matcher rocm = ROCM.matcher(text);
        boolean first = text.equals("initializing CUDA");
        if (first && coming == run && run.table.isBegun()) {
            begin();
        }
        if (listed.matches()) {
            coming.listed(Integer.parseInt(listed.group(1)), BusId.parse(listed.group(2)));
        } else if (picked.matches()) {
            coming.picked(Integer.parseInt(picked.group(1)));
        } else if (finding.matches()) {
            coming.gpu(BusId.parse(finding.group(1)));
        } else if (rocm.matches()) {
            coming.listed(Integer.parseInt(rocm.group(1)), BusId.parse(rocm.group(2)));
            coming.picked(Integer.parseInt(rocm.group(1)));
        } else if (!first) {
            return false;
        }
        out.saw(Tool.PERFTEST);
        return true;
    }

    private boolean parameters(Line line) {
        Matcher address = ADDRESS.matcher(line.text());
        if (address.matches()) {
            run.lid(address.group(1).equals("local"), address.group(2));
            return true;
        }
        if (line.text().startsWith("GID:")) {
            run.gid(line.text());
            return true;
        }
        Matcher device = DEVICE.matcher(line.text());
        Matcher mtu = MTU.matcher(line.text());
        Matcher link = LINK.matcher(line.text());
        Matcher order = ORDER.matcher(line.text());
        if (line.text().startsWith("Dual-port") && device.find()) {
            run.device(device.group(1));
        } else if (mtu.matches()) {
            run.mtu = Numbers.index(mtu.group(1)).or(() -> Optional.of(4096));
        } else if (link.matches()) {
            run.linkType = Optional.of(link.group(1).startsWith("I") ? "IB" : "Ethernet");
        } else if (order.matches()) {
            run.relaxedOrdering = Optional.of(order.group(1).equals("ON"));
        } else if (line.text().startsWith("WARNING: CPU is not PCIe relaxed ordering compliant")) {
            out.add(Tool.PERFTEST, Observation.Kind.RELAXED_ORDERING_WARNING, line.number());
        } else {
            return false;
        }
        return true;
    }

    private boolean result(Line line) {
        Matcher validation = VALIDATION.matcher(line.text());
        if (validation.matches()) {
            validated(validation.group(1), line);
            return true;
        }
        if (FAILURE.matcher(line.text()).matches() && (titled || run.table.isBegun())) {
            run.broken = true;
            String reason = line.text();
            out.add(
                    Tool.PERFTEST,
                    Observation.Kind.RUN_FAILED,
                    line.number(),
                    reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason);
            return true;
        }
        if (PerftestTable.isHead(line.text())) {
            out.saw(Tool.PERFTEST);
            if (coming == run && run.table.hasRows()) {
                begin();
            }
            if (coming != run) {
                run.finish(out);
                run = coming;
            }
            run.table.head(line.text());
            if (run.table.isLatency()) {
                out.add(Tool.PERFTEST, Observation.Kind.LATENCY_ONLY, line.number(), run.test());
            }
            return true;
        }
        List<PerftestTable.Row> rows = run.table.rows(line, titled);
        rows.forEach(run::row);
        if (rows.isEmpty() && run.table.wasCut()) {
            out.add(Tool.PERFTEST, Observation.Kind.CUT_SHORT, line.number());
        }
        return !rows.isEmpty();
    }

    private void validated(String result, Line line) {
        switch (result) {
            case "PASSED" -> run.check = Optional.of(DataCheck.PASSED);
            case "FAILED" -> {
                run.check = Optional.of(DataCheck.FAILED);
                Matcher errors = ERRORS.matcher(line.text());
                out.add(
                        Tool.PERFTEST,
                        Observation.Kind.WRONG_DATA,
                        line.number(),
                        errors.find() ? errors.group(1) : "?");
            }
            default -> run.check = Optional.of(DataCheck.NOT_MADE);
        }
        out.saw(Tool.PERFTEST);
    }
}
