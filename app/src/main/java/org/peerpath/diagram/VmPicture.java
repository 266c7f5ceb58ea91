// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmPair;

/**
 * One VM as three layers of one question, each with its answer at the right edge: whether the hardware lets data through,
 * whether the hypervisor maps the target, whether the guest's software sees a way that it uses. The layer that breaks is
 * seen first.
 */
public final class VmPicture {
    static final double PAD = 14;
    static final double HEAD = 34;
    private static final double GAP = 12;
    private static final double TITLE = 13;

    private final VmAnswer vm;
    private final Scenery scenery;
    private final Sheet sheet;
    private final double width;

    /** What all layers ask. Confined to one picture. */
    record Scenery(HostModel host, Names names, Words words, TextMeasure measure) {
        String name(VmFunction function) {
            return function.host()
                    .map(names::shortName)
                    .orElse(function.assigned().id());
        }

        /** {@code guest 05:00.0}, and whether that is known or expected only. */
        String guest(VmFunction function) {
            if (!function.assigned().shown()) {
                return words.say("vm.guest.hidden");
            }
            return function.guest()
                    .map(address -> words.say("vm.guest.known", address.toString()))
                    .or(() -> function.predicted().map(address -> words.say("vm.guest.predicted", address.toString())))
                    .orElseGet(() -> words.say("vm.guest.unknown"));
        }
    }

    /** What a layer says at its right edge: a word, and how it looks. */
    record Result(String word, Role role) {}

    /** One of the three. */
    interface Layer {
        /** Names the layer; the key of its title, its question and its tip. */
        String key();

        Result result();

        /** Draws it from a place on and returns the height it took. */
        double draw(double x, double y, double room, Sheet sheet);
    }

    private VmPicture(VmAnswer vm, Scenery scenery, double width) {
        this.vm = vm;
        this.scenery = scenery;
        this.sheet = new Sheet(scenery.measure());
        this.width = width;
    }

    /**
     * Draws a VM.
     *
     * @param host the host on which it runs
     * @param width the room there is; what does not fit beside each other stands below each other
     */
    public static Picture of(VmAnswer vm, HostModel host, Names names, Texts texts, TextMeasure measure, double width) {
        Scenery scenery = new Scenery(host, names, new Words(texts), measure);
        return new VmPicture(vm, scenery, Math.max(320, width)).draw();
    }

    private Picture draw() {
        double y = Metrics.MARGIN;
        double inner = width - 2 * Metrics.MARGIN;
        List<Layer> layers =
                List.of(new VmHardware(vm, scenery), new VmMappings(vm, scenery), new VmGuest(vm, scenery));
        for (Layer layer : layers) {
            double height = HEAD + layer.draw(Metrics.MARGIN + PAD, y + HEAD, inner - 2 * PAD, sheet) + PAD;
            Result result = layer.result();
            sheet.box(
                    Sheet.Layer.CARD,
                    Sheet.mark("layer-" + layer.key(), Role.CARD, text(layer.key() + ".tip")),
                    new Rect(Metrics.MARGIN, y, inner, height),
                    10);
            head(layer, result, y, inner);
            y += height + GAP;
        }
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape.Box(Sheet.mark("background", Role.BACKGROUND), new Rect(0, 0, width, y), 0));
        shapes.addAll(sheet.belowLines());
        shapes.addAll(sheet.layer(Sheet.Layer.RIBBON));
        shapes.addAll(sheet.layer(Sheet.Layer.SIGN));
        String title = text(
                "diagram.vm.title", vm.name(), text("vm.state." + vm.state().id()));
        return new Picture(width, y, title, description(layers), Drawing.unique(shapes), Map.of());
    }

    private void head(Layer layer, Result result, double y, double inner) {
        String answer = result.word();
        double taken = scenery.measure().width(answer, Typeface.BOLD, TITLE) + 8;
        sheet.text(
                Sheet.mark("answer-" + layer.key(), result.role(), text(layer.key() + ".tip") + " " + answer),
                Metrics.MARGIN + inner - PAD,
                y + 21,
                taken,
                answer,
                Typeface.BOLD,
                TITLE,
                Align.END);
        String name = text(layer.key());
        double after = scenery.measure().width(name, Typeface.BOLD, TITLE) + 12;
        sheet.text(
                Sheet.mark("title-" + layer.key(), Role.TEXT_STRONG),
                Metrics.MARGIN + PAD,
                y + 21,
                inner - 2 * PAD - taken,
                name,
                Typeface.BOLD,
                TITLE,
                Align.START);
        sheet.text(
                Sheet.mark("question-" + layer.key(), Role.TEXT_MUTED),
                Metrics.MARGIN + PAD + after,
                y + 21,
                Math.max(0, inner - 2 * PAD - taken - after),
                text(layer.key() + ".question"),
                Typeface.SANS,
                11,
                Align.START);
    }

    /** For those who cannot see it: each layer's question with its answer, then each pair. */
    private String description(List<Layer> layers) {
        String answers = layers.stream()
                .map(layer ->
                        text(layer.key() + ".question") + " " + layer.result().word() + ".")
                .collect(Collectors.joining(" "));
        String pairs = vm.nearest().stream().map(this::said).collect(Collectors.joining(" "));
        return answers + " " + pairs;
    }

    private String said(VmPair pair) {
        return text(
                "diagram.vm.pair",
                scenery.name(pair.requester()),
                scenery.name(pair.target()),
                text("vm.verdict." + pair.verdict().id()));
    }

    private String text(String key, Object... arguments) {
        return scenery.words().say(key, arguments);
    }

    /** A mark of a VM's function: found by its host's address, where it has one. */
    static Mark mark(String kind, VmFunction function, Role role, String tip) {
        String id = kind + "-" + function.name().replaceAll("[^A-Za-z0-9._-]", "-");
        return new Mark(id, role, function.host(), Optional.empty(), Detail.FAR, tip);
    }

    /** The key of a pair on the host; empty where one end is not known there. */
    static Optional<PathKey> key(VmPair pair) {
        return pair.requester().host().flatMap(from -> pair.target().host().map(to -> new PathKey(from, to)));
    }
}
