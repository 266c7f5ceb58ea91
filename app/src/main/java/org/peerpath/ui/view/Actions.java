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
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import org.peerpath.host.Hosts;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.parts.AppContext;

/** Everything a person can do, declared once. */
public final class Actions {
    private final Map<String, Action> byId = new LinkedHashMap<>();
    private final States states;

    /** What only the window itself can do. */
    interface Host {
        void showTab(String id);

        void focusSearch();

        void palette();

        void help();

        void zoom(double by);

        void fit();

        void paste();

        WindowTasks tasks();
    }

    Actions(AppContext context, Host host) {
        Session session = context.session();
        this.states = new States(session);
        files(context, host);
        sources(context, host);
        views(context, host);
        questions(session);
        plans(session);
        looks(context.settings());
        helps(context, host);
    }

    private void files(AppContext context, Host host) {
        WindowTasks tasks = host.tasks();
        add(Action.of("open", "Shortcut+O", () -> Opening.ask(context)));
        add(Action.of("open-folder", "Shortcut+Shift+O", () -> Opening.askForFolder(context)));
        add(Action.of("paste", "Shortcut+Shift+V", host::paste));
        add(Action.of("save-snapshot", "Shortcut+S", tasks::saveSnapshot).when(states.shown()));
        add(Action.of("case-file", tasks::saveCase).when(states.shown()));
        add(Action.of("handover", tasks::saveHandover).when(states.shown()));
        add(Action.of("export", "Shortcut+E", tasks::export).when(states.shown()));
        add(Action.of("ticket", "Shortcut+T", tasks::ticket).when(states.shown()));
        add(Action.of("close-host", "Shortcut+W", () -> current(context, context.fleet()::remove))
                .when(states.open()));
        BooleanProperty restore = context.settings().restoreProperty();
        add(Action.of("restore-session", () -> restore.set(!restore.get())).chosen(restore));
        add(Action.of("quit", "Shortcut+Q", tasks::quit));
    }

    private void sources(AppContext context, Host host) {
        add(Action.of("add-host", "Shortcut+N", host.tasks()::addHost));
        add(Action.of("show-script", host.tasks()::showScript));
        add(Action.of("local", "Shortcut+L", () -> context.fleet().open(Hosts.LOCAL)));
        add(Action.of("refresh", "F5", () -> refresh(context)).when(states.open()));
        add(Action.of("read-as-administrator", () -> current(context, context.fleet()::readAsAdministrator))
                .when(states.live()));
        add(Action.of("cancel-reading", () -> current(context, context.fleet()::cancel))
                .when(states.reading()));
        add(Action.of("journal", host.tasks()::journal));
        add(Action.of("diagnose-log", host.tasks()::diagnose));
    }

    private void views(AppContext context, Host host) {
        Session session = context.session();
        add(Action.of("tab-diagram", "Shortcut+1", () -> host.showTab("diagram")));
        add(Action.of("tab-matrix", "Shortcut+2", () -> host.showTab("matrix")));
        add(Action.of("tab-groups", "Shortcut+3", () -> host.showTab("groups")));
        add(Action.of("tab-findings", "Shortcut+4", () -> host.showTab("findings")));
        add(Action.of("tab-vms", "Shortcut+7", () -> host.showTab("vms")));
        add(Action.of("tab-hosts", "Shortcut+5", () -> host.showTab("hosts")).when(states.several()));
        add(Action.of("tab-plan", "Shortcut+6", () -> host.showTab("plan")).when(states.planned()));
        add(Action.of("compare", "Shortcut+D", () -> host.showTab("compare")).when(states.several()));
        add(Action.of("search", "Shortcut+F", host::focusSearch).when(states.searchable()));
        add(Action.of("back", "Alt+Left", session::back).when(session.places().canUndoProperty()));
        add(Action.of("forward", "Alt+Right", session::forward)
                .when(session.places().canRedoProperty()));
        add(Action.of("zoom-in", () -> host.zoom(1.2)).when(states.shown()));
        add(Action.of("zoom-out", () -> host.zoom(1 / 1.2)).when(states.shown()));
        add(Action.of("fit", host::fit).when(states.shown()));
        BooleanProperty sidebar = context.settings().sidebarShownProperty();
        add(Action.of("toggle-sidebar", "Shortcut+B", () -> sidebar.set(!sidebar.get()))
                .chosen(sidebar));
        BooleanProperty inspector = context.settings().inspectorShownProperty();
        add(Action.of("toggle-inspector", "Shortcut+Shift+B", () -> inspector.set(!inspector.get()))
                .chosen(inspector));
    }

