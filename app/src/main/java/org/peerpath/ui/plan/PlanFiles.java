// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.peerpath.diagram.ExportFile;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Playbook;
import org.peerpath.plan.ShellScript;
import org.peerpath.report.Ink;
import org.peerpath.report.Json;
import org.peerpath.report.PlanJson;
import org.peerpath.report.PlanText;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.parts.AppContext;

/** A plan as something to take away: the same text, script and JSON that the command line prints. */
final class PlanFiles {
    /** What it can be taken away as. */
    enum Form {
        TEXT("txt"),
        SCRIPT("sh"),
        ANSIBLE("yml"),
        JSON("json");

        private final String ending;

        Form(String ending) {
            this.ending = ending;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        String write(Plan plan, Texts texts) {
            return switch (this) {
                case TEXT -> PlanText.of(plan, texts, Ink.PLAIN);
                case SCRIPT -> ShellScript.of(plan, texts);
                case ANSIBLE -> Playbook.of(plan, texts, false);
                case JSON -> Json.indented(PlanJson.of(plan)) + "\n";
            };
        }
    }

    private PlanFiles() {}

    static void copy(AppContext context, Plan plan, Form form) {
        Texts texts = context.language().texts();
        context.executor()
                .<String>run(
                        () -> form.write(plan, texts),
                        text -> context.dialogs().copy(text, Message.of("ui.copied." + form.id())),
                        problem -> failed(context, "", problem));
    }

    static void save(AppContext context, Plan plan, Form form) {
        Texts texts = context.language().texts();
        String host = plan.host().replaceAll("[^A-Za-z0-9._-]+", "-");
        String name =
                (host.isEmpty() ? "host" : host) + "-" + plan.request().goal().id() + "." + form.ending;
        context.dialogs()
                .askWhereToSave(name)
                .ifPresent(file -> context.executor()
                        .<Path>run(
                                () -> write(file, form.write(plan, texts)),
                                done -> context.dialogs().tell(Message.of("ui.export.done", done.toString())),
                                problem -> failed(context, file.toString(), problem)));
    }

    private static void failed(AppContext context, String file, Exception problem) {
        context.dialogs()
                .problem(
                        Message.of("ui.export.failed", file),
                        Message.of("label.plain", String.valueOf(problem.getMessage())));
    }

    private static Path write(Path file, String text) throws IOException {
        ExportFile.write(file, true, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        return file;
    }
}
