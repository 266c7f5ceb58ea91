// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.MeasureStep;
import org.peerpath.plan.NotAllowedException;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.FaultyMachine.Fault;
import org.peerpath.snapshot.Address;

/** A command that measures, run as a step: what it may be, what must hold before, what is kept of it. */
class MeasurementRunTest {
    private static final Address NIC = Address.of(SimulatedHost.nic(0));
    private static final Address GPU = Address.of(SimulatedHost.gpu(0));
    private static final String PRINTED = "#bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]";

    @TempDir
    Path folder;

    private final FakePace pace = new FakePace();
    private final List<Entry> told = new ArrayList<>();
    private final SimulatedHost host = new SimulatedHost(7);
    private final Map<String, String> before = host.state();

    private static MeasureStep.Wanted wanted(MeasureStep.Row row) {
        return new MeasureStep.Wanted(Goal.BARE_METAL_GPUDIRECT, NIC, GPU, 0, row, Optional.empty());
    }

    private Journal journal() {
        return new Journal(folder.resolve("runs"));
    }

    private Runs runs(FaultyMachine machine) {
        return new Runs(machine, journal(), new Agreeable(told), pace, Limits.USUAL, "tester@here");
    }

    private TestRun run(MeasureStep.Row row, Fault fault) throws Exception {
        return runs(new FaultyMachine(host, told, new Random(1), fault, 0)).measure(wanted(row), agreed(row));
    }

    private List<String> agreed(MeasureStep.Row row) {
        return Runs.agreement(
                MeasureStep.plan(HostModel.of(host.snapshot()), wanted(row)).steps());
    }

    @ParameterizedTest
    @EnumSource(MeasureStep.Row.class)
    void runsTheShownCommandOnceWithinATimeAndWritesItDown(MeasureStep.Row row) throws Exception {
        host.measures(0, PRINTED);
        TestRun test = run(row, Fault.NONE);
        assertEquals(RunState.DONE, test.result().state(), test.toString());
        assertEquals(PRINTED, test.output());
        assertFalse(test.timedOut());
        assertEquals(before, host.state());
        RunRecord record = journal().read(journal().runs().getFirst());
        List<Entry.Starting> begun = record.entries().stream()
                .filter(Entry.Starting.class::isInstance)
                .map(Entry.Starting.class::cast)
                .toList();
        assertEquals(1, begun.size());
        String command = begun.getFirst().commands().getFirst();
        assertEquals(agreed(row).getLast(), command);
        assertTrue(command.startsWith("timeout -k 5 " + MeasureStep.SECONDS + " "), command);
        assertTrue(MeasureStep.SECONDS < Limits.USUAL.operation().toSeconds(), "it ends before it counts as stuck");
        Step step = record.began().orElseThrow().steps().getFirst();
        assertEquals(List.of(), step.undo());
        assertEquals(Step.Danger.MEDIUM, step.danger(), "a careful person is asked before it");
    }

