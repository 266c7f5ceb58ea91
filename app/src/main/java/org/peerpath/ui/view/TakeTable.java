// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import org.peerpath.text.Message;
import org.peerpath.ui.model.Table;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Saving;
import org.peerpath.ui.parts.Ui;

/** Takes a page's table away: to the clipboard, or into a file. */
final class TakeTable {
    private final AppContext context;
    private final String page;
    private final Supplier<Table> table;

    /**
     * For one page.
     *
     * @param page its id, which becomes part of the file's name
     * @param table asked for when it is taken
     */
    TakeTable(AppContext context, String page, Supplier<Table> table) {
        this.context = context;
        this.page = page;
        this.table = table;
    }

    /** Two small buttons for the page's head. */
    HBox buttons() {
        Button copy = Ui.signButton(Icons.COPY, context.say("ui.table.copy"), this::copy);
        copy.setId("copy-" + page);
        Button save = Ui.signButton(Icons.SAVE, context.say("ui.table.save"), this::save);
        save.setId("save-" + page);
        return Ui.row(4, copy, save);
    }

    /** The same for a context menu. */
    List<MenuItem> items() {
        return List.of(
                ThingMenu.item(context, "ui.table.copy", this::copy),
                ThingMenu.item(context, "ui.table.save", this::save));
    }

    private void copy() {
        context.dialogs().copy(table.get().tabs(), Message.of("ui.copied.table"));
    }

    private void save() {
        Table taken = table.get();
        context.dialogs()
                .askWhereToSave(FileNames.host(context) + "-" + page + ".csv")
                .ifPresent(file -> Saving.replace(context, file, out -> out.write(taken.file(file.toString()))));
    }
}
