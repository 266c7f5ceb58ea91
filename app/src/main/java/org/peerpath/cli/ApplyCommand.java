// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.report.PlanFile;
import org.peerpath.report.TrialTable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "apply", resourceBundle = Program.HELP)
final class ApplyCommand extends RunningCommand {
    @CommandLine.ArgGroup(multiplicity = "1")
    private What what = new What();

    /** A plan, or a trial. */
    private static final class What {
        @CommandLine.Parameters(paramLabel = "PLAN.json", descriptionKey = "plan-file")
        private String file = "";

        @CommandLine.Option(names = "--verify-firmware", paramLabel = "FUNCTION", descriptionKey = "verify-firmware")
        private String nic = "";
    }

    @CommandLine.Option(names = "--on", required = true, paramLabel = "SOURCE", descriptionKey = "on")
    private String source = "";

    ApplyCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException, UnreadableSourceException {
        if (!what.nic.isEmpty()) {
            return verify(Address.parse(what.nic)
                    .orElseThrow(() -> new UsageException(Message.of("apply.no-address", Clean.line(what.nic)))));
        }
        PlanFile plan = plan();
        return work(
                source,
                runs -> runs.apply(plan.request(), Optional.of(plan.agreement()), Optional.of(plan.identity())));
    }

    /** Tries a firmware, and shows it beside what was tried on that host before. */
    private ExitStatus verify(Address nic) throws UsageException, UnreadableSourceException {
        ExitStatus status = work(source, runs -> runs.verifyFirmware(nic, Optional.empty()));
        try {
            for (String run : journal().runs()) {
                RunRecord record = journal().read(run);
                if (record.source().filter(source::equals).isPresent()) {
                    String host = record.began().orElseThrow().host();
                    terminal()
                            .print(TrialTable.of(
                                    journal().trials(host), terminal().texts()));
                    break;
                }
            }
        } catch (JournalException e) {
            throw new UnreadableSourceException(e.reason(), e);
        }
        return status;
    }

    private PlanFile plan() throws UnreadableSourceException {
        try {
            return PlanFile.read(Path.of(what.file));
        } catch (IOException | InvalidPathException | PlanFile.NotAPlanException e) {
            throw new UnreadableSourceException(
                    Message.of("apply.not-a-plan", Clean.line(what.file), Clean.line(String.valueOf(e.getMessage()))),
                    e);
        }
    }
}
