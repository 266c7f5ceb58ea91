// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.peerpath.plan.run.Journal;
import org.peerpath.program.ProgramLog;
import org.peerpath.report.Ink;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The command line as a whole: {@code peerpath COMMAND …}. */
public final class Program {
    /** Help texts. */
    static final String HELP = "org.peerpath.cli.help";

    /** What a command is made from. */
    private record Offer(String name, Function<Context, Command> maker) {}

    /** All commands, in the order of the help. */
    private static final List<Offer> COMMANDS = List.of(
            new Offer("window", WindowCommand::new),
            new Offer("fleet", FleetCommand::new),
            new Offer("show", ShowCommand::new),
            new Offer("check", CheckCommand::new),
            new Offer("explain", ExplainCommand::new),
            new Offer("vm", VmCommand::new),
            new Offer("handover", HandoverCommand::new),
            new Offer("what-if", WhatIfCommand::new),
            new Offer("diff", DiffCommand::new),
            new Offer("export", ExportCommand::new),
            new Offer("snapshot", SnapshotCommand::new),
            new Offer("diagnose", DiagnoseCommand::new),
            new Offer("measured", MeasuredCommand::new),
            new Offer("case", CaseCommand::new),
            new Offer("plan", PlanCommand::new),
            new Offer("apply", ApplyCommand::new),
            new Offer("journal", JournalCommand::new),
            new Offer("findings", FindingsCommand::new));

    private final Terminal terminal;
    private final Context context;

    /**
     * Builds the command line.
     *
     * @param terminal where it prints
     * @param sources what opens sources
     * @param conversation what asks the person
     * @param journal where runs on hosts are written down
     */
    Program(Terminal terminal, Sources sources, Conversation conversation, Journal journal) {
        this.terminal = terminal;
        this.context = new Context(terminal, sources, conversation, journal);
    }

    /** The command line with these commands. Taking one apart costs more than most answers, so none is made in vain. */
    private CommandLine commandLine(List<Offer> offers) {
        CommandLine commandLine = new CommandLine(new Root());
        offers.forEach(
                offer -> commandLine.addSubcommand(offer.name(), offer.maker().apply(context)));
        commandLine
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    ProgramLog.unexpected(String.valueOf(command.getCommandName()), failure);
                    terminal.complain(Message.of("cli.bug", String.valueOf(failure), ProgramLog.file()));
                    failure.printStackTrace(terminal.err());
                    return CommandLine.ExitCode.SOFTWARE;
                });
        commandLine.getSubcommands().values().forEach(sub -> sub.setColorScheme(scheme(terminal)));
        commandLine.setColorScheme(scheme(terminal));
        return commandLine;
    }

    private static CommandLine.Help.ColorScheme scheme(Terminal terminal) {
        return CommandLine.Help.defaultColorScheme(
                terminal.ink() == Ink.ANSI ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF);
    }

    int run(List<String> args) {
        List<Offer> named = COMMANDS.stream()
                .filter(offer -> !args.isEmpty() && offer.name().equals(args.getFirst()))
                .toList();
        return commandLine(named.isEmpty() ? COMMANDS : named).execute(args.toArray(String[]::new));
    }

    /** Runs one command on the process's own streams and gives its exit status. */
    public static int run(List<String> args, OutputStream out, OutputStream err) {
        // Pictures are painted in memory; a DISPLAY that does not answer must not stop that.
        System.setProperty("java.awt.headless", "true");
        Terminal terminal = new Terminal(writer(out), out, writer(err), Surroundings.texts(), Surroundings.ink());
        return real(terminal).run(args);
    }

    private static Program real(Terminal terminal) {
        return new Program(terminal, new OpenedSources(), TerminalPrompter::line, Journal.ofUser());
    }

    /** UTF-8 whatever the locale: data must be the same bytes everywhere. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }

    /** A script that completes commands and options in bash (in zsh through bashcompinit), for the packages. */
    public static String completion() {
        OutputStream nowhere = OutputStream.nullOutputStream();
        Terminal terminal = new Terminal(writer(nowhere), nowhere, writer(nowhere), Texts.ENGLISH, Ink.PLAIN);
        return AutoComplete.bash("peerpath", real(terminal).commandLine(COMMANDS));
    }

    @CommandLine.Command(
            name = "peerpath",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            resourceBundle = HELP,
            synopsisSubcommandLabel = "COMMAND")
    private static final class Root implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

        @Override
        public void run() {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), spec.resourceBundle().getString("no-command"));
        }
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "peerpath " + org.peerpath.program.Version.ofProgram().orElse("0 (not packaged)")
            };
        }
    }
}
