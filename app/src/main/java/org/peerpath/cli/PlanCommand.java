// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Past;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Playbook;
import org.peerpath.plan.ShellScript;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.report.Json;
import org.peerpath.report.PlanJson;
import org.peerpath.report.PlanText;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "plan", resourceBundle = Program.HELP)
final class PlanCommand extends HostCommand {
    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(
            names = "--goal",
            required = true,
            paramLabel = "GOAL",
            descriptionKey = "goal",
            converter = GoalConverter.class)
    private Goal goal = Goal.VM_GPUDIRECT;

    @CommandLine.Option(names = "--nic", paramLabel = "FUNCTION", descriptionKey = "nic")
    private List<String> nics = new ArrayList<>();

    @CommandLine.Option(names = "--vfs", paramLabel = "N", descriptionKey = "vfs")
    private int virtualFunctions;

    @CommandLine.Option(names = "--run", paramLabel = "RUN", descriptionKey = "restore-run")
    private String run = "";

    @CommandLine.Option(names = "--as", paramLabel = "text|sh|ansible|json", descriptionKey = "as")
    private Form form = Form.TEXT;

    @CommandLine.Option(names = "--keep", descriptionKey = "keep")
    private boolean keep;

    @CommandLine.Option(names = "--log", paramLabel = "FILE", descriptionKey = "plan-log")
    private String log = "";

    /** How a plan is printed. */
    private enum Form {
        TEXT,
        SH,
        ANSIBLE,
        JSON
    }

    private final Journal journal;

    PlanCommand(Context context) {
        super(context);
        this.journal = context.journal();
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        HostModel host = sources().host(source);
        List<Address> chosen = new ArrayList<>();
        for (String nic : nics) {
            chosen.add(FunctionNames.find(host, nic));
        }
        if (!run.isEmpty() && goal != Goal.RESTORE) {
            throw new UsageException(Message.of("plan.run-without-restore"));
        }
        PlanRequest request = new PlanRequest(
                goal, chosen, Math.max(0, virtualFunctions), run.isEmpty() ? Optional.empty() : Optional.of(run));
        Plan plan = Planner.plan(host, request, events(), past(request, host));
        switch (form) {
            case TEXT ->
                terminal()
                        .print(PlanText.of(plan, terminal().texts(), terminal().ink(), keep));
            case SH -> terminal().print(ShellScript.of(plan, terminal().texts(), keep));
            case ANSIBLE -> terminal().print(Playbook.of(plan, terminal().texts(), keep));
            case JSON -> terminal().printLine(Json.indented(PlanJson.of(plan)));
        }
        return plan.refused() ? ExitStatus.REFUSED : ExitStatus.FINE;
    }

    private Past past(PlanRequest request, HostModel host) throws UnreadableSourceException {
        try {
            return journal.pastFor(request, host.snapshot());
        } catch (JournalException e) {
            throw new UnreadableSourceException(e.reason(), e);
        }
    }

    private List<LogEvent> events() throws UnreadableSourceException {
        if (log.isEmpty()) {
            return List.of();
        }
        List<LogEvent> events = new ArrayList<>();
        for (NamedLog read : sources().logs(log, terminal()::complain)) {
            events.addAll(read.facts().events());
        }
        return events;
    }

    /** {@code vm-gpudirect}, {@code bare-metal-gpudirect}, {@code bind-vfs}, {@code unbind} or {@code restore}. */
    static final class GoalConverter implements CommandLine.ITypeConverter<Goal> {
        @Override
        public Goal convert(String value) {
            return Goal.of(value)
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            "vm-gpudirect|bare-metal-gpudirect|bind-vfs|unbind|restore: " + value));
        }
    }
}
