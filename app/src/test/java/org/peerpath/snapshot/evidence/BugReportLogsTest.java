// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The stream of logs against the plain way: the whole text in memory, split line by line. */
class BugReportLogsTest {
    private static final List<String> LINES = List.of(
            "_".repeat(44),
            "_".repeat(39),
            "",
            " ",
            "dmesg:",
            "journalctl -b -1",
            "journalctl -b -1 _COMM=X",
            "*** /var/log/messages.1",
            "*** ls: -rw- /var/log/messages.1",
            "*** /etc/hosts",
            "/usr/bin/lspci -vvv",
            "[    1.0] one",
            "_two",
            "*three",
            "x".repeat(70_000),
            "x".repeat((1 << 18) + 17));

    private static List<String> plainly(String text) {
        List<String> logs = new ArrayList<>();
        StringBuilder log = new StringBuilder();
        BugReportSections sections = new BugReportSections();
        for (String line : text.split("(?<=\n)", -1)) {
            if (sections.turns(line.stripTrailing())) {
                keep(logs, log);
            } else if (sections.kind() == BugReportSections.Kind.LOG && (!log.isEmpty() || !line.isBlank())) {
                log.append(line);
            }
        }
        keep(logs, log);
        return logs;
    }

    private static void keep(List<String> logs, StringBuilder log) {
        if (!log.isEmpty()) {
            logs.add(log.toString());
            log.setLength(0);
        }
    }

    /** Some logs are left before their end, as a reader may. */
    private static List<String> streamed(String text, Random random, boolean whole) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        InputStream slowly = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(length, 1 + random.nextInt(5000)));
            }
        };
        List<String> logs = new ArrayList<>();
        BugReportLogs report = new BugReportLogs(slowly);
        while (report.next()) {
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 + random.nextInt(9000)];
            for (int got = report.read(buffer); got >= 0; got = report.read(buffer)) {
                log.write(buffer, 0, got);
                if (!whole) {
                    break;
                }
            }
            logs.add(log.toString(StandardCharsets.UTF_8));
        }
        return logs;
    }

    @Test
    void theStreamGivesWhatSplittingGives() throws IOException {
        int logs = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(LINES.get(random.nextInt(LINES.size())))
                        .append(random.nextInt(20) == 0 ? "\r\n" : i == 1 && random.nextBoolean() ? "" : "\n");
            }
            List<String> expected = plainly(text.toString());
            assertEquals(expected, streamed(text.toString(), random, true), "seed " + seed);
            List<String> parts = streamed(text.toString(), random, false);
            assertEquals(expected.size(), parts.size(), "seed " + seed);
            for (int i = 0; i < parts.size(); i++) {
                assertEquals(0, expected.get(i).indexOf(parts.get(i)), "seed " + seed);
            }
            logs += expected.size();
        }
        assertEquals(true, logs > 300, () -> "too few logs to tell anything");
    }
}
