// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.text.Clean;
import org.peerpath.text.ShellWords;
import org.peerpath.text.Texts;

/**
 * A plan as a POSIX shell script that an administrator can read: the same checks before and after each step, a step that
 * is already so is left alone, it stops at the first that fails; {@code --dry-run} changes nothing, {@code --undo} goes
 * back in reverse order.
 */
public final class ShellScript {
    /** How answers are compared, by {@link Check#met}'s rules; the playbook has it too. */
    static final String COMPARISONS = """
            # bits WANTED MASK COMMAND...: the bits of the mask in the register that the command prints
            bits() {
                wanted=$1 mask=$2
                shift 2
                now=$("$@" 2> /dev/null) || return 1
                case $now in '' | *[!0-9a-fA-F]*) return 1 ;; esac
                [ $((0x$now & 0x$mask)) -eq $((0x$wanted)) ]
            }
            # text WANTED COMMAND...: what the command prints is this, or has it among its words (several in a row); a word
            # that ends so will do where a path is wanted; where nothing is wanted nothing may be printed
            text() {
                wanted=$1
                shift
                now=$("$@" 2> /dev/null) || now=
                [ "$now" != "$wanted" ] || return 0
                [ -n "$wanted" ] || return 1
                # Words with one blank between them; a * is no pattern here.
                set -f
                # shellcheck disable=SC2086
                set -- $now
                set +f
                case $wanted:" $* " in
                    /*:*"$wanted "*) return 0 ;;
                    *:*" $wanted "*) return 0 ;;
                esac
                return 1
            }
            # there FUNCTION COMPARISON...: the same; it counts as met where the function is gone
            there() {
                [ -e "/sys/bus/pci/devices/$1" ] || return 0
                shift
                "$@"
            }
            """;

    /** What every script has in common. */
    private static final String BEGINNING = """
            set -eu
            PATH=$PATH:/usr/sbin:/sbin LC_ALL=C
            export PATH LC_ALL

            mode=apply dry_run='' accepted='' now=''
            for argument in "$@"; do
                case $argument in
                    --dry-run) dry_run=1 ;;
                    --undo) mode=undo ;;
                    --keep) mode=keep ;;
                    --unkeep) mode=unkeep ;;
                    --accept) accepted=1 ;;
                    *) echo "usage: plan.sh [--dry-run] [--undo|--keep|--unkeep] [--accept]" >&2; exit 2 ;;
                esac
            done

            # No echo: some shells read escapes in its words.
            say() { printf '%s\\n' "$*"; }
            fail() { say "stopped: $*" >&2; exit 1; }

            """;

    private static final String FRAME = """

            # must WHAT COMPARISON...: stops unless it holds; a dry run only says so
            must() {
                what=$1
                shift
                "$@" && return
                now=$(printf '%s' "$now" | tr -cd '[:print:]')
                [ -z "$dry_run" ] || { say "  would have to hold first: $what (now '$now')"; return 0; }
                fail "$what: reads '$now', wanted '$wanted'"
            }

            put() { printf '%s\\n' "$1" > "$2"; }

            # keep_file PATH LINE...: writes the lines; what was there is kept beside it
            keep_file() {
                printf '+ write %s\\n' "$1"
                [ -z "$dry_run" ] || return 0
                [ ! -e "$1" ] || [ -e "$1.before-peerpath" ] || cp -p "$1" "$1.before-peerpath"
                file=$1
                shift
                printf '%s\\n' "$@" > "$file"
            }
            take_file() {
                if [ -e "$1.before-peerpath" ]; then mv "$1.before-peerpath" "$1"; else rm -f "$1"; fi
            }

            run() {
                printf '+ %s\\n' "$*"
                [ -n "$dry_run" ] || "$@"
            }

            """;

    private final StringBuilder out = new StringBuilder();
    private final Plan plan;
    private final Texts texts;
    private final List<Keep> keep;

    private ShellScript(Plan plan, Texts texts, List<Keep> keep) {
        this.plan = plan;
        this.texts = texts;
        this.keep = keep;
    }

    /** A plan's script, without anything that keeps what it did. */
    public static String of(Plan plan, Texts texts) {
        return of(plan, texts, false);
    }

    /**
     * A plan's script.
     *
     * @param keep whether it can also keep what it did, when it is started once more with {@code --keep}
     */
    public static String of(Plan plan, Texts texts, boolean keep) {
        return new ShellScript(plan, texts, keep ? plan.bestWays() : List.of()).write();
    }

    private String write() {
        out.append("#!/bin/sh\n");
        remark("", texts.say("plan.script.title", plan.request().goal().id(), plan.host()));
        remark("", texts.say("plan.script.how"));
        for (Guard guard : plan.guards()) {
            remark("", texts.say("plan.script.guard", guard.id().id(), texts.say(guard.reason())));
        }
        plan.vmsOfAll().ifPresent(said -> remark("", texts.say(said)));
        if (plan.refused()) {
            out.append("printf '%s\\n' ")
                    .append(quoted(texts.say("plan.script.refused")))
                    .append(" >&2\nexit 1\n");
            return out.toString();
        }
        List<Step> steps = plan.toDo();
        out.append(BEGINNING).append(COMPARISONS).append(IdentityCheck.SHELL).append(FRAME);
        preconditions();
        out.append("apply() {\n");
        steps.forEach(this::forward);
        out.append(steps.isEmpty() ? "    :\n" : "").append("}\n\nundo() {\n");
        steps.reversed().forEach(this::back);
        out.append(steps.isEmpty() ? "    :\n" : "").append("}\n\n");
        keeping();
        out.append(
                "case $mode in\n    keep) keep ;;\n    unkeep) unkeep ;;\n    undo) undo ;;\n    *)\n        apply\n");
        if (plan.steps().stream().anyMatch(step -> step.effect() == Step.Effect.REBOOT)) {
            out.append("        say ")
                    .append(quoted(texts.say("plan.script.reboot")))
                    .append('\n');
        }
        out.append("        ;;\nesac\n");
        return out.toString();
    }

