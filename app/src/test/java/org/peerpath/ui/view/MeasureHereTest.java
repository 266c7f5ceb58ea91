// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.plan.run.SteeredMachine;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.Wizard;

/** The wizard's last page on a live host: a test is run from there, and what it prints is held against the verdict. */
@Tag("ui")
class MeasureHereTest {
    private static final String PRINTED = """
                                RDMA_Write BW Test
             Dual-port       : OFF          Device         : mlx5_0
             #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
             1048576    5000             391.02             390.40               0.046539
            """;

    private final SimulatedHost host = new SimulatedHost(7);
    private final SteeredMachine machine = new SteeredMachine(SimulatedWindow.HOST, host);

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // opened before each
    private Stages stages;

    @SuppressWarnings("NullAway.Init") // opened before each
    private WizardHand hand;

    @BeforeEach
    void open() {
        stages = SimulatedWindow.open(host, machine, journal());
        hand = new WizardHand(stages);
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private Journal journal() {
        return new Journal(folder.resolve("runs"));
    }

    /** A goal that the host has reached leads to the last page without a run. */
    private void toTheEnd() {
        Wizard wizard = stages.window.wizard();
        PlanRequest request = new PlanRequest(Goal.BARE_METAL_GPUDIRECT, List.of(Address.of(SimulatedHost.nic(0))), 0);
        stages.setUp(request, Page.PLAN);
        if (!wizard.choice().sheetProperty().get().orElseThrow().plan().toDo().isEmpty()) {
            hand.next(Page.APPLY);
            hand.click("#run-start");
            hand.on(Page.VERIFY);
        }
        hand.next(Page.KEEP);
        TitledPane pair = stages.find(TitledPane.class, "#measure-0");
        Stages.onWindow(() -> pair.setExpanded(true));
        Stages.frames(6);
    }

    @Test
    void theServersSideRunsHereAndItsFigureIsJudged() throws Exception {
        host.measures(0, PRINTED);
        toTheEnd();
        Map<String, String> before = host.state();
        Button run = stages.find(Button.class, "#measure-run-0-1");
        Stages.onWindow(run::fire);
        Stages.until("the figure", () -> hand.reads("#measure-said-0").contains("48.8"));
        Stages.until("its entry", () -> hand.reads("#measure-ran-0-1").contains("journal"));
        assertEquals(before, host.state());
        RunRecord record = journal().read(journal().runs().getFirst());
        assertTrue(
                record.entries().stream()
                        .anyMatch(entry -> entry instanceof Entry.Starting starting
                                && starting.commands().getFirst().startsWith("timeout -k 5 100 ")
                                && starting.commands().getFirst().contains("ib_write_bw -d mlx5_0")),
                record.toString());
        assertEquals(1, stages.measured().size());
        assertEquals(Page.KEEP, stages.window.wizard().pages().pageProperty().get(), "the page stays");
    }

    @Test
    void aClientThatNeverComesAndAMissingToolAreSaid() {
        host.measures(124, "* Waiting for client to connect... *");
        toTheEnd();
        Button rdma = stages.find(Button.class, "#measure-run-0-1");
        Stages.onWindow(rdma::fire);
        Stages.until("that nobody came", () -> hand.reads("#measure-ran-0-1").contains("No client"));
        host.lacks("iperf3");
        Button tcp = stages.find(Button.class, "#measure-run-0-0");
        Stages.until("the first to have ended", () -> !tcp.isDisabled());
        Stages.onWindow(tcp::fire);
        Stages.until("what is missing", () -> hand.reads("#measure-ran-0-0").contains("iperf3"));
    }

    /** The client's side; what is measured in turn stands below each other as the article compares it. */
    @Test
    void theClientRunsHereAndTheThreeRowsStandTogether() throws Exception {
        host.measures(0, PRINTED);
        toTheEnd();
        int runs = journal().runs().size();
        Button client = stages.find(Button.class, "#measure-run-0-1-client");
        Stages.onWindow(client::fire);
        Stages.until(
                "what is missing", () -> hand.reads("#measure-ran-0-1-client").contains("Name the other host"));
        assertEquals(runs, journal().runs().size(), "nothing has begun");
        TextField address = stages.find(TextField.class, "#measure-address-0");
        Stages.onWindow(() -> address.setText(" 192.0.2.7 "));
        assertTrue(
                hand.reads("#measure-0").contains("timeout -k 5 100 ")
                        && hand.reads("#measure-0").contains("--data_validation 192.0.2.7"),
                "the command is read before it is run");
        Stages.onWindow(client::fire);
        Stages.until("its entry", () -> hand.reads("#measure-ran-0-1-client").contains("journal"));
        RunRecord record = journal().read(journal().runs().getFirst());
        assertTrue(
                record.entries().stream()
                        .anyMatch(entry -> entry instanceof Entry.Starting starting
                                && starting.commands().getFirst().contains("ib_write_bw -d mlx5_0")
                                && starting.commands().getFirst().endsWith(" 192.0.2.7")),
                record.toString());
        Button direct = stages.find(Button.class, "#measure-run-0-2-client");
        Stages.until("the first to have ended", () -> !direct.isDisabled());
        Stages.onWindow(direct::fire);
        Stages.until("both rows", () -> hand.reads("#measure-rows-0").contains("not measured"));
        String rows = hand.reads("#measure-rows-0");
        assertTrue(rows.contains("TCP") && rows.contains("GPUDirect RDMA") && rows.contains("48.8"), rows);
        assertEquals(2, stages.measured().size(), "neither replaces the other");
    }
}
