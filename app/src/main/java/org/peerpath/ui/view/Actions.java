// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import org.peerpath.host.Hosts;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.parts.AppContext;

/** Everything a person can do, declared once, in the order of the menu. */
public final class Actions {
    private final Map<String, Action> byId = new LinkedHashMap<>();

    /** What only the window itself can do. */
    interface Host {
        void showTab(String id);

        void focusSearch();

        void palette();

        void help();

        void export();

        void addHost();

        void showScript();

        void zoom(double by);

        void fit();

        void compare();

        void paste();
    }

    Actions(AppContext context, Host host) {
        Session session = context.session();
        BooleanBinding shown =
                Bindings.createBooleanBinding(() -> session.viewProperty().get().isPresent(), session.viewProperty());
        BooleanBinding changed = Bindings.createBooleanBinding(
                () -> !session.questionProperty().get().changes().isEmpty(), session.questionProperty());
        sources(context, host, shown);
        views(session, host, shown);
        questions(session, host, shown, changed);
        plans(session, shown, changed);
        looks(context.settings());
        add(Action.of("palette", "Shortcut+K", host::palette));
        add(Action.of("help", "F1", host::help));
    }

    private void sources(AppContext context, Host host, BooleanBinding shown) {
        add(Action.of("open", "Shortcut+O", () -> Opening.ask(context)));
        add(Action.of("paste", "Shortcut+Shift+V", host::paste));
        add(Action.of("add-host", "Shortcut+N", host::addHost));
        add(Action.of("show-script", host::showScript));
        add(Action.of("local", "Shortcut+L", () -> context.fleet().open(Hosts.LOCAL)));
        add(Action.of("sample", () -> Opening.sample(context)));
        add(Action.of("refresh", "F5", () -> current(context, context.fleet()::read))
                .when(shown));
        add(Action.of("read-as-administrator", () -> current(context, context.fleet()::readAsAdministrator))
                .when(shown));
        add(Action.of("cancel-reading", () -> current(context, context.fleet()::cancel)));
        add(Action.of("close-host", "Shortcut+W", () -> current(context, context.fleet()::remove)));
        add(Action.of("export", "Shortcut+E", host::export).when(shown));
    }

    private void views(Session session, Host host, BooleanBinding shown) {
        BooleanBinding planned =
                Bindings.createBooleanBinding(() -> session.planProperty().get().isPresent(), session.planProperty());
        add(Action.of("tab-diagram", "Shortcut+1", () -> host.showTab("diagram")));
        add(Action.of("tab-matrix", "Shortcut+2", () -> host.showTab("matrix")));
        add(Action.of("tab-groups", "Shortcut+3", () -> host.showTab("groups")));
        add(Action.of("tab-findings", "Shortcut+4", () -> host.showTab("findings")));
        add(Action.of("tab-hosts", "Shortcut+5", () -> host.showTab("hosts")));
        add(Action.of("tab-plan", "Shortcut+6", () -> host.showTab("plan")).when(planned));
        add(Action.of("search", "Shortcut+F", host::focusSearch));
        add(Action.of("back", "Alt+Left", session::back).when(session.places().canUndoProperty()));
        add(Action.of("forward", "Alt+Right", session::forward)
                .when(session.places().canRedoProperty()));
        add(Action.of("zoom-in", () -> host.zoom(1.2)).when(shown));
        add(Action.of("zoom-out", () -> host.zoom(1 / 1.2)).when(shown));
        add(Action.of("fit", host::fit).when(shown));
    }

    private void questions(Session session, Host host, BooleanBinding shown, BooleanBinding changed) {
        int key = 1;
        for (Scenario scenario : Scenario.values()) {
            add(Action.of("scenario-" + scenario.id(), "Alt+" + key++, () -> session.ask(scenario)));
        }
        add(Action.of(
                "what-if",
                "Shortcut+I",
                () -> session.whatIfProperty().set(!session.whatIfProperty().get())));
        add(Action.of("undo", "Shortcut+Z", session::undo)
                .when(session.questions().canUndoProperty()));
        add(Action.of("redo", "Shortcut+Shift+Z", session::redo)
                .when(session.questions().canRedoProperty()));
        add(Action.of("reset", session::reset).when(changed));
        add(Action.of("compare", "Shortcut+D", host::compare));
        add(Action.of("set-up", "Shortcut+G", () -> session.setUpProperty().set(Optional.of(SetUp.fromTheStart())))
                .when(shown));
    }

    private void looks(Settings settings) {
        for (Settings.ThemeChoice choice : Settings.ThemeChoice.values()) {
            add(Action.of(
                    "theme-" + word(choice), () -> settings.themeProperty().set(choice)));
        }
        for (Settings.LanguageChoice choice : Settings.LanguageChoice.values()) {
            add(Action.of(
                    "language-" + word(choice),
                    () -> settings.languageProperty().set(choice)));
        }
        add(Action.of("text-larger", "Shortcut+Equals", settings::larger));
        add(Action.of("text-smaller", "Shortcut+Minus", settings::smaller));
        add(Action.of("text-normal", "Shortcut+0", settings::normalSize));
    }

    /** A plan for what is selected; for all NICs where nothing is. */
    private void plans(Session session, BooleanBinding shown, BooleanBinding changed) {
        for (Goal goal : Goal.values()) {
            add(Action.of(
                            "plan-" + goal.id(),
                            () -> ask(
                                    session,
                                    wishes -> wishes.of(
                                            goal,
                                            wishes.nicsOf(
                                                    session.selectionProperty().get()))))
                    .when(shown));
        }
        add(Action.of("plan-what-if", () -> ask(session, PlanWishes::tried)).when(changed));
    }

    private static void ask(Session session, Function<PlanWishes, PlanWish> wish) {
        session.viewProperty()
                .get()
                .ifPresent(view -> session.planProperty().set(Optional.of(wish.apply(new PlanWishes(view)))));
    }

    private void add(Action action) {
        byId.put(action.id(), action);
    }

    /** All of them, in order. */
    public List<Action> all() {
        return List.copyOf(byId.values());
    }

    /** The action of this id, which must exist. */
    public Action get(String id) {
        Action action = byId.get(id);
        if (action == null) {
            throw new IllegalArgumentException(id);
        }
        return action;
    }

    private static void current(AppContext context, Consumer<HostEntry> what) {
        context.fleet().currentProperty().get().ifPresent(what);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
