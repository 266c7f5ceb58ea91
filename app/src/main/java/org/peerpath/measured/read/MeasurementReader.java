// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.LimitedStream;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Compression;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * Reads what benchmarks printed: one or several tools, text and JSON mixed, with whatever a launcher put between. Every
 * line is offered to every format; a line that none knows is left out.
 */
public final class MeasurementReader {
    /** A sweep of every size over a whole cluster takes a few megabytes; a debug log of NCCL some tens. */
    static final int LONGEST_FILE = 64 * 1024 * 1024;

    private static final int MOST_PREFIXES = 3;

    private MeasurementReader() {}

    /**
     * Reads a file.
     *
     * @param name what to call it
     * @throws UnreadableSourceException if it cannot be read, or holds nothing that any of the tools prints
     */
    public static Readout read(InputStream content, String name) throws UnreadableSourceException {
        String shown = Clean.line(name);
        byte[] bytes;
        try (InputStream buffered = new BufferedInputStream(content);
                InputStream limited = new LimitedStream(Compression.open(buffered), LONGEST_FILE, true)) {
            bytes = limited.readAllBytes();
        } catch (IOException e) {
            throw new UnreadableSourceException(Message.of("measured.unreadable", shown), e);
        }
        Readout readout = text(decoded(bytes), shown);
        if (readout.tools().isEmpty()) {
            throw new UnreadableSourceException(Message.of("measured.nothing", shown, Integer.toString(lines(bytes))));
        }
        return readout;
    }

    /** PowerShell redirects in UTF-16. */
    private static String decoded(byte[] bytes) {
        boolean marked = bytes.length > 1
                && ((bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe)
                        || (bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff));
        return Clean.text(new String(bytes, marked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8));
    }

    private static int lines(byte[] bytes) {
        int lines = 0;
        for (byte b : bytes) {
            lines += b == '\n' ? 1 : 0;
        }
        return lines + (bytes.length > 0 && bytes[bytes.length - 1] != '\n' ? 1 : 0);
    }

    static Readout text(String text, String name) {
        Collected out = new Collected();
        List<TextFormat> formats = List.of(
                new PerftestText(out),
                new NvbandwidthText(out),
                new NcclTestsText(out),
                new CudaP2pText(out),
                new GdrcopyText(out),
                new TransferBenchText(out),
                new RocmBandwidthText(out),
                new HipBandwidthText(out),
                new OsuText(out),
                new IperfText(out),
                new RocmSmiTopology(out),
                new NcclLog(out));
        List<JsonFormat> reports =
                List.of(new PerftestJson(out), new NvbandwidthJson(out), new NcclTestsJson(out), new IperfJson(out));
        char[] characters = text.toCharArray();
        int at = 0;
        int number = 1;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            boolean cut = end < 0;
            String raw = text.substring(at, cut ? text.length() : Math.min(end, at + Clean.LONGEST_LINE));
            int brace = raw.stripLeading().startsWith("{") ? text.indexOf('{', at) : -1;
            int taken = brace < 0 ? 0 : report(characters, brace, number, reports);
            if (taken > 0) {
                for (int i = at; i < brace + taken; i++) {
                    number += characters[i] == '\n' ? 1 : 0;
                }
                at = brace + taken;
                continue;
            }
            offer(Line.of(number, raw, cut), formats);
            at = cut ? text.length() : end + 1;
            number++;
        }
        formats.forEach(TextFormat::end);
        return out.under(name);
    }

    private static void offer(Line line, List<TextFormat> formats) {
        Optional<Line> left = Optional.of(line);
        for (int i = 0; i < MOST_PREFIXES && left.isPresent(); i++) {
            Line offered = left.get();
            if (formats.stream().anyMatch(format -> format.take(offered))) {
                return;
            }
            left = offered.withoutLauncher();
        }
    }

    /** Returns how many characters a JSON report that begins in this line takes; 0 where none of the tools wrote it. */
    private static int report(char[] text, int start, int line, List<JsonFormat> reports) {
        TolerantJson.Read read = TolerantJson.read(text, start);
        boolean ours = reports.stream().anyMatch(format -> format.take(read.root(), read.whole(), line));
        return ours ? Math.max(1, Math.min(text.length - start, read.length())) : 0;
    }
}
