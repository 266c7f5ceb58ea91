// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Keep;
import org.peerpath.plan.LeftOut;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** A plan as a sheet to read: what stands in the way, then the steps with their commands, checks and undo. */
public final class PlanText {
    private PlanText() {}

    public static String of(Plan plan, Texts texts, Ink ink) {
        return of(plan, texts, ink, false);
    }

    /**
     * A plan's sheet.
     *
     * @param keep whether it ends with the ways to make what the plan sets outlive a boot
     */
    public static String of(Plan plan, Texts texts, Ink ink, boolean keep) {
        TextPage page = new TextPage(texts, ink);
        List<Step> toDo = plan.toDo();
        page.line(ink.strong(page.say("plan.title", plan.request().goal().id(), plan.host())));
        page.line(page.say(
                "plan.count",
                toDo.size(),
                plan.steps().size() - toDo.size() - plan.waiting().size()));
        plan.waiting().forEach(step -> page.line(ink.strong(page.say("plan.waiting", step.purpose()))));
        page.line(ink.faint(page.say("plan.writes-nothing")));
        plan.vmsOfAll().ifPresent(said -> page.line(page.say(said)));
        for (Guard guard : plan.guards()) {
            guard(page, guard);
        }
        for (LeftOut left : plan.leftOut()) {
            leftOut(page, left);
        }
        int number = 1;
        for (Step step : toDo) {
            step(page, step, number++, plan.vmsSaidAt(step));
        }
        if (!plan.keep().isEmpty()) {
            page.blank().line(page.say(keep ? "plan.keep" : "plan.keep-not"));
        }
        if (keep) {
            plan.keep().forEach(way -> keep(page, way));
        }
        return page.toString();
    }

    private static void keep(TextPage page, Keep way) {
        page.blank().line(page.ink().strong(way.id()) + "  " + page.say(way.what()));
        way.file().ifPresent(file -> {
            page.line("   " + file.path() + ":");
            file.content()
                    .lines()
                    .forEach(line -> page.line("   | " + page.ink().strong(line)));
        });
        way.commands().forEach(command -> command(page, "   $ ", command.shell()));
        if (!way.undo().isEmpty()) {
            page.line("   " + page.say(way.file().isPresent() ? "plan.keep-undo-file" : "plan.keep-undo"));
            way.undo().forEach(command -> command(page, "   $ ", command.shell()));
        }
        page.line("   " + page.say("plan.could-go-wrong", way.caution()));
    }

    private static void guard(TextPage page, Guard guard) {
        String functions = guard.functions().stream().map(Object::toString).collect(Collectors.joining(" "));
        String word = page.say("plan.guard." + guard.answer().name().toLowerCase(Locale.ROOT));
        page.blank().line(page.ink().strong(word + ": " + guard.id().id()) + "  " + functions);
        page.line("  " + page.say(guard.reason()));
        page.line("  " + page.say("plan.lift", guard.lift()));
        page.line("  " + page.ink().faint(page.say("findings.source", guard.source())));
    }

    private static void leftOut(TextPage page, LeftOut left) {
        String functions = left.functions().stream().map(Object::toString).collect(Collectors.joining(" "));
        page.blank().line(page.ink().strong(page.say("plan.left-out", left.id().id())) + "  " + functions);
        page.line("  " + page.say(left.reason()));
    }

    private static void step(TextPage page, Step step, int number, Optional<Message> vms) {
        page.blank().line(page.ink().strong(number + ". " + page.say(step.purpose())));
        page.line("   "
                + page.ink()
                        .faint(page.say(
                                "plan.step",
                                page.say("danger." + step.danger().name().toLowerCase(Locale.ROOT)),
                                page.say("effect." + step.effect().name().toLowerCase(Locale.ROOT)))));
        vms.ifPresent(said -> page.line("   " + page.say("plan.vms", said)));
        step.prechecks()
                .forEach(check -> page.line("   "
                        + page.say("plan.before", check.what(), check.read().shell())));
        commands(page, "   $ ", step.operations());
        step.verification()
                .forEach(check -> page.line("   "
                        + page.say("plan.after", check.what(), check.read().shell())));
        // The whole register, and the bits that the step set: two checks of one reading, said once.
        step.undoChecks().stream()
                .map(check ->
                        page.say("plan.before-undo", check.what(), check.read().shell()))
                .distinct()
                .forEach(line -> page.line("   " + line));
        commands(page, "   " + page.say("plan.undo") + " $ ", step.undo());
        page.line("   " + page.say("plan.could-go-wrong", step.risk()));
    }

    private static void commands(TextPage page, String indent, List<Operation> operations) {
        operations.forEach(operation -> command(page, indent, operation.shell()));
    }

    private static void command(TextPage page, String indent, String shell) {
        page.line(indent + page.ink().strong(shell));
    }
}
