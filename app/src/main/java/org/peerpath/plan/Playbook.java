// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * A plan as a playbook for Ansible: one host at a time, stopping at the first failure; a step that is already so is left
 * alone, and in check mode nothing changes. Commands and checks are those of the steps; answers are compared by the same
 * lines of shell as in the script.
 */
public final class Playbook {
    private static final String PUT = "printf '%s\\n' \"$1\" > \"$2\"";

    private static final Pattern HOST =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}(?:\\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){0,8}");
    private static final Set<String> RESERVED = Set.of("all", "ungrouped", "localhost");

    private final Yaml out = new Yaml();
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
        out.line(0, "---");
        out.remark(0, texts.say("plan.script.title", plan.request().goal().id(), plan.host()));
        out.remark(0, texts.say("plan.playbook.how"));
        plan.guards()
                .forEach(guard ->
                        out.remark(0, texts.say("plan.script.guard", guard.id().id(), texts.say(guard.reason()))));
        plan.vmsOfAll().ifPresent(said -> out.remark(0, texts.say(said)));
        out.line(
                0,
                "- name: " + Yaml.name("Peerpath plan " + plan.request().goal().id()));
        out.line(1, "hosts: \"" + hosts() + "\"");
        out.line(1, "become: true");
        out.line(1, "gather_facts: false");
        out.line(1, "serial: 1");
        out.line(1, "max_fail_percentage: 0");
        out.line(1, "vars:");
        out.line(2, "peerpath_check: |");
        (ShellScript.COMPARISONS + IdentityCheck.SHELL + "\"$@\"\n")
                .lines()
                .forEach(shell -> out.line(shell.isEmpty() ? 0 : 3, shell));
        out.line(1, "tasks:");
        if (plan.refused()) {
            refusal();
            return out.toString();
        }
        preconditions();
        List<Step> steps = plan.toDo();
        for (int i = 0; i < steps.size(); i++) {
            step(i + 1, steps.get(i));
        }
        for (int i = steps.size() - 1; i >= 0; i--) {
            undo(i + 1, steps.get(i));
        }
        if (keep) {
            plan.bestWays().forEach(this::keep);
        }
        return out.toString();
    }

    private void refusal() {
        out.line(2, "- name: Say that the plan is refused");
        out.line(3, "ansible.builtin.fail:");
        out.line(4, "msg: " + Yaml.text(texts.say("plan.script.refused")));
    }

    /** Other hosts that a person names are to be of the same build; that they are is for their functions to show. */
    private void rightHost() {
        IdentityCheck.machine(plan).ifPresent(machine -> {
            checks("Be on the host that the plan was made for", questions(machine));
            out.line(3, "check_mode: false");
            out.line(3, "when: peerpath_hosts is not defined");
            out.line(3, "tags: [always]");
        });
        List<Question> functions = IdentityCheck.functions(plan).stream()
                .flatMap(question -> questions(question).stream())
                .toList();
        if (!functions.isEmpty()) {
            checks("Have the functions that the plan was made for", functions);
            out.line(3, "check_mode: false");
            out.line(3, "tags: [always]");
        }
    }

    private static List<Question> questions(IdentityCheck.Question question) {
        return List.of(new Question(question.what(), question.words()));
    }

    private void preconditions() {
        rightHost();
        out.line(2, "- name: Have what the guards ask been accepted");
        out.line(3, "ansible.builtin.assert:");
        out.line(4, "that: " + (plan.asked().isEmpty() ? "true" : "peerpath_accept | default(false) | bool"));
        out.line(4, "fail_msg: " + Yaml.text(texts.say("plan.playbook.accept")));
        out.line(3, "when: not ansible_check_mode");
    }

    private void step(int number, Step step) {
        Optional<Message> vms = plan.vmsSaidAt(step);
        vms.ifPresent(said -> {
            out.gap();
            out.remark(2, texts.say("plan.vms", said));
        });
        new Tasks(
                        "Step " + number + ", " + step.id() + ": ",
                        "peerpath_so_" + number,
                        questions(plan.soWhen(step)),
                        Optional.empty())
                .write(step.purpose(), step.risk(), step.prechecks(), step.operations(), step.verification());
    }

    /** Only with {@code --tags undo}: only where what was set is still set, and nobody uses it. */
    private void undo(int number, Step step) {
        if (step.undo().isEmpty()) {
            return;
        }
        new Tasks(
                        "Undo " + number + ", " + step.id() + ": ",
                        "peerpath_undone_" + number,
                        plan.undoneWhen(step).stream()
                                .map(check -> there(step, check))
                                .toList(),
                        Optional.of("undo"))
                .write(
                        Message.of("plan.script.undo", step.purpose()),
                        step.risk(),
                        step.undoChecks(),
                        step.undo(),
                        step.prechecks());
    }

    /** The four tasks of a step, or of its undoing. */
    private final class Tasks {
        private final String place;
        private final String so;
        private final List<Question> already;
        private final Optional<String> tag;

        /**
         * Tasks of one step.
         *
         * @param place how their names begin
         * @param so the variable that tells whether there is anything to do
         * @param already the comparisons that show that there is nothing
         * @param tag what they run with, and only with; empty for those that always run
         */
        Tasks(String place, String so, List<Question> already, Optional<String> tag) {
            this.place = place;
            this.so = so;
            this.already = already;
            this.tag = tag;
        }

        void write(Message purpose, Message risk, List<Check> before, List<Operation> commands, List<Check> after) {
            String pending = so + ".results | rejectattr('rc', 'equalto', 0) | list | length > 0";
            out.gap();
            out.remark(2, texts.say(purpose));
            out.remark(2, texts.say(risk));
            checks(place + "is it so already", already);
            out.line(3, "register: " + so);
            out.line(3, "failed_when: false");
            out.line(3, "check_mode: false");
            tags();
            checks(place + "what must hold first", questions(before));
            out.line(3, "register: peerpath_before");
            out.line(3, "failed_when: peerpath_before.rc != 0 and not ansible_check_mode");
            out.line(3, "check_mode: false");
            out.line(3, "when: " + pending);
            tags();
            out.line(2, "- name: " + Yaml.name(place + "change it"));
            out.line(3, "ansible.builtin.command:");
            out.line(4, "argv: \"{{ item }}\"");
            out.line(3, "loop:");
            commands.forEach(operation -> words(arguments(operation), 4));
            out.line(3, "changed_when: true");
            out.line(3, "when: " + pending);
            tags();
            checks(place + "what must hold afterwards", questions(after));
            out.line(3, "when:");
            out.line(4, "- " + pending);
            out.line(4, "- not ansible_check_mode");
            tags();
        }

        private void tags() {
            tag.ifPresent(name -> out.line(3, "tags: [" + name + ", never]"));
        }
    }

    /** All of these; each answer is judged on the host. */
    private void checks(String name, List<Question> questions) {
        out.line(2, "- name: " + Yaml.name(name));
        out.line(3, "ansible.builtin.command:");
        out.line(4, "argv: \"{{ ['sh', '-c', peerpath_check, 'check'] + item.check }}\"");
        out.line(3, "loop:");
        for (int i = 0; i < questions.size(); i++) {
            out.line(4, "- number: " + (i + 1));
            out.line(5, "what: " + Yaml.text(texts.say(questions.get(i).what())));
            out.line(5, "check:");
            questions.get(i).words().forEach(word -> out.line(6, "- " + Yaml.text(word)));
        }
        out.line(3, "loop_control:");
        out.line(4, "label: \"{{ item.number }}\"");
        out.line(3, "changed_when: false");
    }

    /** What is asked, and the words that the host's shell compares by. */
    private record Question(Message what, List<String> words) {}

    private static List<Question> questions(List<Check> checks) {
        return checks.stream()
                .map(check -> new Question(check.what(), comparison(check)))
                .toList();
    }

    /** What a step did to a virtual function is gone with it. */
    private static Question there(Step step, Check check) {
        List<String> words = new ArrayList<>();
        if (step.lostWithItsFunction()) {
            words.addAll(List.of("there", step.target().toString()));
        }
        words.addAll(comparison(check));
        return new Question(check.what(), words);
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
        out.gap();
        out.remark(2, texts.say(way.what()));
        out.remark(2, texts.say(way.caution()));
        way.file().ifPresent(file -> {
            out.line(2, "- name: " + Yaml.name("Keep, " + way.id() + ": the file"));
            out.line(3, "ansible.builtin.copy:");
            out.line(4, "dest: " + Yaml.text(file.path()));
            out.line(4, "content: " + Yaml.text(file.content()));
            out.line(4, "mode: \"0644\"");
            out.line(4, "backup: true");
            out.line(3, "register: peerpath_file");
            out.line(3, "tags: [keep, never]");
        });
        out.line(2, "- name: " + Yaml.name("Keep, " + way.id() + ": put it into force"));
        out.line(3, "ansible.builtin.command:");
        out.line(4, "argv: \"{{ item }}\"");
        out.line(3, "loop:");
        way.commands().forEach(command -> words(command.arguments(), 4));
        out.line(3, "changed_when: true");
        if (way.file().isPresent()) {
            out.line(3, "when: " + changed);
        }
        out.line(3, "tags: [keep, never]");
    }

    private void words(List<String> words, int depth) {
        for (int i = 0; i < words.size(); i++) {
            out.line(depth, (i == 0 ? "- - " : "  - ") + Yaml.text(words.get(i)));
        }
    }

    /** The host that the plan was made for, if what it calls itself is a plain name and not one of Ansible's own. */
    private String hosts() {
        boolean plain = HOST.matcher(plan.host()).matches() && !RESERVED.contains(plan.host());
        return plain ? "{{ peerpath_hosts | default('" + plan.host() + "') }}" : "{{ peerpath_hosts | mandatory }}";
    }
}
