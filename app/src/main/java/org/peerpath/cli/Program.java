// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.peerpath.plan.run.Journal;
import org.peerpath.report.Ink;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The command line as a whole: {@code peerpath COMMAND …}. */
public final class Program {
    /** Help texts. */
    static final String HELP = "org.peerpath.cli.help";

    private final CommandLine commandLine;

    /**
     * Builds the command line.
     *
     * @param terminal where it prints
     * @param sources what opens sources
     * @param conversation what asks the person
     * @param journal where runs on hosts are written down
     */
    Program(Terminal terminal, Sources sources, Conversation conversation, Journal journal) {
        Context context = new Context(terminal, sources, conversation, journal);
        this.commandLine = new CommandLine(new Root());
        for (Command command : List.of(
                new WindowCommand(context),
                new ShowCommand(context),
                new CheckCommand(context),
                new ExplainCommand(context),
                new WhatIfCommand(context),
                new DiffCommand(context),
                new ExportCommand(context),
                new SnapshotCommand(context),
                new DiagnoseCommand(context),
                new CaseCommand(context),
                new PlanCommand(context),
                new ApplyCommand(context),
                new JournalCommand(context),
                new FindingsCommand(context))) {
            commandLine.addSubcommand(command);
        }
        commandLine
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    terminal.complain(Message.of("cli.bug", String.valueOf(failure)));
                    failure.printStackTrace(terminal.err());
                    return CommandLine.ExitCode.SOFTWARE;
                });
        commandLine.getSubcommands().values().forEach(sub -> sub.setColorScheme(scheme(terminal)));
        commandLine.setColorScheme(scheme(terminal));
    }

    private static CommandLine.Help.ColorScheme scheme(Terminal terminal) {
        return CommandLine.Help.defaultColorScheme(
                terminal.ink() == Ink.ANSI ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF);
    }

    int run(List<String> args) {
        return commandLine.execute(args.toArray(String[]::new));
    }

    /** Runs one command on the process's own streams and gives its exit status. */
    public static int run(List<String> args, OutputStream out, OutputStream err) {
        // Pictures are painted in memory; a DISPLAY that does not answer must not stop that.
        System.setProperty("java.awt.headless", "true");
        Terminal terminal = new Terminal(writer(out), out, writer(err), Surroundings.texts(), Surroundings.ink());
        return real(terminal).run(args);
    }

    private static Program real(Terminal terminal) {
        Journal journal = Journal.ofUser(System.getenv(), Path.of(System.getProperty("user.home", "/")));
        return new Program(terminal, new OpenedSources(), TerminalPrompter::line, journal);
    }

    /** UTF-8 whatever the locale: data must be the same bytes everywhere. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }

    /** A script that completes commands and options in bash (in zsh through bashcompinit), for the packages. */
    public static String completion() {
        OutputStream nowhere = OutputStream.nullOutputStream();
        Terminal terminal = new Terminal(writer(nowhere), nowhere, writer(nowhere), Texts.ENGLISH, Ink.PLAIN);
        return AutoComplete.bash("peerpath", real(terminal).commandLine);
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
            String version = Program.class.getPackage().getImplementationVersion();
            return new String[] {"peerpath " + (version == null ? "0 (not packaged)" : version)};
        }
    }
}