    private void questions(Session session) {
        int key = 1;
        for (Scenario scenario : Scenario.values()) {
            add(Action.of("scenario-" + scenario.id(), "Alt+" + key++, () -> session.ask(scenario))
                    .chosen(Bindings.createBooleanBinding(
                            () -> session.questionProperty().get().scenario() == scenario,
                            session.questionProperty())));
        }
        BooleanProperty whatIf = session.whatIfProperty();
        add(Action.of("what-if", "Shortcut+I", () -> whatIf.set(!whatIf.get()))
                .when(states.shown())
                .chosen(whatIf));
        add(Action.of("undo", "Shortcut+Z", session::undo)
                .when(session.questions().canUndoProperty()));
        add(Action.of("redo", "Shortcut+Shift+Z", session::redo)
                .when(session.questions().canRedoProperty()));
        add(Action.of("reset", session::reset).when(states.changed()));
        add(Action.of("set-up", "Shortcut+G", () -> session.setUpProperty().set(Optional.of(SetUp.fromTheStart())))
                .when(states.shown()));
    }

    private void looks(Settings settings) {
        for (Settings.ThemeChoice choice : Settings.ThemeChoice.values()) {
            add(choice("theme-", settings.themeProperty(), choice));
        }
        for (Settings.LanguageChoice choice : Settings.LanguageChoice.values()) {
            add(choice("language-", settings.languageProperty(), choice));
        }
        add(Action.of("text-larger", "Shortcut+Equals", settings::larger));
        add(Action.of("text-smaller", "Shortcut+Minus", settings::smaller));
        add(Action.of("text-normal", "Shortcut+0", settings::normalSize));
    }

    private static <E extends Enum<E>> Action choice(String group, ObjectProperty<E> property, E value) {
        return Action.of(group + value.name().toLowerCase(Locale.ROOT), () -> property.set(value))
                .chosen(Bindings.equal(property, value));
    }

    private void helps(AppContext context, Host host) {
        add(Action.of("palette", "Shortcut+K", host::palette));
        add(Action.of("help", "F1", host::help));
        add(Action.of("guide", "Shift+F1", host.tasks()::guide));
        for (String sample : Samples.names()) {
            add(Action.of(
                    "sample-" + sample,
                    Message.of("ui.action.sample", sample),
                    () -> context.fleet().open(Samples.PREFIX + sample)));
        }
        add(Action.of("diagnostics", host.tasks()::diagnostics));
        add(Action.of("about", host.tasks()::about));
    }

    /** A plan for what is selected; for all NICs where nothing is. */
    private void plans(Session session) {
        for (Goal goal : Goal.values()) {
            add(Action.of(
                            "plan-" + goal.id(),
                            () -> ask(
                                    session,
                                    wishes -> wishes.of(
                                            goal,
                                            wishes.nicsOf(
                                                    session.selectionProperty().get()))))
                    .when(states.shown()));
        }
        add(Action.of("plan-what-if", () -> ask(session, PlanWishes::tried)).when(states.changed()));
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

    /** Reads what is in view again: one host, or all of them. */
    private static void refresh(AppContext context) {
        if (context.fleet().allProperty().get()) {
            context.fleet().readAll();
        } else {
            current(context, context.fleet()::read);
        }
    }

    private static void current(AppContext context, Consumer<HostEntry> what) {
        context.fleet().currentProperty().get().ifPresent(what);
    }
}
