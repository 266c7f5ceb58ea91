// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.peerpath.report.PlanFile;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "apply", resourceBundle = Program.HELP)
final class ApplyCommand extends RunningCommand {
    @CommandLine.Parameters(paramLabel = "PLAN.json", descriptionKey = "plan-file")
    private String file = "";

    @CommandLine.Option(names = "--on", required = true, paramLabel = "SOURCE", descriptionKey = "on")
    private String source = "";

    ApplyCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UsageException, UnreadableSourceException {
        PlanFile plan = plan();
        return work(source, runs -> runs.apply(plan.request(), Optional.of(plan.agreement())));
    }

    private PlanFile plan() throws UnreadableSourceException {
        try {
            return PlanFile.read(Path.of(file));
        } catch (IOException | InvalidPathException | PlanFile.NotAPlanException e) {
            throw new UnreadableSourceException(
                    Message.of("apply.not-a-plan", Clean.line(file), Clean.line(String.valueOf(e.getMessage()))), e);
        }
    }
}
