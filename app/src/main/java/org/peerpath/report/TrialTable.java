// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.plan.run.FirmwareTrial;
import org.peerpath.text.Texts;

/** Firmware trials of a host as a table in Markdown, the oldest first: what held, and what did not, all else being told. */
public final class TrialTable {
    private static final List<String> HEADINGS =
            List.of("when", "nic", "firmware", "ats", "kernel", "cmdline", "result");

    private TrialTable() {}

    /** The table; a line that says so where there are none. */
    public static String of(List<FirmwareTrial> trials, Texts texts) {
        if (trials.isEmpty()) {
            return MarkdownReport.escape(texts.say("trial.none")) + "\n";
        }
        StringBuilder out = new StringBuilder();
        row(out, HEADINGS.stream().map(name -> texts.say("trial." + name)));
        out.append('|').append("---|".repeat(HEADINGS.size())).append('\n');
        for (FirmwareTrial trial : trials) {
            FirmwareTrial.Setting setting = trial.setting();
            row(
                    out,
                    Stream.of(
                            trial.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                            setting.nic().toString(),
                            setting.firmware(),
                            setting.ats(),
                            setting.kernel(),
                            setting.commandLine(),
                            result(trial, texts)));
        }
        return out.toString();
    }

    private static void row(StringBuilder out, Stream<String> cells) {
        out.append(cells.map(MarkdownReport::escape).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private static String result(FirmwareTrial trial, Texts texts) {
        return texts.say(
                "trial.result." + trial.verdict().id(),
                Long.toString(trial.setting().seconds()),
                trial.step().orElse("–"));
    }
}
