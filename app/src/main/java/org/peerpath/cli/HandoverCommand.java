// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import org.peerpath.diagram.ExportFile;
import org.peerpath.handover.DomainFile;
import org.peerpath.handover.DomainText;
import org.peerpath.handover.Kit;
import org.peerpath.handover.KitMachine;
import org.peerpath.handover.KitMaker;
import org.peerpath.handover.KitRefusedException;
import org.peerpath.model.HostModel;
import org.peerpath.report.HandoverFiles;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmmVersion;
import picocli.CommandLine;

/** Writes the handover kit of a VM. */
@CommandLine.Command(name = "handover", resourceBundle = Program.HELP)
final class HandoverCommand extends HostCommand {
    private static final String ARCHIVE = ".zip";

    @CommandLine.Parameters(paramLabel = "SOURCE", descriptionKey = "source")
    private String source = "";

    @CommandLine.Option(names = "--domain", paramLabel = "FILE", descriptionKey = "handover-domain")
    private List<String> domains = new ArrayList<>();

    @CommandLine.Option(names = "--pair", paramLabel = "NIC=GPU", descriptionKey = "handover-pair")
    private List<String> pairs = new ArrayList<>();

    @CommandLine.Option(names = "--guest", paramLabel = "SOURCE", descriptionKey = "handover-guest")
    private String guest = "";

    @CommandLine.Option(names = "--name", paramLabel = "NAME", descriptionKey = "handover-name")
    private String name = KitMachine.DEFAULT.name();

    @CommandLine.Option(names = "--vcpus", paramLabel = "N", descriptionKey = "handover-vcpus")
    private int processors = KitMachine.DEFAULT.processors();

    @CommandLine.Option(names = "--memory", paramLabel = "GIB", descriptionKey = "handover-memory")
    private int gibibytes = KitMachine.DEFAULT.gibibytes();

    @CommandLine.Option(names = "--qemu", paramLabel = "VERSION", descriptionKey = "handover-qemu")
    private String qemu = "";

    @CommandLine.Option(names = "-o", required = true, paramLabel = "FOLDER|FILE.zip", descriptionKey = "handover-file")
    private String file = "";

    @CommandLine.Option(names = "-f", descriptionKey = "force")
    private boolean force;

    @CommandLine.Option(names = "--lang", paramLabel = "en|ko", descriptionKey = "handover-lang")
    private String language = "en";

    HandoverCommand(Context context) {
        super(context);
    }

    @Override
    ExitStatus run() throws UnreadableSourceException, UsageException {
        if (domains.isEmpty() == pairs.isEmpty()) {
            throw new UsageException(Message.of("cli.handover-what"));
        }
        HostModel host = sources().host(source);
        Optional<HostModel> inside =
                guest.isEmpty() ? Optional.empty() : Optional.of(sources().host(guest));
        try {
            KitMaker maker = new KitMaker(host, machine(), inside);
            Kit kit = domains.isEmpty() ? maker.ofPairs(wanted(host)) : ofDomain(host, maker);
            write(HandoverFiles.of(kit, new Texts(Locale.forLanguageTag(language))));
            kit.notes().forEach(terminal()::complain);
            terminal().complain(Message.of("cli.handover-written", Clean.line(file)));
            return ExitStatus.FINE;
        } catch (KitRefusedException e) {
            terminal().complain(e.reason());
            return ExitStatus.REFUSED;
        }
    }

    private KitMachine machine() throws UsageException {
        Optional<VmmVersion> version = VmmVersion.parse(qemu);
        boolean sound = KitMachine.isName(name)
                && processors > 0
                && processors <= 1024
                && gibibytes > 0
                && gibibytes <= 1 << 16
                && (qemu.isEmpty() || version.isPresent());
        if (!sound) {
            throw new UsageException(Message.of("cli.handover-machine"));
        }
        return new KitMachine(name, processors, gibibytes, version);
    }

    private List<KitMaker.Wanted> wanted(HostModel host) throws UsageException {
        List<KitMaker.Wanted> all = new ArrayList<>();
        for (String pair : pairs) {
            String[] ends = pair.split("=", 2);
            if (ends.length != 2 || ends[0].isBlank() || ends[1].isBlank()) {
                throw new UsageException(Message.of("cli.handover-pair", Clean.line(pair)));
            }
            all.add(new KitMaker.Wanted(
                    FunctionNames.find(host, ends[0].strip()), FunctionNames.find(host, ends[1].strip())));
        }
        return all;
    }

    private Kit ofDomain(HostModel host, KitMaker maker)
            throws UnreadableSourceException, UsageException, KitRefusedException {
        List<VmDescription> parts = new ArrayList<>();
        List<DomainText> definitions = new ArrayList<>();
        for (String domain : domains) {
            DomainFile read = DomainFile.open(domain);
            parts.addAll(read.read());
            read.definition().ifPresent(definitions::add);
        }
        VmJudge.Answer answer = VmJudge.judge(host, parts, Optional.empty());
        if (answer.vms().size() != 1) {
            throw new UsageException(
                    Message.of("cli.handover-one-vm", answer.vms().size()));
        }
        if (definitions.size() != 1) {
            throw new UsageException(Message.of("cli.handover-definition", definitions.size()));
        }
        return maker.ofDomain(answer.vms().getFirst(), definitions.getFirst());
    }

    private void write(SequencedMap<String, String> files) throws UsageException {
        if (file.equals("-") || file.toLowerCase(Locale.ROOT).endsWith(ARCHIVE)) {
            OutputFile.write(terminal(), file, force, out -> HandoverFiles.zip(files, out));
            return;
        }
        try {
            HandoverFiles.folder(files, Path.of(file), force);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException(Message.of("cli.exists", Clean.line(String.valueOf(e.getFile()))));
        } catch (IOException e) {
            throw new UsageException(Message.of("cli.not-written", Clean.line(file), ExportFile.why(e)));
        } catch (InvalidPathException e) {
            throw new UsageException(
                    Message.of("cli.not-written", Clean.line(file), Clean.line(String.valueOf(e.getMessage()))));
        }
    }
}
