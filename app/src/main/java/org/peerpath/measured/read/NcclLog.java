// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of NCCL and RCCL ({@code NCCL_DEBUG=INFO}): how ranks are connected, through which network, and why not
 * better. Channels of one connection are one observation.
 */
final class NcclLog implements TextFormat {
    private static final Pattern COMMUNICATOR = Pattern.compile(" comm 0x[0-9a-f]{1,16}\\b.*");
    private static final Pattern HEAD = Pattern.compile(
            "(?:\\[[^\\]]{1,40}]\\s+|.{0,60}?\\s)??(?:([\\w.-]{1,100}):\\d{1,10}:\\d{1,10}\\s+\\[\\d{1,4}]\\s+)?"
                    + "(?:(\\S{1,300}:\\d{1,6})\\s+)?NCCL (INFO|WARN)\\s+(?:\\[Rank \\d+]\\s*)?(.*)");
    private static final Pattern CHANNEL = Pattern.compile(
            "Channel (?:\\d+|\\S{1,10})(?:/\\d+)? ?: ?(\\d{1,6})\\[([0-9a-fx]{1,16})] -> (\\d{1,6})\\[([0-9a-fx]{1,16})](?: \\[(send|receive)])? via (\\S.{0,120})");
    private static final Pattern RANK = Pattern.compile(
            ".*\\brank (\\d{1,6}) nranks \\d{1,6} cudaDev (\\d{1,4})(?: nvmlDev \\d{1,4})? busId ([0-9a-fA-F]{1,16})\\b.*");
    private static final Pattern USING = Pattern.compile("Using network (.{1,80})");
    private static final Pattern MISSING = Pattern.compile("(?:Error: )?network (.{1,80}) not found\\.?");
    private static final Pattern PLUGIN =
            Pattern.compile("NET/Plugin: Could not find: (.{1,120}?)\\.? Using internal.*");
    private static final Pattern DEVICES = Pattern.compile("NET/(?:IB|OFI) : Using (\\[.{1,2000})");
    private static final Pattern DEVICE = Pattern.compile("\\[(\\d{1,4})]([\\w.-]{1,64}):\\d{1,3}/\\w+");
    private static final Pattern OFI =
            Pattern.compile("NET/OFI (?:Initializing|Selected [Pp]rovider is|Using) .{1,100}");
    private static final Pattern DMA_BUF = Pattern.compile("DMA-BUF is available on GPU device (\\S{1,10})");
    private static final Pattern DMA_BUF_AMD = Pattern.compile("DMA_BUF Support Enabled.*");
    private static final Pattern GDR =
            Pattern.compile("(?:NET/IB : )?GPU Direct RDMA (Enabled|Disabled) for (.{1,160})");
    private static final Pattern PARAMETER = Pattern.compile("Missing \"([\\w=,.-]{1,64})\" from .*");
    private static final Pattern MAPPING = Pattern.compile(
            "(hipIpcGetMemHandle|hipIpcOpenMemHandle|cudaIpcGetMemHandle|cudaIpcOpenMemHandle|Could not enable P2P|P2P is disabled)\\b(.{0,120})");

    private final Collected out;
    private final NcclCompletions completions;
    /** Where each rank's GPU is. */
    private final Map<String, String> busIds = new HashMap<>();

    private boolean begun;

    NcclLog(Collected out) {
        this.out = out;
        this.completions = new NcclCompletions(out);
    }

    @Override
    public boolean take(Line line) {
        if (completions.goesOn(line)) {
            return true;
        }
        Matcher head = HEAD.matcher(line.text());
        if (!line.text().contains("NCCL ") || !head.matches()) {
            return false;
        }
        out.saw(Tool.NCCL);
        begun = true;
        String host = Optional.ofNullable(head.group(1)).orElse("?");
        String said = head.group(4);
        if (!completions.begins(said, line)) {
            said(host, said, line);
        }
        return true;
    }

