// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/**
 * Random hostile text in every field of a host, one at a time, through every goal into every form that is carried out
 * elsewhere, and each form really run: shells, Ansible and systemd may do what the plan says, but nothing of what the
 * host says. What the text would run is a program that leaves a mark. {@code -Dpeerpath.hostile=N} gives each field N
 * texts, {@code -Dpeerpath.seed=N} other ones.
 */
class HostileFieldsTest {
    private static final int EACH = Integer.getInteger("peerpath.hostile", 1);
    private static final long SEED = Long.getLong("peerpath.seed", 20_261_201);
    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
    /** How many of the forms that differ are run, each a dozen processes; those first that hold the text outside a comment. */
    private static final int RUNS = Integer.getInteger("peerpath.hostile.runs", 12);
    /** How many playbooks are played in check mode, which takes Ansible seconds each. */
    private static final int PLAYED = Math.max(1, RUNS / 12);

    /** The program that must never run; short, since names of interfaces are. */
    private static final String RUN = "owned";

    private static final List<String> PARTS = List.of(
            "$(" + RUN + ")",
            "`" + RUN + "`",
            "; " + RUN + " ;",
            "\n" + RUN + "\n",
            "&& " + RUN,
            "| " + RUN,
            "' " + RUN + " '",
            "\" " + RUN + " \"",
            "'\"$(" + RUN + ")\"'",
            "\nEOF\n" + RUN + "\n",
            "\nEND_OF_FILE\n" + RUN + "\n: <<\\END_OF_FILE\n",
            "{{ lookup('pipe','" + RUN + "') }}",
            "{{{lookup('pipe','" + RUN + "')}}",
            "{%if lookup('pipe','" + RUN + "')%}{%endif%}",
            "{#",
            "#}",
            "{{",
            "{",
            "}}",
            "{%",
            "%}",
            "{% raw %}",
            "#jinja2: variable_start_string:'[['\n",
            "!unsafe ",
            "!!python/object/apply:os.system ['" + RUN + "']",
            "\n- hosts: all\n  tasks: [{command: " + RUN + "}]\n",
            "\nExecStart=" + RUN + "\n",
            "\\\nExecStart=" + RUN,
            "%n",
            "%%",
            "$$",
            "${IFS}",
            "\\",
            "\\x0a",
            "\\n",
            "\u0000",
            "\u202e",
            "\u2066",
            "\u2028" + RUN,
            "\u0085" + RUN,
            "\r" + RUN + "\r\n",
            "\u001b]0;x\u0007",
            "\ud83d",
            "'",
            "\"",
            "`",
            "#",
            "*",
            "?",
            "~",
            "-n ",
            "--help ",
            ", RUN+=\"/bin/sh -c " + RUN + "\"",
            "\"; RUN{program}+=\"" + RUN,
            "x".repeat(10_000),
            "{".repeat(300),
            "$(".repeat(300),
            "'".repeat(301));

    /** Nothing of a host is on such a line of a unit. */
    private static final Pattern UNIT_LINE = Pattern.compile(
            "|\\[(Unit|Service|Install)\\]|(Description|Before|After|Wants|Type|RemainAfterExit|TimeoutStartSec|WantedBy)=[A-Za-z0-9@. ()_-]+"
                    + "|ExecStart(Pre)?=[ -~]+");

    @TempDir
    private Path folder;

    private StandIns host;

    /** One fact of a host, or part of one, and the way to replace it. */
    private record Field(String name, String good) {}

    /** A form that was made of a host with something hostile in a field. */
    private record Made(String field, String text) {}

