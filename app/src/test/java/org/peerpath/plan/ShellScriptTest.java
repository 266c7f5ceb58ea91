// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The script of a plan, run by a real shell against a setpci that keeps its register in a file. */
class ShellScriptTest {
    private static final Path SHELL = Path.of("/bin/sh");

    @TempDir
    private Path folder;

    private Path register;

    @BeforeEach
    void aStandInForSetpci() throws IOException {
        assumeTrue(Files.isExecutable(SHELL), "no POSIX shell");
        register = folder.resolve("register");
        Files.writeString(register, "001d\n");
        Path setpci = folder.resolve("setpci");
        Files.writeString(setpci, """
                #!/bin/sh
                # setpci -s BDF ECAP_ACS+6.w[=VALUE:MASK]
                case $3 in
                    *=*) set -- "${3#*=}"
                         old=$(cat REGISTER)
                         printf '%04x\\n' $(((0x$old & ~0x${1#*:}) | (0x${1%:*} & 0x${1#*:}))) > REGISTER ;;
                    *) cat REGISTER ;;
                esac
                """.replace("REGISTER", register.toString()));
        Files.setPosixFilePermissions(setpci, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void appliesVerifiesAndUndoes() throws Exception {
        Path script = script(oneBad());
        assertEquals(0, run(script, "--accept"));
        assertEquals("005d", Files.readString(register).strip());
        assertEquals(0, run(script, "--accept"), "again: there is nothing left to do");
        assertEquals(0, run(script, "--undo"));
        assertEquals("001d", Files.readString(register).strip());
        assertEquals(0, run(script, "--undo"), "again: there is nothing left to undo");
        assertEquals("001d", Files.readString(register).strip());
    }

    @Test
    void undoesOnlyWhatIsStillAsItWasSet() throws Exception {
        Path script = script(oneBad());
        Files.writeString(register, "0000\n");
        assertNotEquals(0, run(script, "--undo"));
        assertEquals("0000", Files.readString(register).strip());
    }

    @Test
    void whatTheGuardsAskMustBeAcceptedFirst() throws Exception {
        Plan plan = oneBad();
        assertFalse(plan.guards().isEmpty());
        assertNotEquals(0, run(script(plan)));
        assertEquals("001d", Files.readString(register).strip());
    }

    @Test
    void onlyOnTheHostItWasMadeFor() throws Exception {
        Plan plan = oneBad();
        Path other = script(new Plan(plan.request(), plan.source(), "another", plan.steps(), List.of()));
        assertNotEquals(0, run(other));
        assertEquals("001d", Files.readString(register).strip());
    }

    @ParameterizedTest
    @CsvSource({
        "4, 4, true",
        "4, 14, false",
        "0, 10, false",
        "/drivers/vfio-pci, ../../bus/pci/drivers/vfio-pci, true",
        "/drivers/vfio-pci, ../../bus/pci/drivers/vfio-pci-x, false",
        "'', '', true",
        "'', x, false",
        "True(1), '  ATS_ENABLED     True(1)  ', true",
        "True(1), '  ATS_ENABLED     False(0)  ', false",
        "*, anything, false",
        "vf 1 link/ether 02:55:01:aa:bb:cc, '    vf 1     link/ether 02:55:01:aa:bb:cc brd ff', true",
        "vf 1 link/ether 02:55:01:aa:bb:cc, '    vf 11     link/ether 02:55:01:aa:bb:cc brd ff', false"
    })
    void wordsAreComparedWhole(String wanted, String output, boolean so) throws Exception {
        String frame = ShellScript.of(oneBad(), Texts.ENGLISH);
        String function = frame.substring(frame.indexOf("text() {"), frame.indexOf("# must WHAT"));
        assertEquals(
                so,
                Check.text(Message.of("x"), Operation.Run.of("cat", "/proc/1/stat"), wanted)
                        .met(0, output),
                "met()");
        Path script = folder.resolve("text.sh");
        Files.writeString(script, function + "text \"$1\" printf '%s\\n' \"$2\"\n");
        assertEquals(so ? 0 : 1, run(script, wanted, output));
    }

    @Test
    void dryRunChangesNothing() throws Exception {
        assertEquals(0, run(script(oneBad()), "--dry-run"));
        assertEquals("001d", Files.readString(register).strip());
    }

    @Test
    void stopsWhereTheHostIsNoLongerAsItWasRead() throws Exception {
        Files.writeString(register, "0000\n");
        assertNotEquals(0, run(script(oneBad()), "--accept"));
        assertEquals("0000", Files.readString(register).strip());
    }

    @Test
    void aRefusedPlanRunsNothing() throws Exception {
        Plan good = oneBad();
        Guard refusal = new Guard(
                GuardId.LOCKDOWN,
                Guard.Answer.REFUSES,
                List.of(),
                Message.of("guard.lockdown.reason"),
                Message.of("guard.lockdown.lift"),
                "test");
        Plan refused = new Plan(good.request(), good.source(), good.host(), good.steps(), List.of(refusal));
        assertNotEquals(0, run(script(refused), "--accept"));
        assertEquals("001d", Files.readString(register).strip());
    }

    @Test
    void keepsOnlyWhenStartedForItAndTakesItBack() throws Exception {
        Path grub = Files.createDirectories(folder.resolve("grub.d"));
        Path file = grub.resolve("peerpath-acs.cfg");
        Files.writeString(file, "# of before\n");
        Path update = folder.resolve("update-grub");
        Files.writeString(update, "#!/bin/sh\necho updated >> " + folder.resolve("log") + "\n");
        Files.setPosixFilePermissions(update, PosixFilePermissions.fromString("rwxr-xr-x"));
        Plan plan = Planner.plan(
                HostModel.of(newKernel(Samples.open("hgx-b300-one-bad"))),
                new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
        Path script = script(plan);
        Files.writeString(script, Files.readString(script).replace("/etc/default/grub.d", grub.toString()));
        assertEquals(0, run(script, "--accept"));
        assertEquals("# of before\n", Files.readString(file), "the steps keep nothing");
        assertEquals(0, run(script, "--keep", "--dry-run"));
        assertEquals("# of before\n", Files.readString(file));
        assertEquals(0, run(script, "--keep"));
        assertEquals(0, run(script, "--keep"), "again");
        String kept = plan.keep().getFirst().file().orElseThrow().content();
        assertEquals(kept, Files.readString(file));
        assertEquals(0, run(script, "--unkeep"));
        assertEquals("# of before\n", Files.readString(file));
        assertEquals(List.of("updated", "updated", "updated"), Files.readAllLines(folder.resolve("log")));
    }

    @Test
    void shellcheckFindsNothing() throws Exception {
        Path shellcheck = Path.of("/usr/bin/shellcheck");
        assumeTrue(Files.isExecutable(shellcheck), "shellcheck is not installed");
        for (String sample : Samples.names()) {
            for (Goal goal : Goal.values()) {
                Plan plan = Planner.plan(HostModel.of(Samples.open(sample)), new PlanRequest(goal, List.of(), 2));
                Process check = new ProcessBuilder(
                                shellcheck.toString(), script(plan).toString())
                        .redirectErrorStream(true)
                        .start();
                String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(0, check.waitFor(), said);
            }
        }
    }

    @Test
    void aHostileHostNameStaysInItsComment() throws Exception {
        Plan plan = oneBad();
        Plan hostile =
                new Plan(plan.request(), plan.source(), "x\ntouch /tmp/owned\n$(reboot)`", plan.steps(), List.of());
        String text = ShellScript.of(hostile, Texts.ENGLISH);
        assertTrue(text.lines().noneMatch(line -> line.startsWith("touch")), text);
    }

    /** Below 6.15 a plan is kept by a unit, since the kernel's parameter takes only its first entry. */
    private static Snapshot newKernel(Snapshot snapshot) {
        TreeMap<String, Reading> host = new TreeMap<>(snapshot.host());
        host.put(HostFiles.KERNEL_RELEASE, new Reading.Text("6.16.3", "procfs"));
        return new Snapshot(snapshot.origin(), host, snapshot.hostListed(), snapshot.functions(), snapshot.notes());
    }

    private static Plan oneBad() throws UnreadableSourceException {
        return Planner.plan(
                HostModel.of(Samples.open("hgx-b300-one-bad")), new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
    }

    private Path script(Plan plan) throws IOException {
        Path script = folder.resolve("plan.sh");
        Files.writeString(script, ShellScript.of(plan, Texts.ENGLISH, true));
        return script;
    }

    private int run(Path script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SHELL.toString(), script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PEERPATH_HOST", "hgx-b300-one-bad");
        builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }
}
