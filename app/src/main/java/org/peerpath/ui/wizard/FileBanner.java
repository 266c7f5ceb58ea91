// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.TakeAway;
import org.peerpath.ui.wizard.Banners.Look;

/** Says that a file cannot be changed, and offers the plan for it as a script for the host it was read from. */
final class FileBanner extends VBox {
    FileBanner(AppContext context, Choice choice) {
        setId("wizard-file");
        TakeAway takeAway = new TakeAway(context, choice::planned);
        context.watch().on(choice.sheetProperty(), sheet -> takeAway.setDisable(sheet.isEmpty() || choice.isTrial()));
        VBox banner = Banners.quiet(
                Look.ATTENTION,
                Ui.wrapped(context.say("ui.wizard.file")),
                Ui.wrapped(context.say("ui.wizard.file.how")));
        banner.getChildren().add(takeAway);
        getChildren().setAll(banner);
    }
}
