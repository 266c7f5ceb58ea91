// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.host.Hosts;
import org.peerpath.model.HostModel;
import org.peerpath.report.Json;
import org.peerpath.report.VmJson;
import org.peerpath.report.VmText;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.FoundVms;
import org.peerpath.vm.read.MonitorAnswers;
import org.peerpath.vm.read.VmReader;
import picocli.CommandLine;

/** Says whether peer-to-peer works in the VMs of a host. */
@CommandLine.Command(name = "vm", resourceBundle = Program.HELP)
final class VmCommand extends HostCommand {
    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "--domain", paramLabel = "FILE", descriptionKey = "domain")
    private List<String> domains = new ArrayList<>();

    @CommandLine.Option(names = "--guest", paramLabel = "SOURCE", descriptionKey = "guest")
    private String guest = "";

    @CommandLine.Option(names = "--qmp", descriptionKey = "qmp")
    private boolean monitors;

    @CommandLine.Mixin
    private JsonOption json = new JsonOption();

    VmCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException {
        HostModel host = sources().askingMonitors(monitors).host(source);
        if (monitors) {
            unasked(host).ifPresent(terminal()::complain);
        }
        Optional<HostModel> inside =
                guest.isEmpty() ? Optional.empty() : Optional.of(sources().host(guest));
        Fact<List<VmDescription>> found = found(host);
        if (found instanceof Fact.Unknown<List<VmDescription>>(Message why)) {
            terminal().complain(Message.of("cli.vms-not-read", source, why));
        }
        VmJudge.Answer answer = VmJudge.judge(host, found.asOptional().orElse(List.of()), inside);
        if (json.wanted()) {
            terminal().printLine(Json.indented(VmJson.of(answer)));
        } else {
            terminal().print(VmText.of(answer, terminal().texts(), terminal().ink()));
        }
        return found.isUnknown() && answer.vms().isEmpty() ? ExitStatus.UNKNOWN : status(answer);
    }

    /** What the user named, else what runs on the host, else what was gathered with it. */
    private Fact<List<VmDescription>> found(HostModel host) throws UnreadableSourceException {
        if (!domains.isEmpty()) {
            List<VmDescription> named = new ArrayList<>();
            for (String file : domains) {
                named.addAll(VmReader.openAll(file));
            }
            List<Optional<String>> names =
                    named.stream().map(VmDescription::name).toList();
            MonitorAnswers.of(host.snapshot()).stream()
                    .filter(answer -> answer.name().isPresent() && names.contains(answer.name()))
                    .forEach(named::add);
            return Fact.known(named);
        }
        return FoundVms.of(host.snapshot(), source);
    }

    /** Why no monitor was asked, where that was wanted. */
    private Optional<Message> unasked(HostModel host) {
        if (!Hosts.isHost(source)) {
            return Optional.of(Message.of("cli.qmp-no-host", source));
        }
        return host.snapshot().hostText(HostFiles.VM_MONITORS) instanceof Fact.Unknown<String>(Message why)
                ? Optional.of(Message.of("cli.monitors-not-asked", source, why))
                : Optional.empty();
    }

    private static ExitStatus status(VmJudge.Answer answer) {
        return switch (answer.state()) {
            case BROKEN -> ExitStatus.WRONG;
            case UNKNOWN -> ExitStatus.UNKNOWN;
            case ATTENTION, OK -> ExitStatus.FINE;
        };
    }
}
