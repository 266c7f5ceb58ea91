// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.peerpath.plan.run.FirmwareTrial;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Every trial of a firmware on one host, the latest first: what held and what did not, and with which settings. */
final class TrialList extends VBox {
    private final AppContext context;

    /**
     * Reads the journal out of the window's thread.
     *
     * @param host what the host calls itself
     */
    TrialList(AppContext context, String host) {
        super(8);
        this.context = context;
        setId("wizard-trials");
        getChildren().add(Ui.label(context.say("ui.wizard.trials"), "caption"));
        context.executor()
                .<List<FirmwareTrial>>run(
                        () -> context.journal().trials(host),
                        this::show,
                        problem -> getChildren()
                                .add(Ui.wrapped(context.language().say(Unfinished.reason(problem)), "unknown")));
    }

    private void show(List<FirmwareTrial> trials) {
        trials.reversed().forEach(trial -> getChildren().add(card(trial)));
    }

    private Node card(FirmwareTrial trial) {
        FirmwareTrial.Setting setting = trial.setting();
        String when = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM)
                .withLocale(context.language().texts().locale())
                .withZone(ZoneId.systemDefault())
                .format(trial.at());
        return Ui.styled(
                Ui.column(
                        4,
                        Ui.wrapped(result(trial), "finding-message"),
                        Ui.wrapped(
                                context.say(
                                        "ui.wizard.trial.setting",
                                        setting.nic(),
                                        setting.firmware(),
                                        setting.ats(),
                                        setting.kernel()),
                                "body"),
                        Ui.wrapped(setting.commandLine(), "mono", "small", "muted"),
                        Ui.label(when, "muted", "small")),
                "card");
    }

    private String result(FirmwareTrial trial) {
        return Ui.sentence(context.say(
                "trial.result." + trial.verdict().id(),
                Long.toString(trial.setting().seconds()),
                trial.step().orElse("–")));
    }
}
