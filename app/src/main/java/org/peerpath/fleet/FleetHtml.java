// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.peerpath.advice.HostState;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Exporter;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.fleet.HostGroups.Group;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.report.HtmlPage;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * A fleet as one HTML page to pass on: how many hosts need somebody, the groups, and the odd ones with the picture of one
 * of their hosts. No script, nothing fetched; the same hosts give the same bytes.
 */
public final class FleetHtml {
    /** Each takes some hundred kilobytes; whoever has more odd groups looks at the worst first. */
    private static final int MOST_PICTURES = 12;

    private static final int MOST_CHANGED = 20;

    private final HostGroups fleet;
    private final Opener hosts;
    private final Texts texts;
    private final HtmlPage out;

    /** Reads a host again, for its picture. */
    @FunctionalInterface
    public interface Opener {
        /** Returns the host as it was read. */
        HostModel open(HostRecord host) throws Exception;
    }

    private FleetHtml(HostGroups fleet, Opener hosts, Texts texts) {
        this.fleet = fleet;
        this.hosts = hosts;
        this.texts = texts;
        this.out = new HtmlPage(texts.say("fleet.html.title", fleet.hosts()), Theme.LIGHT, texts);
    }

    /**
     * Returns the page.
     *
     * @param hosts asked for one host of each odd group, if it gave anything; one that cannot be read again has no picture
     */
    public static String of(HostGroups fleet, Opener hosts, Texts texts) {
        return new FleetHtml(fleet, hosts, texts).write();
    }

    private String write() {
        out.element(
                "p",
                "summary",
                texts.say("fleet.head", fleet.hosts(), fleet.groups().size(), fleet.needYou()));
        fleet.measured().ifPresent(slowest -> out.element("p", "source", texts.say(slowest)));
        states();
        table();
        int pictures = 0;
        for (Group group : fleet.groups()) {
            boolean odd =
                    !fleet.usual().equals(Optional.of(group)) || group.state().needsYou();
            section(group, odd && pictures < MOST_PICTURES);
            pictures += odd ? 1 : 0;
        }
        if (pictures > MOST_PICTURES) {
            out.element("p", "source", texts.say("fleet.html.more-pictures", pictures - MOST_PICTURES));
        }
        return out.end();
    }

    private void states() {
        Map<HostRecord.State, Integer> count = new TreeMap<>();
        fleet.groups().forEach(group -> count.merge(group.state(), group.hosts().size(), Integer::sum));
        out.markup("<ul class=\"states\">\n");
        count.forEach((state, hosts) -> {
            out.markup("<li class=\"").markup(look(state)).markup("\">");
            out.text(hosts + " " + texts.say(state.word())).markup("</li>\n");
        });
        out.markup("</ul>\n");
    }

    private void table() {
        out.markup("<div class=\"wide\" tabindex=\"0\"><table class=\"fleet\">\n<thead><tr>");
        List<String> columns =
                new ArrayList<>(List.of("state", "hosts", "why", "inside", "firmware", "kernel", "read-at"));
        if (fleet.measured().isPresent()) {
            columns.add("slowest");
        }
        for (String column : columns) {
            out.markup("<th scope=\"col\">")
                    .text(texts.say("fleet.html." + column))
                    .markup("</th>");
        }
        out.markup("</tr></thead>\n<tbody>\n");
        for (Group group : fleet.groups()) {
            HostRecord one = group.hosts().getFirst();
            out.markup("<tr><td class=\"").markup(look(group.state())).markup("\">");
            out.text(texts.say(group.state().word())).markup("</td>");
            cell(group.names());
            cell(group.reason().map(texts::say).orElse(""));
            cell(one.nearest() == 0 ? "–" : texts.say("fleet.html.of", one.inside(), one.nearest()));
            cell(String.join(", ", firmware(one)));
            cell(String.join(", ", group.variants(HostRecord.Shown::kernel)));
            cell(group.hosts().stream()
                    .flatMap(host -> host.readAt().stream())
                    .max(Instant::compareTo)
                    .map(at -> at.toString().replaceFirst(":\\d\\d(\\.\\d+)?Z$", "Z"))
                    .orElse("–"));
            if (fleet.measured().isPresent()) {
                cell(HostFigures.slowest(group.hosts())
                        .flatMap(HostRecord::figures)
                        .map(figures -> texts.say(figures.slowest().amount()))
                        .orElse("–"));
            }
            out.markup("</tr>\n");
        }
        out.markup("</tbody>\n</table></div>\n");
    }

    private void cell(String text) {
        out.markup("<td>").text(text).markup("</td>");
    }

    private static List<String> firmware(HostRecord host) {
        return host.alike().firmware().values().stream()
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .toList();
    }

    private void section(Group group, boolean picture) {
        out.element("h2", look(group.state()), texts.say(group.state().word()) + ": " + group.names());
        group.reason().ifPresent(reason -> out.element("p", "", texts.say(reason)));
        out.markup("<ul class=\"reading\">\n");
        group.differs().forEach(this::item);
        variants(group, "fleet.kernels", HostRecord.Shown::kernel);
        variants(group, "fleet.command-lines", HostRecord.Shown::commandLine);
        variants(group, "fleet.boards", HostRecord.Shown::board);
        List<HostRecord> changed =
                group.hosts().stream().filter(host -> !host.changed().isEmpty()).toList();
        changed.stream()
                .limit(MOST_CHANGED)
                .forEach(host -> item(Message.of("fleet.changed", host.host(), String.join(" · ", host.changed()))));
        if (changed.size() > MOST_CHANGED) {
            item(Message.of("fleet.html.more-changed", changed.size() - MOST_CHANGED));
        }
        group.measured().stream().limit(MOST_CHANGED).forEach(this::item);
        List<String> accepted = group.accepted();
        if (!accepted.isEmpty()) {
            item(Message.of("fleet.accepted", String.join(", ", accepted)));
        }
        out.markup("</ul>\n");
        if (picture && HostGroups.isJudged(group.hosts().getFirst())) {
            picture(group.hosts().getFirst(), group.id());
        }
    }

    private void variants(Group group, String key, Function<HostRecord.Shown, String> what) {
        List<String> all = group.variants(what);
        if (all.size() > 1) {
            item(Message.of(key, all.size(), String.join(" · ", all)));
        }
    }

    private void item(Message message) {
        out.element("li", "", texts.say(message));
    }

    private void picture(HostRecord host, String group) {
        String picture;
        try {
            HostModel model = hosts.open(host);
            List<PathReport> paths = new PathJudge(model, host.scenario()).judge(PathSelection.DEFAULT);
            ExportOptions options = new ExportOptions(LayoutOptions.FILE.withFolded(true), Theme.LIGHT, texts, 1);
            picture = Exporter.svgElement(Layout.of(model, paths, options.layout(), texts), options, "g" + group + "-");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (Exception e) {
            // The file was there a moment ago: the page is worth more than its picture.
            item(Message.of("fleet.html.no-picture", host.host()));
            return;
        }
        out.markup("<figure>\n").markup(picture).markup("<figcaption>");
        out.text(host.host()).markup("</figcaption>\n</figure>\n");
    }

    /** The class of the style sheet, which is that of the verdict that looks so. */
    private static String look(HostRecord.State state) {
        return switch (state) {
            case OK -> "inside-switch";
            case ATTENTION -> "detour";
            case BROKEN -> "blocked";
            case UNREACHABLE, UNREADABLE, UNKNOWN -> HostState.Level.UNKNOWN.id();
        };
    }
}
