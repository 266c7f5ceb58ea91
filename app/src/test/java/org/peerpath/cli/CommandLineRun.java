// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.plan.run.Journal;
import org.peerpath.report.Ink;
import org.peerpath.text.Texts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What one run of the command line gave. */
record CommandLineRun(int status, String out, String err) {
    static CommandLineRun of(String... args) {
        return in(Locale.ENGLISH, args);
    }

    static CommandLineRun in(Locale language, String... args) {
        return over(new OpenedSources(), language, args);
    }

    /** With other sources than real ones. */
    static CommandLineRun over(Sources sources, Locale language, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(out, false, StandardCharsets.UTF_8),
                out,
                new PrintWriter(err),
                new Texts(language),
                Ink.PLAIN);
        Journal journal = new Journal(Path.of(System.getProperty("java.io.tmpdir"), "peerpath-no-journal"));
        int status = new Program(terminal, sources, question -> Optional.empty(), journal).run(List.of(args));
        return new CommandLineRun(status, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }
}
