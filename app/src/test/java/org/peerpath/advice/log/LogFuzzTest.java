// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerpath.hardware.Knowledge;
import org.peerpath.report.DiagnosisText;
import org.peerpath.report.Ink;
import org.peerpath.text.Texts;

/** Lines of every wording, mangled: whatever comes out, nothing throws and no conclusion contradicts itself. */
class LogFuzzTest {
    private static final int ROUNDS = Integer.getInteger("peerpath.logs", 3000);

    private static final List<String> PREFIXES = List.of(
            "",
            "[%d.000000] ",
            "Mar 03 16:29:33 node kernel: [%d.239214] ",
            "2026-03-03T16:29:%02d.5+09:00 node kernel: ",
            "4,100,%d,-;",
            "> <3>[%d.000001][ T12] ",
            "[Sun Mar  1 10:00:00 2026] ");

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        EventLines.all().forEach(row -> lines.add(row.line()));
        lines.addAll(List.of(
                "Linux version 6.8.0",
                "pci 0000:17:00.0: PCI bridge to [bus 18-1b]",
                "pci 0000:44:00.0: reg 0x14: [mem 0x30000000000-0x31fffffffff 64bit pref]",
                "{1}[Hardware Error]: Hardware error from APEI Generic Hardware Error Source: 4",
                "{1}[Hardware Error]:   device_id: 0000:17:00.0",
                "{1}[Hardware Error]:   aer_uncor_status: 0x00200000, aer_uncor_mask: 0x00000000",
                "pcieport 0000:17:00.0:    [21] ACSViol                (First)",
                "mlx5_core 0000:18:00.0:   device [15b3:1023] error status/mask=00004000/00000000",
                "arm-smmu-v3 arm-smmu-v3.3.auto: \t0x0000410000000010",
                "NVRM: The NVIDIA GPU 0000:1b:00.0",
                "NVRM: fallen off the bus and is not responding to commands.",
                " qi_submit_sync+0x1/0x2",
                "CPU: 3 PID: 1 Comm: a"));
        return lines;
    }

    @Test
    void manglingBreaksNothing() {
        Random random = new Random(22);
        List<String> lines = lines();
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder log = new StringBuilder();
            String prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
            int count = 1 + random.nextInt(12);
            int time = random.nextInt(50);
            for (int i = 0; i < count; i++) {
                time += random.nextInt(40);
                log.append(prefix.replace("%d", Integer.toString(time))
                                .replace("%02d", String.format("%02d", time % 60)))
                        .append(mangled(lines.get(random.nextInt(lines.size())), random))
                        .append(random.nextInt(8) == 0 ? "\r\n" : "\n");
            }
            check(log.toString());
        }
    }

    private static String mangled(String line, Random random) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(6)) {
            case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            case 1 -> {
                return line.substring(0, random.nextInt(line.length()));
            }
            case 2 -> {
                int at = random.nextInt(line.length());
                return line.substring(0, at) + "ffffffffffffffffffffffff" + line.substring(at);
            }
            case 3 -> {
                return line + line;
            }
            default -> {
                return line;
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static void check(String log) {
        Diagnosis diagnosis = Diagnosis.of(Logs.read(log), Optional.empty(), Knowledge.shipped());
        List<Conclusion> all = diagnosis.conclusions();
        for (int i = 0; i < all.size(); i++) {
            Conclusion conclusion = all.get(i);
            boolean begins = i == 0
                    || all.get(i - 1).first().boot() != conclusion.first().boot();
            assertEquals(begins, conclusion.place() == Conclusion.Place.FIRST, log);
            assertTrue(!conclusion.evidence().isEmpty(), log);
        }
        DiagnosisText.of(diagnosis, "fuzz", Optional.empty(), Texts.ENGLISH, Ink.PLAIN);
    }
}