    /** Apart from the steps, and only when asked for by itself. */
    private void keeping() {
        out.append("keep() {\n");
        for (Keep way : keep) {
            remark("\n    ", texts.say(way.what()));
            remark("    ", texts.say(way.caution()));
            way.file().ifPresent(file -> {
                out.append("    # shellcheck disable=SC2016\n    keep_file ").append(ShellWords.readable(file.path()));
                // Each line a word in quotes: nothing in it can end anything.
                file.content()
                        .lines()
                        .forEach(line -> out.append(" \\\n        ").append(ShellWords.quoted(line)));
                out.append('\n');
            });
            way.commands()
                    .forEach(command ->
                            out.append("    run ").append(command.shell()).append('\n'));
        }
        out.append(keep.isEmpty() ? "    fail " + quoted(texts.say("plan.script.no-keep")) + "\n" : "")
                .append("}\n\nunkeep() {\n");
        for (Keep way : keep.reversed()) {
            remark("\n    ", texts.say("plan.script.undo", way.what()));
            way.file()
                    .ifPresent(file -> out.append("    run take_file ")
                            .append(ShellWords.readable(file.path()))
                            .append('\n'));
            way.undo()
                    .forEach(command ->
                            out.append("    run ").append(command.shell()).append('\n'));
        }
        out.append(keep.isEmpty() ? "    fail " + quoted(texts.say("plan.script.no-keep")) + "\n" : "")
                .append("}\n\n");
    }

    /** What must hold before anything else: the right host, and that what the guards ask was answered. */
    private void preconditions() {
        out.append("host=").append(quoted(plan.host())).append('\n');
        out.append("[ -n \"$dry_run\" ] || [ \"${PEERPATH_HOST:-$(uname -n)}\" = \"$host\" ] ||\n    fail ")
                .append(quoted(texts.say("plan.script.wrong-host", plan.host())))
                .append('\n');
        IdentityCheck.machine(plan).ifPresent(machine -> {
            out.append("[ -n \"${PEERPATH_HOST:-}\" ] ||\n");
            must(machine);
        });
        IdentityCheck.functions(plan).forEach(this::must);
        out.append("asks=").append(plan.asked().size()).append('\n');
        out.append("[ \"$asks\" -eq 0 ] || [ -n \"$dry_run$accepted\" ] || [ \"$mode\" != apply ] ||\n    fail ")
                .append(quoted(texts.say("plan.script.accept")))
                .append('\n');
        out.append('\n');
    }

    private void forward(Step step) {
        String purpose = texts.say(step.purpose());
        remark("\n    ", purpose);
        plan.vmsSaidAt(step).ifPresent(said -> remark("    ", texts.say("plan.vms", said)));
        unless(plan.soWhen(step).stream().map(this::comparison), purpose);
        step.prechecks().forEach(this::must);
        step.operations().forEach(this::operation);
        after(step.verification());
        out.append("    fi\n");
    }

    private void back(Step step) {
        if (step.undo().isEmpty()) {
            return;
        }
        String purpose = texts.say("plan.script.undo", step.purpose());
        remark("\n    ", purpose);
        unless(plan.undoneWhen(step).stream().map(check -> there(step, check)), purpose);
        step.undoChecks().forEach(this::must);
        step.undo().forEach(this::operation);
        after(step.prechecks());
        out.append("    fi\n");
    }

    /** Where these already hold there is nothing to do. */
    private void unless(Stream<String> comparisons, String purpose) {
        out.append("    if ")
                .append(comparisons.collect(Collectors.joining(" && ")))
                .append("; then\n        say ")
                .append(quoted(texts.say("plan.script.already", purpose)))
                .append("\n    else\n");
    }

    /** In a dry run nothing was done, so that nothing can be looked at. */
    private void after(List<Check> checks) {
        if (!checks.isEmpty()) {
            out.append("        if [ -z \"$dry_run\" ]; then\n");
            for (Check check : checks) {
                out.append("    ");
                must(check);
            }
            out.append("        fi\n");
        }
    }

    private void must(IdentityCheck.Question question) {
        out.append("    must ")
                .append(quoted(texts.say(question.what())))
                .append(' ')
                .append(ShellWords.readable(question.words()))
                .append('\n');
    }

    private void must(Check check) {
        out.append("        must ")
                .append(quoted(texts.say(check.what())))
                .append(' ')
                .append(comparison(check))
                .append('\n');
    }

    /** What a step did to a virtual function is gone with it. */
    private String there(Step step, Check check) {
        return step.lostWithItsFunction() ? "there " + step.target() + " " + comparison(check) : comparison(check);
    }

    private String comparison(Check check) {
        String wanted = quoted(check.expected()) + " ";
        String how = check.mask() == 0 ? "text " + wanted : "bits " + wanted + String.format("%04x ", check.mask());
        return how + check.read().shell();
    }

    private void operation(Operation operation) {
        String line = switch (operation) {
            case Operation.Run run -> run.shell();
            case Operation.Write(String path, String value) -> ShellWords.readable(List.of("put", value, path));
        };
        out.append("        run ").append(line).append('\n');
    }

    /** One line, whatever a host called itself. */
    private void remark(String before, String text) {
        out.append(before).append("# ").append(Clean.line(text)).append('\n');
    }

    private static String quoted(String text) {
        return ShellWords.readable(Clean.line(text));
    }
}
