// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javafx.scene.control.Button;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ToggleButton;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.diagram.PathKey;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.wizard.NoTools;
import org.peerpath.ui.wizard.Page;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The three ways in the window that lead to a handover kit: the wizard's last page, the menu, the page of VMs. */
@Tag("ui")
class HandoverInWindowTest {
    private static final Path FLAT = Path.of("src", "test", "resources", "vm", "ubuntu-virt-manager-flat.xml");
    private static final List<String> FILES =
            List.of("README.md", "domain.xml", "map.json", "map.md", "nccl-topo.xml", "qemu.args");
    private static final Address NIC = Address.of("0000:18:00.0");
    private static final Address GPU = Address.of("0000:1b:00.0");

    @TempDir
    private Path folder;

    private final Person person = new Person();

    @SuppressWarnings("NullAway.Init") // opened before each
    private Stages stages;

    /** A person at the system's file dialogs. */
    private final class Person implements FileChoosers {
        private final List<String> suggested = new ArrayList<>();
        private List<Path> opens = List.of();

        @Override
        public List<Path> files(Window owner, String title) {
            return opens;
        }

        @Override
        public Optional<Path> folder(Window owner, String title) {
            return Optional.empty();
        }

        @Override
        public Optional<Path> save(Window owner, String title, String suggestedName) {
            suggested.add(suggestedName);
            return Optional.of(folder.resolve(suggestedName));
        }
    }

    @BeforeEach
    void open() {
        stages = Stages.openChoosing(
                person, prompter -> new SampleSources(), NoTools.TOOLS, 1100, 800, settings -> {}, VmShots.HOST);
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    /** What was written, once it was. */
    private Map<String, String> written() throws IOException {
        Stages.until(
                "a kit", () -> !person.suggested.isEmpty() && Files.exists(folder.resolve(person.suggested.getLast())));
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip =
                new ZipInputStream(Files.newInputStream(folder.resolve(person.suggested.getLast())))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(
                        entry.getName().replace("peerpath-handover/", ""),
                        new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static List<String> pairs(Map<String, String> files) {
        List<String> pairs = new ArrayList<>();
        for (JsonNode pair :
                JsonMapper.shared().readTree(files.getOrDefault("map.json", "")).path("pairs")) {
            pairs.add(pair.path("requester").asString() + "="
                    + pair.path("target").asString());
        }
        return pairs;
    }

    @Test
    void theWizardsLastPageHandsOverThePlansPairs() throws IOException {
        PlanRequest request = new PlanRequest(Goal.VM_GPUDIRECT, List.of(NIC), 0);
        stages.setUp(request, Page.KEEP);
        WizardHand hand = new WizardHand(stages);
        hand.click("#wizard-handover");
        Map<String, String> files = written();
        assertEquals(FILES, List.copyOf(files.keySet()));
        assertEquals(List.of("0000:18:00.1=0000:1b:00.0"), pairs(files));
    }

    @Test
    void theMenuHandsOverTheSelectedPath() throws IOException {
        Stages.onWindow(() -> stages.window.session().select(Selection.of(new PathKey(NIC, GPU))));
        menu().fire();
        assertEquals(List.of("0000:18:00.1=0000:1b:00.0"), pairs(written()));
    }

    /** Nothing can be asked of a file dialog that a refused kit would leave empty. */
    @Test
    void aPairOfTwoSwitchesIsRefusedWithItsReason() {
        Stages.onWindow(
                () -> stages.window.session().select(Selection.of(new PathKey(NIC, Address.of("0000:3b:00.0")))));
        Stages.onWindow(menu()::fire);
        Stages.until(
                "the reason",
                () -> stages.stage.getScene().getRoot().lookupAll(".label").stream()
                        .anyMatch(node -> node instanceof javafx.scene.control.Labeled said
                                && said.getText() != null
                                && said.getText().contains("share no switch")));
        assertEquals(List.of(), person.suggested);
    }

    private MenuItem menu() {
        String name = Texts.ENGLISH.say("ui.action.handover");
        return stages.find(MenuBar.class, "#menu-bar").getMenus().stream()
                .flatMap(menu -> menu.getItems().stream())
                .filter(item -> name.equals(item.getText()))
                .findFirst()
                .orElseThrow();
    }

    /** A VM of which a command line tells gets a VM around its own pair; one with a definition the smallest change to it. */
    @Test
    void thePageOfAVmHandsOverThatVm() throws Exception {
        VmShots.describe(stages);
        ToggleButton second = stages.find(ToggleButton.class, "#vm-tenant8");
        Button button = stages.find(Button.class, "#vms-handover");
        Stages.onWindow(second::fire);
        Stages.onWindow(button::fire);
        Map<String, String> files = written();
        assertEquals(List.of("0000:38:00.1=0000:3b:00.0"), pairs(files));
        assertFalse(files.containsKey("domain.diff"));

        person.opens = List.of(FLAT);
        Button give = stages.find(Button.class, "#vms-files");
        Stages.onWindow(give::fire);
        ToggleButton flat = stages.find(ToggleButton.class, "#vm-ubuntu-virt-manager-flat");
        Stages.onWindow(flat::fire);
        Stages.onWindow(button::fire);
        Stages.until("the second kit", () -> person.suggested.size() == 2);
        Map<String, String> changed = written();
        assertEquals(List.of("0000:18:00.1=0000:1b:00.0"), pairs(changed));
        String change = changed.getOrDefault("domain.diff", "");
        assertTrue(change.contains("+    <controller type='pci'"), change);
        assertTrue(person.suggested.getLast().contains("ubuntu-virt-manager-flat"), person.suggested.toString());
    }

    @Test
    void withoutAVmThereIsNothingToHandOver() {
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-vms");
        Stages.onWindow(tab::fire);
        assertTrue(stages.find(Button.class, "#vms-handover").isDisabled());
    }
}
