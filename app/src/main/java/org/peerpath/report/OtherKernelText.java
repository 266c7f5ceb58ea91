// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.hardware.KernelChange;
import org.peerpath.path.Difference;
import org.peerpath.plan.OtherKernel;
import org.peerpath.text.Texts;

/** {@code what-if --kernel} as text, below the verdicts. */
public final class OtherKernelText {
    private OtherKernelText() {}

    public static String of(OtherKernel other, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        page.blank().line(ink.strong(page.say("whatif.kernel", other.release())));
        other.present().whyUnknown().ifPresent(why -> page.line("  " + page.say("whatif.kernel.unread", why)));
        differences(page, "whatif.kernel.differences", other.differences());
        differences(page, "whatif.kernel.guards", other.guards());
        if (!other.changes().isEmpty()) {
            page.line("  " + page.say("whatif.kernel.changes"));
            for (KernelChange change : other.changes()) {
                page.line("    " + change.since().release() + "  " + page.say(change.message()));
                page.line("      "
                        + (change.commits().isEmpty()
                                ? page.say("whatif.kernel.source", change.source(), change.date())
                                : page.say(
                                        "whatif.kernel.commits",
                                        change.source(),
                                        change.date(),
                                        String.join(", ", change.commits()))));
            }
        } else if (other.present().isKnown()) {
            page.line("  " + page.say("whatif.kernel.no-changes"));
        }
        return page.line("  " + page.say("whatif.kernel.caution")).toString();
    }

    private static void differences(TextPage page, String title, List<Difference> differences) {
        page.line("  " + page.say(differences.isEmpty() ? title + ".none" : title));
        for (Difference difference : differences) {
            page.line("    " + difference.subject() + "  " + difference.field());
            difference.before().ifPresent(text -> page.line("      - " + text));
            difference.after().ifPresent(text -> page.line("      + " + text));
        }
    }
}
