// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.peerpath.text.Texts;

/**
 * A plan as a playbook for Ansible: one host at a time, stopping at the first failure; a step that is already so is left
 * alone, and in check mode nothing changes. Commands and checks are those of the steps; answers are compared by the same
 * lines of shell as in the script.
 */
public final class Playbook {
    private static final int WIDTH = 110;
    private static final String PUT = "printf '%s\\n' \"$1\" > \"$2\"";

    private final StringBuilder out = new StringBuilder();
    private final Plan plan;
    private final Texts texts;
    private final boolean keep;

    private Playbook(Plan plan, Texts texts, boolean keep) {
        this.plan = plan;
        this.texts = texts;
        this.keep = keep;
    }

    /**
     * A plan's playbook.
     *
     * @param keep whether it has tasks that keep what it does; they run only with {@code --tags keep}
     */
    public static String of(Plan plan, Texts texts, boolean keep) {
        return new Playbook(plan, texts, keep).write();
    }

    private String write() {
        line(0, "---");
        remark(0, texts.say("plan.script.title", plan.request().goal().id(), plan.host()));
        remark(0, texts.say("plan.playbook.how"));
        plan.guards()
                .forEach(guard ->
                        remark(0, texts.say("plan.script.guard", guard.id().id(), texts.say(guard.reason()))));
        line(0, "- name: " + text("Peerpath plan " + plan.request().goal().id() + " for " + plan.host()));
        line(1, "hosts: " + text("{{ peerpath_hosts | default('HOST') }}", "HOST", name(plan.host())));
        line(1, "become: true");
        line(1, "gather_facts: false");
        line(1, "serial: 1");
        line(1, "max_fail_percentage: 0");
        line(1, "vars:");
        line(2, "peerpath_check: |");
        (ShellScript.COMPARISONS + "\"$@\"\n").lines().forEach(shell -> line(shell.isEmpty() ? 0 : 3, shell));
        line(1, "tasks:");
        if (plan.refused()) {
            refusal();
            return out.toString();
        }
        preconditions();
        List<Step> steps = plan.toDo();
        for (int i = 0; i < steps.size(); i++) {
            step(i + 1, steps.get(i));
        }
        if (keep) {
            plan.bestWays().forEach(this::keep);
        }
        return out.toString();
    }

    private void refusal() {
        line(2, "- name: Say that the plan is refused");
        line(3, "ansible.builtin.fail:");
        line(4, "msg: " + text(texts.say("plan.script.refused")));
    }

    private void preconditions() {
        line(2, "- name: Have what the guards ask been accepted");
        line(3, "ansible.builtin.assert:");
        line(4, "that: " + (plan.guards().isEmpty() || !asks() ? "true" : "peerpath_accept | default(false) | bool"));
        line(4, "fail_msg: " + text(texts.say("plan.playbook.accept")));
        line(3, "when: not ansible_check_mode");
    }

    private boolean asks() {
        return plan.guards().stream().anyMatch(guard -> guard.answer() == Guard.Answer.ASKS);
    }

    private void step(int number, Step step) {
        String place = "Step " + number + ", " + step.id() + ": ";
        String so = "peerpath_so_" + number;
        String pending = so + ".results | rejectattr('rc', 'equalto', 0) | list | length > 0";
        out.append('\n');
        remark(2, texts.say(step.purpose()));
        remark(2, texts.say(step.risk()));
        checks(place + "is it so already", plan.soWhen(step));
        line(3, "register: " + so);
        line(3, "failed_when: false");
        line(3, "check_mode: false");
        checks(place + "what must hold first", step.prechecks());
        line(3, "register: peerpath_before");
        line(3, "failed_when: peerpath_before.rc != 0 and not ansible_check_mode");
        line(3, "check_mode: false");
        line(3, "when: " + pending);
        line(2, "- name: " + text(place + "change it"));
        line(3, "ansible.builtin.command:");
        line(4, "argv: \"{{ item }}\"");
        line(3, "loop:");
        step.operations().forEach(operation -> words(arguments(operation), 4));
        line(3, "changed_when: true");
        line(3, "when: " + pending);
        checks(place + "what must hold afterwards", step.verification());
        line(3, "when:");
        line(4, "- " + pending);
        line(4, "- not ansible_check_mode");
    }

