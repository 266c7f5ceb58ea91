// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.peerpath.fleet.HostRecord;
import org.peerpath.handover.DomainText;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.vm.model.VmDescription;

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
    private final ObjectProperty<VmFiles> vmFiles = new SimpleObjectProperty<>(VmFiles.NONE);
    private Optional<String> given = Optional.empty();
    private final ObjectProperty<State> state = new SimpleObjectProperty<>(new State.Ready());
    private final ObjectProperty<Optional<HostModel>> host = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<Summary>> summary = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<List<Readout>> measured = new SimpleObjectProperty<>(List.of());
    private final ObjectProperty<Optional<HostRecord>> record = new SimpleObjectProperty<>(Optional.empty());
    private final String openedAs;
    private Optional<PackedHost> packed = Optional.empty();
    private boolean lookedAt;
    private Running reading = Running.NONE;

    HostEntry(String source, String name, String openedAs) {
        this.source = source;
        this.name = new SimpleStringProperty(name);
        this.openedAs = openedAs;
        host.subscribe(read -> {
            if (read.isPresent()) {
                packed = Optional.empty();
            }
        });
    }

    /** What the person named. */
    public String source() {
        return source;
    }

    /** What the person named to open it: itself, or the folder, archive or list it was found in. */
    public String openedAs() {
        return openedAs;
    }

    /** Whether it is one of the hosts of a folder, archive or list. */
    public boolean isMember() {
        return !openedAs.equals(source);
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

    /** What was read last; empty before the first reading succeeds, and while it is packed. */
    public ObjectProperty<Optional<HostModel>> hostProperty() {
        return host;
    }

    public ObjectProperty<Optional<Summary>> summaryProperty() {
        return summary;
    }

    /** The same as many hosts are grouped and sorted by; as read, in the scenario of now. */
    public ObjectProperty<Optional<HostRecord>> recordProperty() {
        return record;
    }

    /** Whether it was read, be it at hand or packed. */
    public boolean isRead() {
        return host.get().isPresent() || packed.isPresent();
    }

    /** Whether it has ever been in view. */
    public boolean isLookedAt() {
        return lookedAt;
    }

    void lookAt() {
        lookedAt = true;
    }

    /** What was read, unpacked by the caller away from the window's thread; empty before the first reading. */
    public Optional<Callable<HostModel>> model() {
        return host.get().<Callable<HostModel>>map(read -> () -> read).or(() -> packed.map(small -> small::unpacked));
    }

    /** Keeps what was read packed until somebody looks at it again. */
    void rest(PackedHost small) {
        packed = Optional.of(small);
        host.set(Optional.empty());
    }

    boolean isPacked() {
        return packed.isPresent();
    }

    /** Outputs of benchmarks that a person gave it. */
    public ReadOnlyObjectProperty<List<Readout>> measuredProperty() {
        return measured;
    }

    /** Takes outputs of benchmarks; one of a file that it has already replaces the earlier. */
    public void measure(List<Readout> more) {
        List<Readout> all = new ArrayList<>(measured.get());
        all.removeIf(old -> more.stream().anyMatch(now -> now.name().equals(old.name())));
        all.addAll(more);
        measured.set(List.copyOf(all));
    }

    /** What a person gave to tell of its VMs. */
    public ReadOnlyObjectProperty<VmFiles> vmFilesProperty() {
        return vmFiles;
    }

    /** Takes descriptions of VMs besides those that were found. */
    public void describe(List<VmDescription> more) {
        describe(more, List.of());
    }

    /** The same with libvirt's definitions among them. */
    public void describe(List<VmDescription> more, List<DomainText> definitions) {
        vmFiles.set(vmFiles.get().with(more, definitions));
    }

    /** Takes what was read inside a guest. */
    public void guest(HostModel inside) {
        vmFiles.set(vmFiles.get().with(inside));
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
