// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.Map;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;

/** How much of a host is unknown for the one reason that it was read without root. */
final class WithoutRoot {
    private static final String REASON = "unknown.not-root";
    /** What the kernel shows of configuration space without CAP_SYS_ADMIN (drivers/pci/pci-sysfs.c). */
    private static final int SHOWN_TO_ALL = 64;

    private WithoutRoot() {}

    /** The number of files that could not be read for it, wholly or in part. */
    static int unread(Snapshot snapshot) {
        boolean root = !snapshot.hostText(HostFiles.EFFECTIVE_USER).knownToBe(user -> !user.equals("0"));
        long host =
                snapshot.host().values().stream().filter(WithoutRoot::refused).count();
        long functions = snapshot.functions().values().stream()
                .flatMap(facts -> facts.attributes().entrySet().stream())
                .filter(entry -> refused(entry.getValue()) || (!root && cut(entry)))
                .count();
        return (int) (host + functions);
    }

    private static boolean refused(Reading reading) {
        return reading instanceof Reading.Failed failed && failed.why().key().equals(REASON);
    }

    private static boolean cut(Map.Entry<String, Reading> entry) {
        return entry.getKey().equals(Attributes.CONFIG)
                && entry.getValue() instanceof Reading.Data data
                && data.bytes().length() == SHOWN_TO_ALL;
    }
}