    /** All of these; each answer is judged on the host. */
    private void checks(String name, List<Check> checks) {
        line(2, "- name: " + text(name));
        line(3, "ansible.builtin.command:");
        line(4, "argv: \"{{ ['sh', '-c', peerpath_check, 'check'] + item.check }}\"");
        line(3, "loop:");
        for (Check check : checks) {
            line(4, "- what: " + text(texts.say(check.what())));
            line(5, "check:");
            comparison(check).forEach(word -> line(6, "- " + text(word)));
        }
        line(3, "loop_control:");
        line(4, "label: \"{{ item.what }}\"");
        line(3, "changed_when: false");
    }

    private static List<String> comparison(Check check) {
        List<String> words = new ArrayList<>();
        words.add(check.mask() == 0 ? "text" : "bits");
        words.add(check.expected());
        if (check.mask() != 0) {
            words.add(String.format("%04x", check.mask()));
        }
        words.addAll(check.read().arguments());
        return words;
    }

    private static List<String> arguments(Operation operation) {
        return switch (operation) {
            case Operation.Run(List<String> arguments) -> arguments;
            case Operation.Write(String path, String value) -> List.of("sh", "-c", PUT, "put", value, path);
        };
    }

    private void keep(Keep way) {
        String changed = "peerpath_file is changed";
        out.append('\n');
        remark(2, texts.say(way.what()));
        remark(2, texts.say(way.caution()));
        way.file().ifPresent(file -> {
            line(2, "- name: " + text("Keep, " + way.id() + ": the file"));
            line(3, "ansible.builtin.copy:");
            line(4, "dest: " + text(file.path()));
            line(4, "content: |");
            file.content().lines().forEach(content -> line(content.isEmpty() ? 0 : 5, raw(content)));
            line(4, "mode: \"0644\"");
            line(4, "backup: true");
            line(3, "register: peerpath_file");
            line(3, "tags: [keep, never]");
        });
        line(2, "- name: " + text("Keep, " + way.id() + ": put it into force"));
        line(3, "ansible.builtin.command:");
        line(4, "argv: \"{{ item }}\"");
        line(3, "loop:");
        way.commands().forEach(command -> words(command.arguments(), 4));
        line(3, "changed_when: true");
        if (way.file().isPresent()) {
            line(3, "when: " + changed);
        }
        line(3, "tags: [keep, never]");
    }

    private void words(List<String> words, int depth) {
        for (int i = 0; i < words.size(); i++) {
            line(depth, (i == 0 ? "- - " : "  - ") + text(words.get(i)));
        }
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    /** Comments of readable width, whatever a host called itself. */
    private void remark(int depth, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : raw(text).replaceAll("\\p{Cntrl}", " ").split(" +")) {
            if (!line.isEmpty() && line.length() + word.length() > WIDTH) {
                line(depth, "# " + line.toString().strip());
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        line(depth, "# " + line.toString().strip());
    }

    /** A double-quoted scalar of YAML in which Ansible finds nothing to evaluate. */
    private static String text(String text) {
        return "\"" + escaped(raw(text)) + "\"";
    }

    /** The same for one of our own expressions, with a name put in. */
    private static String text(String expression, String placeholder, String name) {
        return "\"" + escaped(expression.replace(placeholder, name)) + "\"";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    }

    private static String raw(String text) {
        return Stream.of("{", "%", "#").reduce(text, (now, sign) -> now.replace("{" + sign, "{ " + sign));
    }

    private static String name(String host) {
        return host.replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
