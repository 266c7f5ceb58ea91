// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.peerpath.model.HostModel;
import org.peerpath.path.PairKind;
import org.peerpath.path.PathSelection;
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

    @CommandLine.Mixin
    private SourceList list = new SourceList();

    @CommandLine.Option(names = "--as", paramLabel = "FORM", descriptionKey = "as-monitor")
    private String form = "";

    @CommandLine.Option(names = "-o", paramLabel = "FILE", descriptionKey = "monitor-file")
    private String file = "";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Option(names = "--targets", paramLabel = "KIND", split = ",", descriptionKey = "targets")
    private List<String> targets = new ArrayList<>();

    @CommandLine.Option(names = "--pairs", paramLabel = "KIND", split = ",", descriptionKey = "pairs")
    private List<String> pairs = new ArrayList<>();

    @CommandLine.Option(names = "--all-nics", descriptionKey = "all-nics")
    private boolean allNics;

    @CommandLine.Option(names = "--all-functions", descriptionKey = "all-functions")
    private boolean allFunctions;

    @CommandLine.Option(names = "--host-truth", paramLabel = "FILE", descriptionKey = "host-truth")
    private String truth = "";

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    CheckCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException, InterruptedException {
        PathSelection selection = new PathSelection(kinds(), allNics, allFunctions);
        List<SourceList.Entry> entries = list.entries(sources());
        if (!form.isEmpty()) {
            return new MonitorOutput(terminal(), form, file).run(entries, given.scenario(), selection);
        }
        if (!truth.isEmpty()) {
            return new TruthCheck(terminal(), json.wanted()).run(entries, truth, given.scenario(), selection);
        }
        if (entries.size() == 1) {
            Answer answer = Answer.of(HostModel.of(entries.getFirst().open()), given.scenario(), selection);
            if (json.wanted()) {
                terminal().printLine(Json.indented(CheckJson.of(answer)));
            } else {
                terminal()
                        .print(CheckText.of(
                                answer, terminal().texts(), terminal().ink()));
            }
            return ExitStatus.of(answer);
        }
        return several(entries, selection);
    }

    /** One line for each source, in the order named; one that cannot be read spoils none of the others. */
    private ExitStatus several(List<SourceList.Entry> entries, PathSelection selection) throws InterruptedException {
        Semaphore slots = new Semaphore(AT_ONCE);
        ExitStatus worst = ExitStatus.FINE;
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (SourceList.Entry source : entries) {
                Callable<Answer> read = () -> {
                    slots.acquire();
                    try {
                        return Answer.of(HostModel.of(source.open()), given.scenario(), selection);
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

    /** The pairs asked for; none where the host decides (see {@link PathSelection}). */
    private Set<PairKind> kinds() {
        Set<PairKind> kinds = EnumSet.noneOf(PairKind.class);
        for (String target : targets) {
            switch (target.toLowerCase(Locale.ROOT)) {
                case "gpu" -> kinds.add(PairKind.NIC_GPU);
                case "nvme" -> kinds.add(PairKind.NIC_NVME);
                default -> throw wrong("--targets gpu,nvme: " + target);
            }
        }
        for (String pair : pairs) {
            kinds.add(PairKind.of(pair.toLowerCase(Locale.ROOT))
                    .filter(kind -> kind != PairKind.NIC_NVME)
                    .orElseThrow(() -> wrong("--pairs nic-gpu,nvme-gpu,gpu-gpu: " + pair)));
        }
        return kinds;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
