// SPDX-License-Identifier: Apache-2.0
package org.peerpath.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.peerpath.advice.log.LogReader;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.EvidenceLogs;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.testing.Archives;
import org.peerpath.testing.LargeHosts;
import org.peerpath.testing.LspciDump;

/**
 * Opening evidence of growing size: bug reports and support archives, each size four times the one before, with what
 * each takes of the one before. No JMH: one opening takes seconds.
 */
public final class EvidenceBenchmark {
    private static final int ROUNDS = 5;
    private static final String SEPARATOR = "_".repeat(44) + "\n\n";

    private EvidenceBenchmark() {}

    /** What is measured. */
    private interface Work {
        void run() throws Exception;
    }

    /**
     * Prints the figures.
     *
     * @param args the largest bug report in MB, 100 unless said
     */
    public static void main(String[] args) throws Exception {
        int largest = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        Path folder = Files.createTempDirectory("peerpath-bench-");
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            double read = 0;
            double diagnosed = 0;
            for (int megabytes : new int[] {largest / 16, largest / 4, largest}) {
                Path report = bugReport(folder, megabytes);
                read = print(out, megabytes + " MB bug report, opened", read, () -> isRead(report, 300));
                diagnosed = print(out, megabytes + " MB bug report, its logs read", diagnosed, () -> logs(report));
                Files.delete(report);
            }
            double opened = 0;
            for (int functions : new int[] {125, 500, 2000}) {
                Path sos = sosReport(folder, functions);
                opened = print(
                        out, functions + " functions in a sosreport (tar.gz)", opened, () -> isRead(sos, functions));
                Files.delete(sos);
            }
        } finally {
            Files.delete(folder);
        }
    }

    private static double print(PrintStream out, String what, double before, Work work) throws Exception {
        double[] took = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            work.run();
            took[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(took);
        double median = took[ROUNDS / 2];
        out.printf(
                Locale.ROOT,
                "%-45s %8.0f ms%s%n",
                what,
                median,
                before == 0 ? "" : String.format(Locale.ROOT, "   x %.2f for x 4", median / before));
        return median;
    }

    private static void isRead(Path file, int functions) throws Exception {
        Snapshot snapshot = Recognizer.open(file, "bench");
        if (snapshot.functions().size() < functions) {
            throw new IllegalStateException(snapshot.functions().size() + " functions");
        }
    }

    private static void logs(Path report) throws Exception {
        EvidenceLogs.each(report, "bench", new EvidenceLogs.Visitor() {
            @Override
            public void log(String name, InputStream content) throws IOException {
                LogReader.read(content);
            }

            @Override
            public void unreadable(String name) {
                throw new IllegalStateException(name);
            }
        });
    }

    /** All lspci output of a host of 300 functions once; the rest half kernel log, half what is of no interest. */
    private static Path bugReport(Path folder, int megabytes) throws IOException {
        Path file = folder.resolve("report");
        byte[] log = lines(
                "[%5d.000001] systemd[1]: Started session %d of user root, as it does every day of the year.\n", 0);
        byte[] other = lines("    Model %d : something that nvidia-settings or glxinfo print by the page %d\n", 7);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(utf8(SEPARATOR + "Start of NVIDIA bug report log file.\n"));
            out.write(utf8(SEPARATOR + "/usr/bin/lspci -xxxx\n\n"
                    + LspciDump.hex(LargeHosts.of(8, 300).build())));
            long left = (long) megabytes << 20;
            for (int section = 0; left > 0; section++) {
                boolean isLog = section % 2 == 0;
                out.write(utf8(SEPARATOR + (isLog ? "journalctl -b -" + section : "/usr/bin/glxinfo") + "\n\n"));
                out.write(isLog ? log : other);
                left -= log.length;
            }
            out.write(utf8(SEPARATOR + "End of NVIDIA bug report log file.\n"));
        }
        return file;
    }

    /** About a megabyte. */
    private static byte[] lines(String format, int more) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 1 << 20; i++) {
            text.append(String.format(Locale.ROOT, format, i, i + more));
        }
        return utf8(text.toString());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Everything that grows with the functions: lspci, the kernel log, one ethtool output for every tenth. */
    private static Path sosReport(Path folder, int functions) throws IOException {
        Snapshot host = LargeHosts.of(Math.max(2, functions / 50), functions).build();
        Map<String, String> files = new TreeMap<>();
        files.put("sos/sos_commands/pci/lspci_-nnvv", LspciDump.hex(host));
        StringBuilder log = new StringBuilder("[    0.000000] Linux version 6.14.0-37-generic (x@y) #1\n");
        int[] count = {0};
        host.functions().keySet().forEach(address -> {
            int number = count[0]++;
            log.append(
                    String.format(Locale.ROOT, "[    1.000000] pci %s: Adding to iommu group %d\n", address, number));
            if (number % 10 == 0) {
                files.put(
                        "sos/sos_commands/networking/ethtool_-i_eth" + number,
                        "driver: mlx5_core\nfirmware-version: 40.46.5500 (X)\nbus-info: " + address + "\n");
            }
        });
        files.put("sos/sos_commands/kernel/dmesg", log.toString());
        files.put("sos/proc/cmdline", "ro intel_iommu=on\n");
        return Archives.write(folder, Archives.Form.TAR_GZ, files);
    }
}
