// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.text.Message;

/** Somebody who says yes to everything, waits ten times, and remembers what they were told. */
public class Agreeable implements Attendant {
    /** What they were told. */
    protected final List<Entry> told;

    private int waits = 10;

    /** Somebody who was told nothing yet. */
    public Agreeable() {
        this(new ArrayList<>());
    }

    /** Somebody whose memory is this list. */
    public Agreeable(List<Entry> told) {
        this.told = told;
    }

    @Override
    public void told(Entry entry) {
        told.add(entry);
    }

    @Override
    public boolean accepts(Plan plan, List<Guard> asked) {
        return true;
    }

    @Override
    public boolean allows(Step step) throws InterruptedException {
        return true;
    }

    @Override
    public boolean wantsToStop() {
        return false;
    }

    @Override
    public boolean waitsFor(Duration silent, List<String> log) {
        return waits-- > 0;
    }

    @Override
    public boolean goesOn(Message what) {
        return true;
    }
}
