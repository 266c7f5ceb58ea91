// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.fleet.HostRecord;
import org.peerpath.host.HostException;
import org.peerpath.path.Scenario;
import org.peerpath.testing.FortyHosts;
import org.peerpath.text.Message;
import org.peerpath.ui.RealSources;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.model.Selection;
import org.testfx.api.FxRobot;

/** A folder of forty mixed hosts in the window, as an operator opens it. */
@Tag("ui")
class FleetPageTest {
    private static final String USUAL = "gpu[01-04,06-10,13-16,18-19,21-22,24-30,32-35,37-39]";

    private static final Duration LONG = Duration.ofMinutes(3);

    private final FxRobot robot = new FxRobot();

    @TempDir
    private Path folder;

    private Stages stages;
    private Optional<FleetTable> table = Optional.empty();

    @BeforeEach
    void forty() throws Exception {
        FortyHosts.write(Files.createDirectories(folder.resolve("hosts")));
        stages = Stages.openAsking(
                prompter -> new RealSources(prompter, Clock.systemUTC(), (source, asked, stage) -> {
                    throw new HostException(HostException.Kind.UNREACHABLE, Message.of("read.access-denied"));
                }),
                1280,
                800,
                settings -> {},
                folder.resolve("hosts").toString());
        Stages.onWindow(() -> stages.window.session().ask(Scenario.VM));
        Stages.within(
                LONG,
                "forty hosts",
                () -> page().groups().hosts() == 40
                        && page().groups().groups().stream()
                                .flatMap(group -> group.hosts().stream())
                                .allMatch(host -> host.scenario() == Scenario.VM));
        Stages.frames(4);
        table = Optional.of(stages.find(FleetTable.class, "#fleet-table"));
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private Overview overview() {
        return stages.window.overview();
    }

    private FleetPage page() {
        return overview().pageProperty().get();
    }

    /** Found once: what is looked for on the window's thread cannot be waited for there. */
    private FleetTable table() {
        return table.orElseThrow();
    }

    private void fire(String selector) {
        ButtonBase button = stages.find(ButtonBase.class, selector);
        Stages.onWindow(button::fire);
        Stages.frames(3);
    }

    private FleetPage.Line line(String host) {
        return table().getItems().stream()
                .filter(line -> line.first().host().equals(host))
                .findFirst()
                .orElseThrow(() -> new AssertionError(host + " is not shown"));
    }

    private void choose(String host) {
        Stages.onWindow(() -> {
            table().requestFocus();
            table().getSelectionModel().select(line(host));
        });
        Stages.frames(3);
    }

    private void press(KeyCode key) {
        robot.press(key).release(key);
        Stages.frames(3);
    }

    private void filter(String text) {
        TextField field = stages.find(TextField.class, "#fleet-filter");
        Stages.onWindow(() -> field.setText(text));
        Stages.frames(2);
    }

    private String shownHost() {
        return stages.window
                .session()
                .fleet()
                .currentProperty()
                .get()
                .map(entry -> entry.nameProperty().get())
                .orElse("");
    }

    @Test
    void everyOddOneIsOnTheFirstScreenWithItsReason() {
        FleetTable table = table();
        assertTrue(stages.find(ToggleButton.class, "#tab-hosts").isSelected());
        List<FleetPage.Line> lines = List.copyOf(table.getItems());
        double room = (table.getHeight() - 40) / table.getFixedCellSize();
        assertTrue(lines.size() <= room, lines.size() + " rows, room for " + room);
        for (String odd : FortyHosts.ODD) {
            String name = odd.equals("gpu40") ? "gpu40.json" : odd;
            FleetPage.Line line = line(name);
            assertFalse(page().why(line).isEmpty(), name);
            assertTrue(lines.indexOf(line) < lines.size() - 1, name + " stands before the healthy ones");
        }
        assertEquals(FortyHosts.ODD.size() + 1, lines.size());
        assertTrue(page().why(line("gpu12")).contains("x8"), page().why(line("gpu12")));
        assertEquals(USUAL, lines.getLast().group().names());
        assertEquals(lines.getFirst(), table.chosen().orElseThrow(), "the worst is chosen until a person chooses");
        long listed = stages.stage.getScene().getRoot().lookupAll(".host-row").size();
        assertTrue(listed <= 18, "the list beside it names those that need somebody: " + listed);
    }

    @Test
    void theFilterFindsAnythingAndGroupsOpen() {
        filter("40.47.2526");
        assertEquals(List.of("gpu05"), shown());
        filter("ATS 6.14 gpu20");
        assertEquals(List.of("gpu20"), shown());
        filter("6.8.0-55");
        assertEquals(List.of("gpu08"), shown(), "one of the group, by what differs in it");
        filter("no such thing");
        assertEquals(List.of(), shown());
        TextField field = stages.find(TextField.class, "#fleet-filter");
        Stages.onWindow(field::requestFocus);
        press(KeyCode.ESCAPE);
        assertEquals(10, table().getItems().size(), "Esc clears it");
        Stages.onWindow(() -> {
            table().requestFocus();
            table().getSelectionModel().selectLast();
        });
        press(KeyCode.RIGHT);
        assertEquals(41, table().getItems().size());
        assertEquals("gpu01", table().getItems().get(10).host().orElseThrow().host());
        press(KeyCode.DOWN);
        press(KeyCode.LEFT);
        assertEquals(10, table().getItems().size());
        assertEquals(USUAL, table().chosen().orElseThrow().group().names());
    }

    @Test
    void columnsSortByNumber() {
        sort("fleet-inside");
        List<Integer> inside =
                table().getItems().stream().map(line -> line.first().inside()).toList();
        assertEquals(inside.stream().sorted().toList(), inside);
        sort("fleet-errors");
        List<Integer> errors =
                table().getItems().stream().map(line -> line.first().errors()).toList();
        assertEquals(errors.stream().sorted().toList(), errors);
    }

    private void sort(String id) {
        Stages.onWindow(() -> {
            TableColumn<FleetPage.Line, ?> column = table().getColumns().stream()
                    .filter(each -> id.equals(each.getId()))
                    .findFirst()
                    .orElseThrow();
            table().getSortOrder().setAll(List.of(column));
        });
        Stages.frames(3);
    }

    @Test
    void openingAHostLeadsToItsProblem() {
        choose("gpu36");
        press(KeyCode.ENTER);
        stages.settled();
        Stages.until(
                "the detour selected",
                () -> stages.window.session().selectionProperty().get().asPath().isPresent());
        assertEquals("gpu36", shownHost());
        assertTrue(stages.find(ToggleButton.class, "#tab-diagram").isSelected());
        Selection selection = stages.window.session().selectionProperty().get();
        assertEquals(
                "0000:b8:00.0", selection.asPath().orElseThrow().requester().toString());
        fire("#all-hosts");
        assertTrue(stages.find(ToggleButton.class, "#tab-hosts").isSelected(), "and back");
        assertEquals(40, page().groups().hosts());
    }

    @Test
    void theUnreadableOneSaysWhyWhenItIsOpened() {
        choose("gpu40.json");
        press(KeyCode.ENTER);
        Labeled why = stages.find(Labeled.class, "#state-why");
        assertTrue(why.getText().contains("cut short"), why.getText());
    }

    @Test
    void beneathTheTableStandsWhatDiffersAndWhatCanBeDone() {
        choose("gpu05");
        String title = stages.find(Labeled.class, "#fleet-detail-title").getText();
        assertTrue(title.startsWith("gpu05 beside") && title.contains(USUAL), title);
        fire("#fleet-ticket");
        String[] copied = {""};
        Stages.onWindow(() -> copied[0] = Clipboard.getSystemClipboard().getString());
        assertTrue(copied[0].contains("40.47.2526") && copied[0].contains("40.50.0464"), copied[0]);
        fire("#fleet-compare");
        Stages.until("the comparison", () -> {
            TableView<?> differences = (TableView<?>) stages.stage.getScene().lookup("#compare .table-view");
            return differences != null && !differences.getItems().isEmpty();
        });
        assertEquals("gpu05", shownHost());
    }

    @Test
    void theBaselineSaysWhatHasChanged() throws Exception {
        FortyHosts.writeHealthy(Files.createDirectories(folder.resolve("before")));
        Stages.onWindow(() -> overview().compareWith(folder.resolve("before").toString(), "last week"));
        Stages.within(
                LONG,
                "the comparison",
                () -> overview().baselineProperty().get().isPresent()
                        && record("gpu05").filter(HostRecord::compared).isPresent()
                        && record("gpu01").filter(HostRecord::compared).isPresent());
        Stages.frames(4);
        assertTrue(record("gpu05").orElseThrow().changed().toString().contains("40.50.0464 → 40.47.2526"));
        assertEquals(List.of(), record("gpu01").orElseThrow().changed());
        assertEquals(
                "Baseline: last week",
                stages.find(MenuButton.class, "#fleet-baseline").getText());
        assertEquals("Since last week", column("fleet-since").getText());
        Stages.onWindow(() -> overview().compareWithNothing());
        Stages.within(
                LONG,
                "nothing compared",
                () -> record("gpu05").filter(host -> !host.compared()).isPresent());
        assertFalse(column("fleet-since").isVisible());
    }

    private TableColumn<FleetPage.Line, ?> column(String id) {
        return table().getColumns().stream()
                .filter(each -> id.equals(each.getId()))
                .findFirst()
                .orElseThrow();
    }

    private Optional<HostRecord> record(String host) {
        return page().groups().groups().stream()
                .flatMap(group -> group.hosts().stream())
                .filter(each -> each.host().equals(host))
                .findFirst();
    }

    @Test
    void hostsThatNobodyLooksAtAreKeptPacked() {
        List<HostEntry> entries = List.copyOf(stages.window.session().fleet().entries());
        assertEquals(40, entries.size());
        Stages.within(
                LONG,
                "packed",
                () -> entries.stream()
                        .noneMatch(entry -> entry.hostProperty().get().isPresent()));
        assertEquals(39, entries.stream().filter(HostEntry::isRead).count());
    }

    private List<String> shown() {
        return table().getItems().stream().map(line -> line.first().host()).toList();
    }
}
