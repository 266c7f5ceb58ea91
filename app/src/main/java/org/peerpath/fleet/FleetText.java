// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.List;
import java.util.function.Function;
import org.peerpath.fleet.HostGroups.Group;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** A fleet as text: how many hosts need somebody, then its groups, the odd ones first. */
public final class FleetText {
    private static final int MOST_VARIANTS = 3;

    private FleetText() {}

    /** Returns the page. */
    public static String of(HostGroups fleet, Texts texts) {
        StringBuilder page = new StringBuilder();
        line(page, texts.say("fleet.head", fleet.hosts(), fleet.groups().size(), fleet.needYou()));
        fleet.measured().ifPresent(slowest -> line(page, texts.say(slowest)));
        for (Group group : fleet.groups()) {
            line(page, "");
            HostRecord one = group.hosts().getFirst();
            String word = texts.say(group.state().word());
            int hosts = group.hosts().size();
            // What gave nothing has no pairs to count.
            line(
                    page,
                    HostGroups.isJudged(one)
                            ? texts.say("fleet.group", word, hosts, group.names(), one.inside(), one.nearest())
                            : texts.say("fleet.group-unread", word, hosts, group.names()));
            group.reason().ifPresent(reason -> line(page, "  " + texts.say(reason)));
            group.differs().forEach(difference -> line(page, "  " + texts.say(difference)));
            variants(page, texts, group, "fleet.kernels", HostRecord.Shown::kernel);
            variants(page, texts, group, "fleet.command-lines", HostRecord.Shown::commandLine);
            variants(page, texts, group, "fleet.boards", HostRecord.Shown::board);
            for (HostRecord host : group.hosts()) {
                if (!host.changed().isEmpty()) {
                    line(page, "  " + texts.say("fleet.changed", host.host(), String.join(", ", host.changed())));
                }
            }
            group.measured().forEach(slow -> line(page, "  " + texts.say(slow)));
            List<String> accepted = group.accepted();
            if (!accepted.isEmpty()) {
                line(page, "  " + texts.say("fleet.accepted", String.join(", ", accepted)));
            }
        }
        return page.toString();
    }

    private static void variants(
            StringBuilder page, Texts texts, Group group, String key, Function<HostRecord.Shown, String> what) {
        List<String> variants = group.variants(what);
        if (variants.size() > 1) {
            List<String> shown = variants.subList(0, Math.min(MOST_VARIANTS, variants.size()));
            line(page, "  " + texts.say(Message.of(key, variants.size(), String.join(" · ", shown))));
        }
    }

    private static void line(StringBuilder page, String line) {
        page.append(line).append('\n');
    }
}
