// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.report.Ink;
import org.peerpath.report.PlanJson;
import org.peerpath.report.PlanText;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Texts;
import tools.jackson.databind.JsonNode;

class TouchedVmsTest {
    private static final String TENANT = """
            vm 4711
            comm qemu-system-x86
            arg qemu-system-x86_64
            arg -name
            arg guest=tenant7
            arg -device
            arg vfio-pci,host=0000:b8:00.1
            arg -device
            arg vfio-pci,host=0000:bb:00.0
            """;

    private static HostModel host(String vms) throws Exception {
        Snapshot sample = Samples.open("hgx-b300-one-bad");
        TreeMap<String, Reading> files = new TreeMap<>(sample.host());
        files.put(HostFiles.VMS, new Reading.Text(vms, "test"));
        return HostModel.of(
                new Snapshot(sample.origin(), files, sample.hostListed(), sample.functions(), sample.notes()));
    }

    private static String said(HostModel host) {
        return Texts.ENGLISH.say(
                new TouchedVms(host).of(plan(host).toDo().getFirst()).message());
    }

    private static Plan plan(HostModel host) {
        return Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0), List.of());
    }

    /** Whoever reads a plan in a terminal, a script, a playbook or JSON sees the same as in the window. */
    @Test
    void everyFormNamesTheVms() throws Exception {
        Plan plan = plan(host(TENANT));
        String said = "VMs: Before: tenant7 (0000:b8:00.1). After: the same, its functions stay where they are.";
        for (String text : List.of(
                PlanText.of(plan, Texts.ENGLISH, Ink.PLAIN),
                ShellScript.of(plan, Texts.ENGLISH),
                Playbook.of(plan, Texts.ENGLISH, false))) {
            assertEquals(plan.toDo().size(), occurrences(text.replaceAll("\\n *#? +", " "), said), text);
        }
        JsonNode step = toDo(plan);
        assertEquals(
                "[{\"name\":\"tenant7\",\"functions\":[\"0000:b8:00.1\"],\"after\":\"keeps\"}]",
                step.path("vms").toString());
    }

    /** Said once: that no VM is touched, or that nobody knows. */
    @Test
    void whatHoldsForAllStepsIsSaidOnce() throws Exception {
        Plan elsewhere = plan(host(TENANT.replace("0000:b8", "0000:f1").replace("bb:", "f2:")));
        assertEquals(1, occurrences(PlanText.of(elsewhere, Texts.ENGLISH, Ink.PLAIN), "No VM uses"));
        assertEquals("[]", toDo(elsewhere).path("vms").toString());
        Plan unread = plan(HostModel.of(Samples.open("hgx-b300-one-bad")));
        assertEquals(1, occurrences(ShellScript.of(unread, Texts.ENGLISH), "Which VMs run here was not read."));
        assertTrue(toDo(unread).path("vms").isNull());
    }

    /** A step that makes virtual functions anew takes them from whoever has them. */
    @Test
    void whatIsTakenAwayIsSaid() throws Exception {
        HostModel host = host(TENANT);
        Step step = plan(host).toDo().getFirst();
        Step count = new Step(
                step.id(),
                Step.Kind.VF_COUNT,
                Address.of("0000:b8:00.0"),
                step.state(),
                step.purpose(),
                step.prechecks(),
                step.operations(),
                step.verification(),
                step.undo(),
                step.danger(),
                step.effect(),
                step.risk(),
                step.undoChecks());
        assertEquals(
                "Before: tenant7 (0000:b8:00.1). After: without these functions until they are given to it again.",
                Texts.ENGLISH.say(new TouchedVms(host).of(count).message()));
    }

    /** A name is what a user typed: it ends no comment and begins no command. */
    @Test
    void hostileNamesStayInOneRemark() throws Exception {
        String name = "x\u2028\u0007`reboot`$(reboot)\r#";
        Plan plan = plan(host(TENANT.replace("tenant7", name)));
        String script = ShellScript.of(plan, Texts.ENGLISH);
        script.lines()
                .filter(line -> line.contains("reboot`"))
                .forEach(line -> assertTrue(line.strip().startsWith("# "), line));
        assertTrue(script.contains("`reboot`"), script);
        assertEquals(-1, script.indexOf('\r'));
        assertEquals(-1, script.indexOf('\u0007'));
    }

    private static JsonNode toDo(Plan plan) {
        for (JsonNode step : PlanJson.of(plan).path("steps")) {
            if (step.path("state").asString().equals("to-do")) {
                return step;
            }
        }
        throw new AssertionError("nothing to do");
    }

    private static int occurrences(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    /** The port above both its functions: the VM keeps them, and its traffic takes another way. */
    @Test
    void aPortTouchesTheVmsBelowIt() throws Exception {
        assertEquals(
                "Before: tenant7 (0000:b8:00.1). After: the same, its functions stay where they are.",
                said(host(TENANT)));
    }

    @Test
    void aVmElsewhereIsNotTouched() throws Exception {
        assertEquals(
                "No VM uses what this step changes.",
                said(host(TENANT.replace("0000:b8", "0000:18").replace("bb:", "1b:"))));
    }
}
