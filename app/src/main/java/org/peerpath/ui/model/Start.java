// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostEntry.State;

/**
 * What the window opens at first: what it was told to, else this machine; and where that has no pair of NIC and GPU to
 * look at, a shipped sample, with a note that it is one.
 */
public final class Start {
    /** One port of it is set wrongly, so that there is something to see. */
    private static final List<String> PREFERRED = List.of("hgx-b300-one-bad", "hgx-b300-vm");

    /** So many are looked at one by one; more are looked over first. */
    private static final int FEW = 3;

    private final Session session;
    private final ObjectProperty<Optional<Message>> note = new SimpleObjectProperty<>(Optional.empty());
    private boolean decided;

    public Start(Session session) {
        this.session = session;
    }

    /** What a person should know about what is in view; empty when it was read or closed. */
    public ObjectProperty<Optional<Message>> noteProperty() {
        return note;
    }

    /** Opens these, and the hosts of last time in the background. */
    public void open(List<String> sources, List<String> hosts) {
        Fleet fleet = session.fleet();
        hosts.forEach(host -> fleet.read(fleet.add(host)));
        if (!sources.isEmpty()) {
            sources.forEach(fleet::open);
            fleet.allProperty().set(sources.size() > FEW);
            return;
        }
        HostEntry local = fleet.open(Hosts.LOCAL);
        session.viewProperty()
                .subscribe(view -> view.ifPresent(v -> decide(local, v.nearest().isEmpty())));
        local.stateProperty().subscribe(state -> {
            if (state instanceof State.Failed) {
                decide(local, true);
            }
        });
    }

    private void decide(HostEntry local, boolean nothingToSee) {
        Fleet fleet = session.fleet();
        if (decided || !fleet.currentProperty().get().equals(Optional.of(local))) {
            return;
        }
        decided = true;
        if (nothingToSee) {
            Message why = local.stateProperty().get() instanceof State.Failed failed
                    ? Message.of("ui.start.local-failed", failed.why())
                    : Message.of("ui.start.no-pair");
            sample().ifPresent(name -> {
                HostEntry sample = fleet.open(Samples.PREFIX + name);
                note.set(Optional.of(why));
                fleet.currentProperty().subscribe(shown -> {
                    if (!shown.equals(Optional.of(local)) && !shown.equals(Optional.of(sample))) {
                        note.set(Optional.empty());
                    }
                });
                local.stateProperty().subscribe((was, now) -> note.set(Optional.empty()));
            });
        }
    }

    /** The sample that shows most. */
    public static Optional<String> sample() {
        List<String> names = Samples.names();
        return PREFERRED.stream()
                .filter(names::contains)
                .findFirst()
                .or(() -> names.stream().findFirst());
    }
}
