// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.iommu.HostModel;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;

/** One host or file of the sidebar and the state it is in. Used on the window's thread only. */
public final class HostEntry {
    /** How far a source is read. */
    public sealed interface State {
        /**
         * Being read; an earlier reading stays in view.
         *
         * @param stage what the host is busy with; empty while it waits for its turn, and for files
         */
        record Reading(Instant since, Optional<HostStage> stage) implements State {}

        /** Read. */
        record Ready() implements State {}

        /** Not readable. */
        record Failed(Message why, String details) implements State {}

        /** A host that was there before and does not answer any more; what was read of it stays. */
        record Gone(Message why) implements State {}
    }

    private final String source;
    private final StringProperty name;
    private Optional<String> given = Optional.empty();
    private final ObjectProperty<State> state = new SimpleObjectProperty<>(new State.Ready());
    private final ObjectProperty<Optional<HostModel>> host = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<Summary>> summary = new SimpleObjectProperty<>(Optional.empty());
    private Running reading = Running.NONE;

    HostEntry(String source, String name) {
        this.source = source;
        this.name = new SimpleStringProperty(name);
    }

    /** What the person named. */
    public String source() {
        return source;
    }

    /** Whether it is a live host that can be read again, not a file. */
    public boolean isLive() {
        return Hosts.isHost(source);
    }

    /** What to call it: the name a person gave it, else what it calls itself, else what was typed. */
    public StringProperty nameProperty() {
        return name;
    }

    /** The name a person gave it. */
    public Optional<String> given() {
        return given;
    }

    /** Calls it something else; a blank name gives it back its own. */
    public void rename(String wanted, String own) {
        String stripped = Clean.line(wanted).strip();
        given = stripped.isEmpty() ? Optional.empty() : Optional.of(stripped);
        name.set(given.orElse(own));
    }

    public ObjectProperty<State> stateProperty() {
        return state;
    }

    /** What was read last; empty before the first reading succeeds. */
    public ObjectProperty<Optional<HostModel>> hostProperty() {
        return host;
    }

    public ObjectProperty<Optional<Summary>> summaryProperty() {
        return summary;
    }

    void reading(Running running) {
        reading.cancel();
        reading = running;
    }

    void cancel() {
        reading.cancel();
        reading = Running.NONE;
    }
}
