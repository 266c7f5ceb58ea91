// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outputs that are cut, damaged or hostile: a reader gives what is whole, never invents, never hangs. */
class MeasurementFuzzTest {
    private static final int ROUNDS = Integer.getInteger("peerpath.measurements", 60);

    static Stream<String> names() {
        return Outputs.all().keySet().stream();
    }

    private static List<Double> values(String text) {
        return MeasurementReader.text(text, "f").figures().stream()
                .map(Figure::gigabytesPerSecond)
                .collect(Collectors.toList());
    }

    /** However short the file is cut, every figure that comes out is one of the whole file's. */
    @ParameterizedTest
    @MethodSource("names")
    void cutAnywhereNothingIsInvented(String name) {
        String whole = Objects.requireNonNull(Outputs.all().get(name));
        List<Double> all = values(whole);
        // A summary that is missing leaves whole seconds.
        all.addAll(List.of(24.3 / 8, 24.1 / 8));
        for (int end = 0; end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            for (double value : values(cut)) {
                assertTrue(all.contains(value), name + " cut at " + end + " gives " + value);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void damageIsSurvived(String name) {
        Random random = new Random(name.hashCode());
        String whole = Objects.requireNonNull(Outputs.all().get(name));
        String bits = "{}[]\":,0123456789.-<>/\\ \t\n\u0000\u001b[31m\u202e%N/A#";
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(whole);
            for (int i = 0; i < 1 + random.nextInt(12); i++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, bits.charAt(random.nextInt(bits.length())));
                    case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(40)));
                    default -> text.insert(at, whole, 0, random.nextInt(whole.length()));
                }
            }
            for (double value : values(text.toString())) {
                assertTrue(Double.isFinite(value) && value >= 0, () -> name + " " + value);
            }
        }
    }

    /** Twenty ways to be wrong. */
    static Stream<String> wrong() {
        String row = " 65536      5000             391.11             390.50\t\t   0.744820\n";
        String head = Outputs.header("RDMA_Write BW Test", "mlx5_1", "IB") + Outputs.GBITS + "\n";
        return Stream.of(
                head + " 65536      5000             nan             nan\t\t   nan\n",
                head + " 65536      5000             -inf             -390.50\t\t   -0.7\n",
                head + " -1      5000             391.11             390.50\t\t   0.744820\n",
                head + " 99999999999999999999999      5000             391.11             390.50\t\t   0.744820\n",
                head + " 65536      5000             391,11             390,50\t\t   0,744820\n",
                head + " 65536      5000             1e400             1e400\t\t   1e400\n",
                head + "65536 5000\n391.11 390.50 0.744820\n",
                head + " #bytes #iterations\n" + row.substring(0, 30),
                "BW average[Gb/sec]\n" + row,
                Outputs.CUDA_P2P.replace("D\\D     0      1", "D\\D     0"),
                Outputs.CUDA_P2P.replace("pciBusID: 1b", "pciBusID: fffff"),
                Outputs.NVBANDWIDTH.replace("00000000:1b:00", "ffffffff:ff:ff"),
                Outputs.NVBANDWIDTH_JSON.replace("\"51.5\"", "{\"a\": []}"),
                Outputs.NVBANDWIDTH_JSON.replace("[[\"N/A\", \"51.5\"], ", "["),
                Outputs.NCCL.replace("float", "float999"),
                Outputs.NCCL.replace("17179869184    ", "1717986918400000000000000    "),
                Outputs.NCCL_JSON.replace("\"results\": [", "\"results\": [null, 7, \"x\", "),
                Outputs.PERFTEST_JSON.replace("\"results\": {", "\"results\": ["),
                "{".repeat(5000) + "\"nvbandwidth\": {}",
                "[".repeat(5000) + Outputs.IPERF.replace("GBytes", "ZBytes"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongInputIsSurvived(String text) {
        for (Figure figure : MeasurementReader.text(text, "f").figures()) {
            assertTrue(Double.isFinite(figure.gigabytesPerSecond()) && figure.gigabytesPerSecond() >= 0);
        }
    }

    /** Lines made to slow down one expression or another. */
    @Test
    void hostileLinesCostLittle() {
        List<String> lines = List.of(
                "ibv_".repeat(20_000),
                "NCCL INFO Channel 0 : " + "0[0] -> ".repeat(9000),
                "[a] ".repeat(20_000),
                "node: ".repeat(10_000),
                "GPU 00 -> " + "1 ".repeat(40_000),
                "{\"a\":[".repeat(10_000),
                "CUDA_VISIBLE_DEVICES=".repeat(3000),
                "Device: 0, " + ", ".repeat(30_000),
                "status=12 vendor err ".repeat(3000),
                "\\#".repeat(30_000));
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            for (String line : lines) {
                assertTrue(MeasurementReader.text((line + "\n").repeat(20), "h")
                        .figures()
                        .isEmpty());
            }
        });
    }

    /** What a file says is shown on terminals and in pages. */
    @Test
    void nothingThatIsKeptCanDriveATerminal() {
        String evil = Outputs.NCCL_LOG
                .replace("mlx5_0", "mlx\u001b[31m5_0")
                .replace("P2P/IPC/read", "P2P\u001b]0;x\u0007\u202e/IPC");
        Readout readout = MeasurementReader.text(org.peerpath.text.Clean.text(evil), "e");
        assertFalse(readout.observations().toString().chars().anyMatch(c -> c < ' ' || c == 0x202e));
    }
}