    @BeforeEach
    void aProgramThatLeavesAMark() throws IOException {
        host = new StandIns(folder);
        for (String name : List.of(
                RUN,
                "modprobe",
                "systemctl",
                "update-grub",
                "grubby",
                "kernel-install",
                "udevadm",
                "driverctl",
                "ip")) {
            Path program = folder.resolve(name);
            Files.writeString(
                    program, name.equals(RUN) ? "#!/bin/sh\n: > " + folder.resolve("mark") + "\n" : "#!/bin/sh\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** The test could not fail if what it looks for did not happen where nothing stands in the way. */
    @Test
    void theMarkIsLeftWhereNothingStandsInTheWay() throws Exception {
        host.run(List.of("/bin/sh", "-c", "echo x" + PARTS.getFirst()), "x");
        assertTrue(Files.exists(folder.resolve("mark")));
    }

    @Test
    void scriptsRunNothingOfIt() throws Exception {
        Map<String, Made> scripts = forms(plan -> List.of(ShellScript.of(plan, Texts.ENGLISH, true)));
        assertTrue(scripts.size() > 10, scripts.size() + " scripts differ");
        for (Made script : chosen(scripts)) {
            Path file = Files.writeString(folder.resolve("plan.sh"), script.text());
            StandIns.Result parsed = host.run(List.of("/bin/sh", "-n", file.toString()), "plan");
            assertEquals(0, parsed.status(), () -> script.field() + ": " + parsed.output());
            for (List<String> way : List.of(List.<String>of(), List.of("--undo"), List.of("--keep"))) {
                List<String> words = new ArrayList<>(List.of("/bin/sh", file.toString(), "--dry-run"));
                words.addAll(way);
                StandIns.Result result = host.run(words, "plan");
                assertFalse(result.output().contains("not found"), () -> script.field() + ": " + result.output());
                nothingRan(script);
            }
            // No dry run: it stops at the first question, which the stand-ins do not answer so.
            host.run(List.of("/bin/sh", file.toString(), "--accept"), "plan");
            nothingRan(script);
        }
    }

    @Test
    void playbooksRunNothingOfIt() throws Exception {
        Ansible.assumeInstalled();
        Map<String, Made> playbooks = forms(plan -> List.of(Playbook.of(plan, Texts.ENGLISH, true)));
        assertTrue(playbooks.size() > 10, playbooks.size() + " playbooks differ");
        Map<String, Made> files = new LinkedHashMap<>();
        for (Made playbook : chosen(playbooks)) {
            Path file = Files.writeString(folder.resolve(files.size() + ".yml"), playbook.text());
            files.put(file.toString(), playbook);
        }
        List<String> syntax = Ansible.syntax();
        syntax.addAll(files.keySet());
        host.run(syntax, "plan");
        nothingRan(new Made("syntax check that names no hosts", ""));
        syntax.addAll(List.of("-e", "peerpath_hosts=localhost"));
        StandIns.Result checked = host.run(syntax, "plan");
        assertEquals(0, checked.status(), checked.output());
        nothingRan(new Made("syntax check", ""));
        for (String file : files.keySet().stream().limit(PLAYED).toList()) {
            for (List<String> tags : List.of(List.<String>of(), List.of("--tags", "all,keep,undo"))) {
                List<String> words = Ansible.here(Path.of(file), "--check", "-vvv");
                words.addAll(tags);
                host.run(words, "plan");
                nothingRan(Optional.ofNullable(files.get(file)).orElseThrow());
            }
        }
    }

    @Test
    void unitsRulesAndBootFilesHoldNothingOfIt() throws Exception {
        Map<String, Made> kept = forms(plan -> plan.keep().stream()
                .flatMap(way -> way.file().stream())
                .map(file -> file.path() + "\n" + file.content())
                .toList());
        List<String> units = new ArrayList<>();
        for (Made made : kept.values()) {
            String path = made.text().lines().findFirst().orElseThrow();
            String content = made.text().substring(path.length() + 1);
            assertTrue(
                    path.equals("/etc/kernel/cmdline") || !content.contains(RUN), () -> made.field() + ": " + content);
            if (path.endsWith(".service")) {
                assertTrue(
                        content.lines().allMatch(line -> UNIT_LINE.matcher(line).matches()), content);
                Path unit = Files.createDirectories(folder.resolve("units" + units.size()))
                        .resolve(path.substring(path.lastIndexOf('/') + 1));
                units.add(Files.writeString(unit, content).toString());
            } else if (path.endsWith("cmdline")) {
                assertFalse(content.matches("(?s).*[$`].*"), content);
            }
        }
        // Most are the honest host's, for nothing hostile gets there; one of those is verified too.
        assumeTrue(Files.isExecutable(ANALYZE), "systemd-analyze is not installed");
        for (String unit : units) {
            StandIns.Result verified =
                    host.run(List.of(ANALYZE.toString(), "verify", "--recursive-errors=no", "--man=no", unit), "plan");
            // Tools that are not installed here are no fault of the unit.
            assertTrue(
                    verified.output()
                            .lines()
                            .filter(line -> line.contains(Path.of(unit).getFileName() + ":"))
                            .allMatch(line -> line.contains(" is not executable: ")),
                    verified.output());
            nothingRan(new Made(unit, Files.readString(Path.of(unit))));
        }
    }

    // ---- Hosts, fields, texts
    // ----------------------------------------------------------------------------------------

    private interface Form {
        List<String> of(Plan plan);
    }

    private static List<Made> chosen(Map<String, Made> made) {
        List<Made> all = new ArrayList<>(made.values());
        Collections.shuffle(all, new Random(SEED));
        all.sort(Comparator.comparing(each -> !holdsIt(each.text())));
        List<Made> run = all.subList(0, Math.min(RUNS, all.size()));
        System.out.println(Plans.HOSTILE.size() + " plans, " + all.size() + " forms differ, "
                + all.stream().filter(each -> holdsIt(each.text())).count() + " hold the text, " + run.size() + " run");
        return run;
    }

    private static boolean holdsIt(String text) {
        return text.lines().anyMatch(line -> line.contains(RUN) && !line.strip().startsWith("#"));
    }

    /** A plan of a host with something hostile in a field. */
    private record Hostile(String field, Plan plan) {}

    /** Made once for all tests, since most of the time goes into it. */
    private static final class Plans {
        static final List<Plan> HONEST = new ArrayList<>();
        static final List<Hostile> HOSTILE = new ArrayList<>();

        static {
            Random random = new Random(SEED);
            for (HostBuilder builder : hosts()) {
                Snapshot good = builder.build();
                HONEST.addAll(plans(HostModel.of(good)));
                for (Field field : fields(good)) {
                    for (int i = 0; i < EACH; i++) {
                        HostModel model = HostModel.of(with(good, field, text(random, field.good())));
                        plans(model).forEach(plan -> HOSTILE.add(new Hostile(field.name(), plan)));
                    }
                }
            }
        }

        private Plans() {}
    }

    /** Every form that differs from those of the honest host. */
    private static Map<String, Made> forms(Form form) {
        Map<String, Made> made = new LinkedHashMap<>();
        for (Hostile hostile : Plans.HOSTILE) {
            for (String text : form.of(hostile.plan())) {
                made.putIfAbsent(
                        text,
                        new Made(
                                hostile.field() + ", "
                                        + hostile.plan().request().goal(),
                                text));
            }
        }
        Plans.HONEST.forEach(plan -> made.keySet().removeAll(form.of(plan)));
        return made;
    }

    private static List<Plan> plans(HostModel host) {
        return Stream.of(Goal.values())
                .map(goal -> Planner.plan(host, new PlanRequest(goal, List.of(), goal == Goal.UNBIND ? 0 : 2)))
                .toList();
    }

    /** One that can be kept by a kernel parameter, one by units, one with virtual functions that are in use. */
    private static List<HostBuilder> hosts() {
        return List.of(
                PlanHosts.host()
                        .text(HostFiles.IDENTITY, "machine-id " + "a".repeat(64))
                        .text(HostFiles.TOOLS, "setpci\nip\nupdate-grub\ngrubby\ndriverctl\nkernel-install")
                        .text(HostFiles.KERNEL_INSTALL_CMDLINE, ""),
                PlanHosts.withVirtual("vfio-pci")
                        .kernel("6.8.0-60-generic")
                        .text(HostFiles.IDENTITY, "machine-id " + "a".repeat(64))
                        .text(
                                HostFiles.VF_LINKS,
                                "ib0 vf 0 link/ether 02:00:5e:10:00:01 brd ff:ff:ff:ff:ff:ff, spoof checking off, link-state auto, trust off"));
    }

    private static List<Field> fields(Snapshot host) {
        List<Field> fields = new ArrayList<>(List.of(
                new Field("origin/source", host.origin().source()),
                new Field("origin/host", host.origin().host())));
        host.host().forEach((path, reading) -> fields.add(new Field("/" + path, sample(reading))));
        for (String more : List.of(
                HostFiles.HOSTNAME,
                HostFiles.BOOT_ID,
                HostFiles.CMDLINE,
                HostFiles.VFIO_HOLDERS,
                HostFiles.USERS,
                HostFiles.IN_USE,
                HostFiles.VMS,
                HostFiles.PRODUCT_NAME,
                HostFiles.LOCKDOWN)) {
            if (!host.host().containsKey(more)) {
                fields.add(new Field("/" + more, "x"));
            }
        }
        host.functions().forEach((address, facts) -> {
            TreeSet<String> names = new TreeSet<>(facts.attributes().keySet());
            names.addAll(List.of("driver_override", "sriov_drivers_autoprobe", "libvirt/guest", "lspci"));
            names.forEach(name -> fields.add(new Field(
                    address + "/" + name,
                    facts.attributes().containsKey(name)
                            ? sample(facts.attributes().get(name))
                            : "1")));
        });
        return fields;
    }

    private static String sample(@Nullable Reading reading) {
        return switch (reading) {
            case Reading.Text text -> text.value();
            case Reading.Listing listing ->
                listing.entries().isEmpty() ? "" : listing.entries().getFirst();
            case null, default -> "";
        };
    }

    /** Alone, behind or before what belongs there. */
    private static String text(Random random, String good) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        return switch (random.nextInt(4)) {
            case 0 -> text.toString();
            case 1 -> text + good;
            case 2 -> good + PARTS.get(random.nextInt(12));
            default -> good + text;
        };
    }

    /** The same host with a text in one of its fields, as a reader would hand it over that cleans nothing. */
    private static Snapshot with(Snapshot host, Field field, String text) {
        Origin origin = host.origin();
        TreeMap<String, Reading> files = new TreeMap<>(host.host());
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(host.functions());
        String name = field.name();
        if (name.startsWith("origin/")) {
            boolean source = name.endsWith("source");
            origin = new Origin(
                    source ? text : origin.source(), origin.kind(), source ? origin.host() : text, origin.readAt());
        } else if (name.startsWith("/")) {
            files.compute(name.substring(1), (path, had) -> replaced(had, text));
        } else {
            Address address = Address.of(name.substring(0, name.indexOf('/')));
            String attribute = name.substring(name.indexOf('/') + 1);
            functions.computeIfPresent(address, (a, facts) -> {
                TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
                if (!attribute.equals("lspci")) {
                    attributes.compute(attribute, (n, had) -> replaced(had, text));
                }
                return new FunctionFacts(
                        a, attributes, attribute.equals("lspci") ? text.lines().toList() : List.of(), facts.listed());
            });
        }
        return new Snapshot(origin, files, host.hostListed(), functions, host.notes());
    }

    private static Reading replaced(@Nullable Reading had, String text) {
        return switch (had) {
            case Reading.Listing listing -> new Reading.Listing(List.of(text), "test");
            case Reading.Data data -> new Reading.Data(Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8)), "test");
            case null, default -> new Reading.Text(text, "test");
        };
    }

    private void nothingRan(Made made) {
        assertFalse(Files.exists(folder.resolve("mark")), () -> "ran: " + made.field() + "\n" + made.text());
    }
}
