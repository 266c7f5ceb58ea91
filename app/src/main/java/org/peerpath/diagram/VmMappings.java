// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.vm.judge.Mapping;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmPair;

/**
 * The second layer: the IOMMU domain of each function that sends, and which memory the hypervisor put into it. A way that
 * the hypervisor breaks ends here, at a bar.
 */
final class VmMappings implements VmPicture.Layer {
    private static final double ROW = 20;
    private static final double HEAD = 26;
    private static final double GAP = 14;
    private static final double WAY = 46;
    private static final double LEAST = 250;
    private static final int MOST = 8;

    private final VmAnswer vm;
    private final VmPicture.Scenery scenery;

    VmMappings(VmAnswer vm, VmPicture.Scenery scenery) {
        this.vm = vm;
        this.scenery = scenery;
    }

    @Override
    public String key() {
        return "diagram.vm.hypervisor";
    }

    @Override
    public VmPicture.Result result() {
        return vm.nearest().stream()
                .map(VmPair::mapped)
                .max((one, other) -> Integer.compare(gravity(one), gravity(other)))
                .map(state -> new VmPicture.Result(word(state), role(state)))
                .orElseGet(() -> new VmPicture.Result(scenery.words().say("diagram.vm.no-pair"), Role.WORD_UNKNOWN));
    }

    private static int gravity(Mapping.State state) {
        return switch (state) {
            case MAPPED -> 0;
            case UNKNOWN -> 1;
            case NOT_MAPPED -> 2;
            case WILL_NOT_START -> 3;
        };
    }

    private String word(Mapping.State state) {
        return scenery.words().say("diagram.vm.mapped." + state.id());
    }

    private static Role role(Mapping.State state) {
        return switch (state) {
            case MAPPED -> Role.WORD_INSIDE;
            case UNKNOWN -> Role.WORD_UNKNOWN;
            case NOT_MAPPED, WILL_NOT_START -> Role.WORD_BLOCKED;
        };
    }

    @Override
    public double draw(double x, double y, double room, Sheet sheet) {
        Map<VmFunction, List<VmPair>> domains = new LinkedHashMap<>();
        List<VmFunction> senders =
                vm.nearest().stream().map(VmPair::requester).distinct().toList();
        vm.pairs().stream()
                .filter(pair -> senders.contains(pair.requester()))
                .forEach(pair -> domains.computeIfAbsent(pair.requester(), sender -> new ArrayList<>())
                        .add(pair));
        List<VmFunction> order = List.copyOf(domains.keySet());
        double width = Math.min(room, Math.max(LEAST, room / Math.max(1, Math.min(3, order.size())) - GAP));
        double top = y;
        for (List<Integer> row :
                VmBoxes.rows(order.stream().map(sender -> width).toList(), GAP, room)) {
            double left = x;
            double tallest = 0;
            for (int index : row) {
                VmFunction sender = order.get(index);
                tallest = Math.max(
                        tallest, domain(sender, domains.getOrDefault(sender, List.of()), left, top, width, sheet));
                left += width + GAP;
            }
            top += tallest + GAP;
        }
        return Math.max(0, top - y - GAP);
    }

    private double domain(VmFunction sender, List<VmPair> pairs, double x, double y, double width, Sheet sheet) {
        List<VmPair> shown = pairs.stream().limit(MOST).toList();
        int more = pairs.size() - shown.size();
        double height = HEAD + (shown.size() + (more > 0 ? 1 : 0)) * ROW + 6;
        String title = scenery.words().say("diagram.vm.domain", scenery.name(sender));
        sheet.box(
                Sheet.Layer.BODY,
                VmPicture.mark(
                        "vm-domain",
                        sender,
                        Role.SWITCH,
                        scenery.words()
                                .say(
                                        "diagram.vm.domain.tip",
                                        scenery.name(sender),
                                        sender.assigned().backend().id())),
                new Rect(x, y, width, height),
                7);
        label(sheet, "vm-domain-title", sender, Role.TEXT_STRONG, x + 9, y + 16, width - 18, title, Typeface.BOLD);
        double at = y + HEAD;
        for (VmPair pair : shown) {
            row(pair, x + 9, at, width - 18, sheet);
            at += ROW;
        }
        if (more > 0) {
            label(
                    sheet,
                    "vm-domain-more",
                    sender,
                    Role.TEXT_MUTED,
                    x + 9,
                    at + 13,
                    width - 18,
                    scenery.words().say("diagram.vm.more", more),
                    Typeface.SANS);
        }
        return height;
    }

    /** A short way from the sender's edge to the target's memory: it arrives, ends at a bar, or at a question. */
    private void row(VmPair pair, double x, double y, double width, Sheet sheet) {
        double middle = y + ROW / 2;
        String id = pair.requester().name().replace(':', '-') + "-"
                + pair.target().name().replace(':', '-');
        String tip = scenery.words().texts().say(pair.message());
        boolean refused = pair.mapped() == Mapping.State.NOT_MAPPED || pair.mapped() == Mapping.State.WILL_NOT_START;
        Role ribbon = pair.mapped() == Mapping.State.MAPPED
                ? Role.RIBBON_INSIDE
                : refused ? Role.RIBBON_BLOCKED : Role.RIBBON_UNKNOWN;
        Optional<PathKey> key = VmPicture.key(pair);
        double end = x + (refused ? WAY - 18 : WAY - 6);
        sheet.add(
                Sheet.Layer.RIBBON,
                new Shape.Line(
                        new Mark("vm-map-" + id, ribbon, pair.target().host(), key, Detail.FAR, tip),
                        List.of(new Point(x, middle), new Point(end, middle)),
                        0,
                        !refused,
                        false));
        if (refused) {
            sheet.box(
                    Sheet.Layer.SIGN,
                    new Mark("vm-bar-" + id, Role.SIGN_BLOCKED, pair.target().host(), key, Detail.FAR, tip),
                    new Rect(end - 2, middle - 6, 4, 12),
                    1);
        }
        String word = word(pair.mapped());
        double taken = scenery.measure().width(word, Typeface.BOLD, Metrics.LEAST_TEXT) + 6;
        sheet.text(
                new Mark("vm-word-" + id, role(pair.mapped()), pair.target().host(), key, Detail.FAR, tip),
                x + width,
                middle + 3.5,
                taken,
                word,
                Typeface.BOLD,
                Metrics.LEAST_TEXT,
                Align.END);
        sheet.text(
                new Mark("vm-target-" + id, Role.TEXT, pair.target().host(), key, Detail.FAR, tip),
                x + WAY,
                middle + 3.5,
                Math.max(0, width - WAY - taken),
                scenery.words().say("diagram.vm.memory", scenery.name(pair.target())),
                Typeface.SANS,
                Metrics.LEAST_TEXT,
                Align.START);
    }

    private static void label(
            Sheet sheet,
            String kind,
            VmFunction function,
            Role role,
            double x,
            double y,
            double room,
            String text,
            Typeface face) {
        sheet.text(VmPicture.mark(kind, function, role, ""), x, y, room, text, face, Metrics.TITLE_TEXT, Align.START);
    }
}