    /** The other side: the same guards, and the address that was typed in the command that was read. */
    @ParameterizedTest
    @EnumSource(MeasureStep.Row.class)
    void theClientRunsAgainstTheServerThatWasNamed(MeasureStep.Row row) throws Exception {
        host.measures(0, PRINTED);
        MeasureStep.Wanted client = client(row, "fd00::7");
        List<String> agreed = Runs.agreement(
                MeasureStep.plan(HostModel.of(host.snapshot()), client).steps());
        TestRun test = runs(new FaultyMachine(host, told, new Random(1), Fault.NONE, 0))
                .measure(client, agreed);
        assertEquals(RunState.DONE, test.result().state(), test.toString());
        assertEquals(PRINTED, test.output());
        assertEquals(before, host.state());
        assertTrue(
                agreed.getLast().startsWith("timeout -k 5 100 ")
                        && agreed.getLast().contains("fd00::7"),
                agreed.getLast());
        assertFalse(agreed.equals(agreed(row)), "who agreed to the server's side has not agreed to this");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c", "a b", "a;reboot", "$(reboot)", "a\nb", "--report_gbits", "", "a'b", "-D"})
    void whatIsNoAddressIsNotRun(String address) throws Exception {
        MeasureStep.Wanted client = client(MeasureStep.Row.TCP, address);
        TestRun test = runs(new FaultyMachine(host, told, new Random(1), Fault.NONE, -1))
                .measure(client, List.of("measure:tcp"));
        assertEquals(RunState.REFUSED, test.result().state(), test.toString());
        assertTrue(told.stream().noneMatch(Entry.Starting.class::isInstance));
    }

    private static MeasureStep.Wanted client(MeasureStep.Row row, String address) {
        return new MeasureStep.Wanted(Goal.BARE_METAL_GPUDIRECT, NIC, GPU, 0, row, Optional.of(address));
    }

    @Test
    void nothingIsLeftToUndo() throws Exception {
        host.measures(0, PRINTED);
        run(MeasureStep.Row.RDMA, Fault.NONE);
        runs(new FaultyMachine(host, told, new Random(1), Fault.NONE, -1))
                .undo(journal().runs().getFirst());
        assertEquals(before, host.state());
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout", "ib_write_bw"})
    void aProgramThatIsMissingIsSaidAndNothingIsRun(String program) throws Exception {
        host.lacks(program);
        TestRun test = run(MeasureStep.Row.GPUDIRECT, Fault.NONE);
        assertEquals(RunState.FAILED_UNDONE, test.result().state());
        assertEquals("", test.output());
        assertTrue(test.result().why().toString().contains(program), test.toString());
        assertTrue(told.stream().noneMatch(Entry.Starting.class::isInstance));
    }

    @Test
    void noClientIsNoFailureOfTheHost() throws Exception {
        host.measures(124, "* Waiting for client to connect... *");
        TestRun test = run(MeasureStep.Row.RDMA, Fault.NONE);
        assertTrue(test.timedOut());
        assertEquals(RunState.FAILED_UNDONE, test.result().state());
        assertEquals(before, host.state());
    }

    @Test
    void anotherCommandThanTheOneThatWasReadIsNotRun() throws Exception {
        List<String> other = List.of(agreed(MeasureStep.Row.RDMA).getFirst(), "timeout -k 5 100 iperf3 -s -1 -p 5999");
        TestRun test = runs(new FaultyMachine(host, told, new Random(1), Fault.NONE, -1))
                .measure(wanted(MeasureStep.Row.RDMA), other);
        assertEquals(RunState.CHANGED, test.result().state());
        assertEquals(List.of(), journal().runs());
    }

    /** Storage, the default route and the session; and where nobody could tell. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh eth0",
                "ssh -\ndefault eth0",
                "ssh -\nnetwork eth0 nfs4",
                "ssh -\nnetwork ? ceph",
                "ssh ?",
                ""
            })
    void aPortThatTheHostStandsOnIsNotLoaded(String use) throws Exception {
        host.standsOn(use);
        TestRun test = run(MeasureStep.Row.TCP, Fault.NONE);
        assertEquals(RunState.REFUSED, test.result().state());
        assertEquals("run.measure.carries", test.result().why().key());
        assertEquals(List.of(), journal().runs());
    }

    @Test
    void anotherPortMayCarryIt() throws Exception {
        host.standsOn("ssh eth7\ndefault eth7\n");
        assertEquals(
                RunState.DONE, run(MeasureStep.Row.TCP, Fault.NONE).result().state());
    }

    @Test
    void troubleInTheKernelsLogEndsIt() throws Exception {
        host.measures(0, PRINTED);
        assertEquals(
                RunState.ALARM,
                run(MeasureStep.Row.GPUDIRECT, Fault.ALARM).result().state());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void whateverGoesWrongTheHostIsAsItWas(Fault fault) throws Exception {
        if (fault == Fault.KILL_BEFORE || fault == Fault.KILL_AFTER) {
            assertThrows(FaultyMachine.Killed.class, () -> run(MeasureStep.Row.GPUDIRECT, fault));
        } else if (fault != Fault.MEDDLE && !fault.swaps()) {
            run(MeasureStep.Row.GPUDIRECT, fault);
        }
        if (fault != Fault.REBOOT) {
            assertEquals(before, host.state());
        }
    }

    // ---- The fence -------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "iperf3 -s -1 -p 5201",
                "numactl -N 0 -m 0 iperf3 -s -1 -p 5201",
                "numactl -N 0 -m 0 iperf3 -c gpu02.site -p 5201 -P 8 -t 10",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits --data_validation 192.0.2.7",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits --data_validation",
                "CUDA_DEVICE_ORDER=PCI_BUS_ID numactl -N 1 -m 1 ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F"
                        + " --report_gbits --use_cuda=7 --use_cuda_dmabuf --data_validation"
            })
    void theCommandsThatAreShownMayBeRun(String server) {
        Operation.Run run = MeasureStep.operation(server).orElseThrow();
        assertFalse(run.changesNothing(), "what it prints on its error stream is kept");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "iperf3 -s -p 5201",
                "iperf3 -s -1 -p 80",
                "iperf3 -s -1 -p 5201 -D",
                "iperf3 -c 192.0.2.1 -p 5201",
                "iperf3 -c 192.0.2.1 -p 5201 -P 8 -t 10 -t 9999",
                "iperf3 -c 192.0.2.1 -p 5201 -P 8 -t 86400",
                "iperf3 -c -D -p 5201 -P 8 -t 10",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits a b",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits -D",
                "iperf3 -s -1 -p 5201 --logfile /etc/shadow",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits --run_infinitely",
                "ib_write_bw -d $(reboot) -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits",
                "ib_write_bw -d -x -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits",
                "ib_write_bw -d 'mlx5 0' -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits",
                "ib_write_bw -d mlx5_0 -p 18515 -s 1048576 -n 5000 -t 128 -F --report_gbits --out_json_file=/etc/passwd",
                "numactl -N 0 -m 0 sh -c reboot",
                "LD_PRELOAD=x iperf3 -s -1 -p 5201",
                "sh",
                ""
            })
    void nothingElseMay(String server) {
        assertEquals(Optional.empty(), MeasureStep.operation(server));
        List<String> words = new ArrayList<>(List.of("timeout", "-k", "5", "100"));
        words.addAll(List.of(server.split(" ")));
        assertThrows(NotAllowedException.class, () -> new Operation.Run(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeout -k 5 100000 iperf3 -s -1 -p 5201",
                "timeout 100 iperf3 -s -1 -p 5201",
                "iperf3 -s -1 -p 5201"
            })
    void noneMayRunWithoutItsTime(String command) {
        assertThrows(NotAllowedException.class, () -> new Operation.Run(List.of(command.split(" "))));
    }
}
