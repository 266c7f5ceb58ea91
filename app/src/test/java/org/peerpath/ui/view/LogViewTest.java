// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pasted log leads to its page, the first cause on top. */
@Tag("ui")
class LogViewTest {
    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(new RootlessHost(), 1440, 900, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private static List<String> texts(Node log) {
        return log.lookupAll(".finding-message").stream()
                .filter(Labeled.class::isInstance)
                .map(node -> ((Labeled) node).getText())
                .toList();
    }

    @Test
    void aPastedLogShowsItsFirstCauseAndCloses() {
        TextArea area = stages.find(TextArea.class, "#paste-text");
        Button open = stages.find(Button.class, "#paste-open");
        Button close = stages.find(Button.class, "#log-close");
        Stages.onWindow(() -> {
            area.setText("""
                    [ 5000.000100] pcieport 0000:1a:00.0: pciehp: Slot(26): Link Down
                    [ 5001.000000] NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.
                    """);
            open.fire();
        });
        Node log = stages.find("#log");
        Stages.until("the log's page", log::isVisible);
        Stages.until(
                "the first cause on top, then what follows",
                () -> texts(log).size() == 2
                        && texts(log).getFirst().startsWith("first cause: A PCIe link went down.")
                        && texts(log).getLast().startsWith("follows from it: A GPU fell off the bus."));
        Stages.onWindow(close::fire);
        Stages.until("it is closed", () -> !log.isVisible());
    }
}
