// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Steps and checks that rest on one value in one file of a function. */
final class SysfsValue {
    static final String FUNCTIONS = "/sys/bus/pci/devices/";

    private SysfsValue() {}

    static String path(Address function, String file) {
        return FUNCTIONS + function + "/" + file;
    }

    /** Returns the check that a file holds a value. */
    static Check check(String path, String value) {
        return Check.text(Message.of("plan.file.check", path, value), Operation.Run.of("cat", path), value);
    }

    /** Begins a step that writes one value, with the old value as its undo. */
    static Step.Builder step(
            String id,
            Step.Kind kind,
            Address target,
            String file,
            String before,
            String after,
            Message purpose,
            Message risk) {
        String path = path(target, file);
        return Step.of(id + target, kind, target, purpose, risk)
                .before(check(path, before))
                .run(new Operation.Write(path, after))
                .after(check(path, after))
                .undo(new Operation.Write(path, before))
                .alreadySoIf(before.equals(after));
    }
}
