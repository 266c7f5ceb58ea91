// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.GridPane;
import org.peerpath.measured.Measured;
import org.peerpath.measured.ThreeRows;
import org.peerpath.plan.MeasureStep;
import org.peerpath.report.MeasuredNotes;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What one NIC and one GPU reach by TCP, by RDMA and with GPUDirect, below each other. */
final class RowsTable {
    private RowsTable() {}

    static Node of(AppContext context, ThreeRows rows) {
        GridPane table = new GridPane(16, 4);
        List<Optional<Measured>> all = List.of(rows.tcp(), rows.rdma(), rows.gpudirect());
        for (MeasureStep.Row row : MeasureStep.Row.ALL) {
            Optional<Measured> result = all.get(row.place());
            table.addRow(
                    row.place(),
                    Ui.label(context.say("measured.row." + row.id()), "body"),
                    Ui.label(
                            result.map(measured -> MeasuredNotes.text(
                                            measured, context.language().texts()))
                                    .orElseGet(() -> context.say("measured.row.none")),
                            result.isPresent() ? "mono" : "muted"));
        }
        return Ui.styled(table, "card");
    }
}
