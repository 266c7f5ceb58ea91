// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.peerpath.host.Hosts;
import org.peerpath.iommu.HostModel;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;

/** One host or file of the sidebar and the state it is in. Used on the window's thread only. */
public final class HostEntry {
    /** How far a source is read. */
    public sealed interface State {
        /** Being read; an earlier reading stays in view. */
        record Reading(Instant since) implements State {}

        /** Read. */
        record Ready() implements State {}

        /** Not readable, or no longer. */
        record Failed(Message why, String details) implements State {}
    }

    private final String source;
    private final StringProperty name;
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

    public StringProperty nameProperty() {
        return name;
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
