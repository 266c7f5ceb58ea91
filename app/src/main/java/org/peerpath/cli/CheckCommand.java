// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.report.Answer;
import org.peerpath.report.CheckJson;
import org.peerpath.report.CheckText;
import org.peerpath.report.Json;
import org.peerpath.snapshot.UnreadableSourceException;
import picocli.CommandLine;

@CommandLine.Command(name = "check", resourceBundle = Program.HELP)
final class CheckCommand extends HostCommand {
    /** Hosts read at the same time; more only fight for sockets. */
    private static final int AT_ONCE = 16;

    @CommandLine.Parameters(paramLabel = "SOURCE", arity = "1..*", descriptionKey = "sources")
    private List<String> named = new ArrayList<>();

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Option(names = "--targets", paramLabel = "KIND", split = ",", descriptionKey = "targets")
    private List<String> targets = new ArrayList<>(List.of("gpu"));

    @CommandLine.Option(names = "--all-nics", descriptionKey = "all-nics")
    private boolean allNics;

    @CommandLine.Option(names = "--all-functions", descriptionKey = "all-functions")
    private boolean allFunctions;

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    CheckCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, InterruptedException {
        PathSelection selection = new PathSelection(kinds(), allNics, allFunctions);
        if (named.size() == 1) {
            Answer answer = Answer.of(sources().host(named.getFirst()), given.scenario(), selection);
            if (json.wanted()) {
                terminal().printLine(Json.indented(CheckJson.of(answer)));
            } else {
                terminal()
                        .print(CheckText.of(
                                answer, terminal().texts(), terminal().ink()));
            }
            return ExitStatus.of(answer);
        }
        return several(selection);
    }

    /** One line for each source, in the order named; one that cannot be read spoils none of the others. */
    private ExitStatus several(PathSelection selection) throws InterruptedException {
        Semaphore slots = new Semaphore(AT_ONCE);
        ExitStatus worst = ExitStatus.FINE;
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (String source : named) {
                Callable<Answer> read = () -> {
                    slots.acquire();
                    try {
                        return Answer.of(sources().host(source), given.scenario(), selection);
                    } finally {
                        slots.release();
                    }
                };
                answers.add(readers.submit(read));
            }
            for (Future<Answer> answer : answers) {
                worst = worst.worse(report(answer));
            }
        }
        return worst;
    }

    private ExitStatus report(Future<Answer> reading) throws InterruptedException {
        try {
            Answer answer = reading.get();
            terminal()
                    .printLine(
                            json.wanted()
                                    ? Json.line(CheckJson.of(answer))
                                    : CheckText.line(
                                            answer,
                                            terminal().texts(),
                                            terminal().ink()));
            return ExitStatus.of(answer);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnreadableSourceException unreadable) {
                terminal().complain(unreadable.reason());
                return ExitStatus.UNREADABLE;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private Set<Roles.TargetKind> kinds() {
        Set<Roles.TargetKind> kinds = new LinkedHashSet<>();
        for (String target : targets) {
            switch (target.toLowerCase(Locale.ROOT)) {
                case "gpu" -> kinds.add(Roles.TargetKind.GPU);
                case "nvme" -> kinds.add(Roles.TargetKind.NVME);
                default ->
                    throw new CommandLine.ParameterException(spec.commandLine(), "--targets gpu,nvme: " + target);
            }
        }
        return kinds;
    }
}
