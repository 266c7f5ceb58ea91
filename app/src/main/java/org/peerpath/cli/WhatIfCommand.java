// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.PathSelection;
import org.peerpath.path.WhatIf;
import org.peerpath.plan.OtherKernel;
import org.peerpath.report.Answer;
import org.peerpath.report.DiffText;
import org.peerpath.report.Json;
import org.peerpath.report.OtherKernelText;
import org.peerpath.report.WhatIfJson;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import picocli.CommandLine;

@CommandLine.Command(name = "what-if", resourceBundle = Program.HELP)
final class WhatIfCommand extends HostCommand {
    private static final Pattern RELEASE = Pattern.compile("\\d{1,4}\\.\\d{1,4}[A-Za-z0-9.+~_-]{0,60}");

    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "--set", paramLabel = "FUNCTION:acs=0x5d|ats=on", descriptionKey = "set")
    private List<String> settings = new ArrayList<>();

    @CommandLine.Option(names = "--kernel", paramLabel = "RELEASE", descriptionKey = "what-if-kernel")
    private String kernel = "";

    @CommandLine.Mixin
    private ScenarioOption given = new ScenarioOption();

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    WhatIfCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException, WhatIf.RefusedException {
        List<Change> changes = changes(settings);
        if (changes.isEmpty() && kernel.isEmpty()) {
            throw new UsageException(Message.of("cli.what-if-nothing"));
        }
        Optional<KernelVersion> version = kernel.isEmpty() ? Optional.empty() : Optional.of(version(kernel));
        HostModel host = sources().host(source);
        HostModel set = WhatIf.apply(host, changes);
        Answer before = Answer.of(host, given.scenario(), PathSelection.DEFAULT);
        Answer after =
                Answer.of(version.isEmpty() ? set : set.withKernel(kernel), given.scenario(), PathSelection.DEFAULT);
        Optional<OtherKernel> other = version.map(v -> OtherKernel.of(set, kernel, v, Knowledge.inUse()));
        if (json.wanted()) {
            terminal().printLine(Json.indented(WhatIfJson.of(before, after, other)));
        } else {
            terminal()
                    .print(DiffText.verdicts(
                            before, after, terminal().texts(), terminal().ink()));
            other.ifPresent(found -> terminal()
                    .print(OtherKernelText.of(
                            found, terminal().texts(), terminal().ink())));
        }
        return ExitStatus.of(after);
    }

    /** A release as {@code uname -r} prints it, so that it can be one of a distribution. */
    private static KernelVersion version(String release) throws UsageException {
        if (!RELEASE.matcher(release).matches()) {
            throw new UsageException(Message.of("cli.bad-kernel", release));
        }
        return KernelVersion.parse(release)
                .orElseThrow(() -> new UsageException(Message.of("cli.bad-kernel", release)));
    }

    static List<Change> changes(List<String> settings) throws UsageException {
        List<Change> changes = new ArrayList<>();
        for (String setting : settings) {
            changes.add(Change.parse(setting)
                    .orElseThrow(() -> new UsageException(Message.of("cli.bad-setting", setting))));
        }
        return changes;
    }
}
