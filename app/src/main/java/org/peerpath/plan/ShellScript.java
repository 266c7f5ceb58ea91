// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.text.Texts;

/**
 * A plan as a POSIX shell script that an administrator can read: the same checks before and after each step, stops at the
 * first that fails, {@code --dry-run} changes nothing, {@code --undo} goes back in reverse order.
 */
public final class ShellScript {
    /** What every script has in common. */
    private static final String FRAME = """
            set -eu
            LC_ALL=C
            export LC_ALL

            mode=apply
            case ${1-} in
                '') ;;
                --dry-run) mode=dry-run ;;
                --undo) mode=undo ;;
                *) echo "usage: $0 [--dry-run|--undo]" >&2; exit 2 ;;
            esac

            fail() { echo "stopped: $*" >&2; exit 1; }

            # register WHAT WANTED MASK COMMAND...: the masked bits of what the command prints must be as wanted
            register() {
                what=$1 wanted=$2 mask=$3
                shift 3
                now=$("$@") || fail "$what: cannot be read"
                [ $((0x$now & 0x$mask)) -eq $((0x$wanted)) ] || fail "$what: reads $now, wanted $wanted in the bits $mask"
            }

            # text WHAT WANTED COMMAND...: what the command prints must be, or contain, what is wanted
            text() {
                what=$1 wanted=$2
                shift 2
                now=$("$@" 2> /dev/null) || now=
                case $now in
                    "$wanted") ;;
                    *"$wanted"*) [ -n "$wanted" ] || fail "$what: reads '$now', wanted nothing" ;;
                    *) fail "$what: reads '$now', wanted '$wanted'" ;;
                esac
            }

            put() { printf '%s\\n' "$1" > "$2"; }

            run() {
                printf '+ %s\\n' "$*"
                [ "$mode" = dry-run ] || "$@"
            }

            check() { [ "$mode" = dry-run ] || "$@"; }

            """;

    private ShellScript() {}

    public static String of(Plan plan, Texts texts) {
        StringBuilder out = new StringBuilder("#!/bin/sh\n");
        remark(out, texts.say("plan.script.title", plan.request().goal().id(), plan.host()));
        remark(out, texts.say("plan.script.how"));
        for (Guard guard : plan.guards()) {
            remark(out, texts.say("plan.script.guard", guard.id().id(), texts.say(guard.reason())));
        }
        if (plan.refused()) {
            out.append("echo ").append(quoted(texts.say("plan.script.refused"))).append(" >&2\nexit 1\n");
            return out.toString();
        }
        List<Step> steps = plan.toDo();
        out.append(FRAME);
        out.append("\napply() {\n");
        steps.forEach(step -> forward(out, step, texts));
        out.append(steps.isEmpty() ? "    :\n" : "").append("}\n\nundo() {\n");
        steps.reversed().forEach(step -> back(out, step, texts));
        out.append(steps.isEmpty() ? "    :\n" : "").append("}\n\n");
        out.append("if [ \"$mode\" = undo ]; then undo; else apply; fi\n");
        return out.toString();
    }

    private static void forward(StringBuilder out, Step step, Texts texts) {
        remark(out.append("\n    "), texts.say(step.purpose()));
        step.prechecks().forEach(check -> check(out, check, texts));
        step.operations().forEach(operation -> operation(out, operation));
        if (step.effect() == Step.Effect.NOW) {
            step.verification().forEach(check -> check(out, check, texts));
        }
    }

    private static void back(StringBuilder out, Step step, Texts texts) {
        if (step.undo().isEmpty()) {
            return;
        }
        remark(out.append("\n    "), texts.say("plan.script.undo", step.purpose()));
        step.undo().forEach(operation -> operation(out, operation));
    }

    private static void check(StringBuilder out, Check check, Texts texts) {
        out.append("    check ").append(check.mask() == 0 ? "text " : "register ");
        out.append(quoted(texts.say(check.what())))
                .append(' ')
                .append(quoted(check.expected()))
                .append(' ');
        if (check.mask() != 0) {
            out.append(String.format("%04x ", check.mask()));
        }
        out.append(check.read().shell()).append('\n');
    }

    private static void operation(StringBuilder out, Operation operation) {
        String line = switch (operation) {
            case Operation.Run run -> run.shell();
            case Operation.Write(String path, String value) -> new Operation.Run(List.of("put", value, path)).shell();
        };
        out.append("    run ").append(line).append('\n');
    }

    /** One line, whatever a host called itself. */
    private static void remark(StringBuilder out, String text) {
        out.append("# ").append(oneLine(text)).append('\n');
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    private static String quoted(String text) {
        return new Operation.Run(List.of(oneLine(text))).shell();
    }
}