    private void said(String host, String said, Line line) {
        Matcher channel = CHANNEL.matcher(said);
        Matcher rank = RANK.matcher(said);
        if (channel.matches()) {
            channel(host, channel);
        } else if (rank.matches()) {
            BusId.ofNccl(rank.group(3)).ifPresent(bus -> busIds.put(rank.group(1), "GPU " + rank.group(2) + " " + bus));
        } else {
            first(host, said, line);
        }
    }

    private void first(String host, String said, Line line) {
        Map<Pattern, Observation.Kind> kinds = Map.of(
                USING, Observation.Kind.NETWORK,
                OFI, Observation.Kind.NETWORK,
                MISSING, Observation.Kind.NETWORK_MISSING,
                PLUGIN, Observation.Kind.PLUGIN_MISSING,
                DMA_BUF, Observation.Kind.DMA_BUF,
                DMA_BUF_AMD, Observation.Kind.DMA_BUF,
                PARAMETER, Observation.Kind.PARAMETER_MISSING);
        Matcher devices = DEVICES.matcher(said);
        Matcher gdr = GDR.matcher(said);
        Matcher mapping = MAPPING.matcher(said);
        if (devices.matches()) {
            out.add(Tool.NCCL, Observation.Kind.RDMA_DEVICES, line.number(), host, names(devices.group(1)));
        } else if (gdr.matches()) {
            boolean on = gdr.group(1).equals("Enabled");
            out.add(
                    Tool.NCCL,
                    on ? Observation.Kind.GDR_ON : Observation.Kind.GDR_OFF,
                    line.number(),
                    host,
                    gdr.group(2));
        } else if (mapping.matches()) {
            out.add(
                    Tool.NCCL,
                    Observation.Kind.PEER_MAPPING_FAILED,
                    line.number(),
                    host,
                    (mapping.group(1) + mapping.group(2)).strip());
        } else {
            kinds.forEach((pattern, kind) -> {
                Matcher found = pattern.matcher(said);
                if (found.matches()) {
                    out.add(Tool.NCCL, kind, line.number(), host, found.groupCount() > 0 ? found.group(1) : said);
                }
            });
        }
    }

    private static String names(String list) {
        StringBuilder names = new StringBuilder();
        Matcher device = DEVICE.matcher(list);
        while (device.find()) {
            names.append(names.isEmpty() ? "" : ", ").append(device.group(2));
        }
        return names.isEmpty() ? "?" : names.toString();
    }

    private void channel(String host, Matcher channel) {
        // Some builds add the communicator.
        String via = COMMUNICATOR.matcher(channel.group(6)).replaceFirst("").strip();
        boolean network = via.startsWith("NET/");
        boolean overRdma = network && !via.startsWith("NET/Socket");
        Observation.Kind kind = via.contains("GDRDMA")
                ? Observation.Kind.GPUDIRECT
                : overRdma ? Observation.Kind.STAGED : Observation.Kind.TRANSPORT;
        String way = channel.group(5) == null ? "" : " [" + channel.group(5) + "]";
        out.add(
                Tool.NCCL,
                kind,
                0,
                host,
                rank(channel.group(1), channel.group(2)),
                rank(channel.group(3), channel.group(4)) + way,
                via);
    }

    /** Up to 2.18 NCCL prints the GPU's bus id in the brackets, later its index. */
    private String rank(String number, String inBrackets) {
        String bus = inBrackets.length() > 3
                ? BusId.ofNccl(inBrackets.replaceFirst("^0x", ""))
                        .map(BusId::toString)
                        .orElse(inBrackets)
                : inBrackets;
        return number + "[" + bus + "]"
                + Optional.ofNullable(busIds.get(number))
                        .map(at -> " (" + at + ")")
                        .orElse("");
    }

    @Override
    public void end() {
        if (begun) {
            completions.end();
        }
    }
}
