// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.acs.PairChange;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** Every pair of a host whose verdict is another than before, worse ones first; then the nearest pairs that stayed. */
final class PairList extends VBox {
    private static final int MOST = 120;

    private final AppContext context;
    private final PathWords words;

    /**
     * Lists them.
     *
     * @param after the host as it is now
     * @param changes the pairs that changed
     * @param same the nearest pairs that did not
     */
    PairList(AppContext context, HostView after, List<PairChange> changes, List<PathReport> same) {
        super(8);
        this.context = context;
        this.words = new PathWords(after, context.language().texts());
        setId("wizard-pairs");
        long worse = changes.stream().filter(PairChange::worse).count();
        Label summary = Ui.wrapped(
                changes.isEmpty()
                        ? context.say("ui.wizard.pairs.none")
                        : context.say("ui.wizard.pairs", changes.size() - worse, worse),
                "caption");
        summary.setId("wizard-pairs-summary");
        getChildren().add(summary);
        if (!changes.isEmpty()) {
            VBox list = Ui.styled(Ui.column(6), "card");
            changes.stream().limit(MOST).forEach(change -> list.getChildren().add(changed(change)));
            if (changes.size() > MOST) {
                list.getChildren().add(Ui.label(context.say("ui.findings.more", changes.size() - MOST), "muted"));
            }
            getChildren().add(list);
        }
        if (!same.isEmpty()) {
            VBox list = Ui.styled(Ui.column(6), "card");
            same.stream().limit(MOST).forEach(path -> list.getChildren().add(kept(path)));
            getChildren().addAll(Ui.label(context.say("ui.wizard.pairs.same"), "caption"), list);
        } else if (changes.isEmpty()) {
            getChildren().add(Ui.wrapped(context.say("ui.wizard.no-paths"), "muted"));
        }
    }

    private Node changed(PairChange change) {
        String verdicts = words.shortVerdict(change.before().verdict()) + " → "
                + words.shortVerdict(change.after().verdict());
        Label how = Ui.label(
                context.say(change.worse() ? "ui.wizard.pair.worse" : "ui.wizard.pair.better"),
                "tag",
                change.worse() ? "danger-high" : "danger-low");
        how.setMinWidth(Region.USE_PREF_SIZE);
        String scenarios = Stream.of(Scenario.values())
                .filter(change.scenarios()::contains)
                .map(scenario -> context.say("ui.scenario." + scenario.id()))
                .collect(Collectors.joining(", "));
        Label where = Ui.label(scenarios, "muted", "small");
        where.setMinWidth(Region.USE_PREF_SIZE);
        return row(change.after(), where, Ui.label(verdicts, "body"), how);
    }

    private Node kept(PathReport path) {
        return row(path, Ui.label(context.say("ui.wizard.verdict-same", words.shortVerdict(path.verdict())), "muted"));
    }

    private Node row(PathReport path, Label... beside) {
        Node[] nodes = Stream.concat(
                        Stream.of(new VerdictDot(path.verdict().id()), Ui.grow(Ui.label(words.title(path), "body"))),
                        Stream.of(beside))
                .toArray(Node[]::new);
        return Ui.row(8, nodes);
    }
}
