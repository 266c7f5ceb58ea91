// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
import org.peerpath.ui.parts.Saving;

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
                        problem -> context.dialogs()
                                .problem(Message.of("ui.plan.failed"), Message.of("label.plain", problem.toString())));
    }

    static void save(AppContext context, Plan plan, Form form) {
        Texts texts = context.language().texts();
        String host = plan.host().replaceAll("[^A-Za-z0-9._-]+", "-");
        String name =
                (host.isEmpty() ? "host" : host) + "-" + plan.request().goal().id() + "." + form.ending;
        Saving.ask(context, name, out -> out.write(form.write(plan, texts).getBytes(StandardCharsets.UTF_8)));
    }
}
