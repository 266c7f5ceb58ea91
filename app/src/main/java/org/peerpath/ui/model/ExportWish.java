// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.report.Answer;
import org.peerpath.report.ExportKind;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.text.Texts;

/**
 * What a person wants to export and how; the same that {@code peerpath export} can be told.
 *
 * @param selected the path that stands out; with {@link LayoutOptions.Paths#SELECTED} the only one drawn
 * @param hidden whether functions that take part in no path are drawn too
 * @param scale pixels for each unit of a PNG, 1 to 4
 */
public record ExportWish(
        ExportKind kind,
        Scenario scenario,
        Theme theme,
        Locale language,
        LayoutOptions.Paths paths,
        Optional<PathKey> selected,
        boolean folded,
        boolean hidden,
        boolean redacted,
        int scale) {

    /** Writes the file. Takes its time: never on the window's thread. */
    public void write(HostView view, OutputStream out) throws IOException, WhatIf.RefusedException {
        kind.write(answer(view), options(scale), out);
    }

    /** The picture of it as a PNG of one pixel a unit, to be looked at. Takes its time. */
    public byte[] picture(HostView view) throws IOException, WhatIf.RefusedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportKind.PNG.write(answer(view), options(1), out);
        return out.toByteArray();
    }

    private Answer answer(HostView view) throws WhatIf.RefusedException {
        HostModel host = redacted
                ? WhatIf.apply(HostModel.of(Redaction.redact(view.read().snapshot())), view.changes())
                : view.host();
        return Answer.of(host, scenario, PathSelection.DEFAULT);
    }

    private ExportOptions options(int pixels) {
        LayoutOptions layout = LayoutOptions.FILE
                .withPaths(paths)
                .withSelected(selected)
                .withFolded(folded)
                .withHidden(hidden);
        return new ExportOptions(layout, theme, new Texts(language), pixels);
    }

    /**
     * The words of the command that writes the same bytes.
     *
     * @param changes the what-if's
     */
    public List<String> command(String source, List<Change> changes, String file) {
        List<String> words = new ArrayList<>(List.of("peerpath", "export", source, "-o", file));
        if (scenario != Scenario.AS_IS) {
            words.addAll(List.of("--for", scenario.id()));
        }
        if (!kind.isData()) {
            look(words);
        }
        if (kind == ExportKind.PNG) {
            words.addAll(List.of("--scale", Integer.toString(scale)));
        }
        if (redacted) {
            words.add("--redact");
        }
        for (Change change : changes) {
            words.addAll(List.of("--set", text(change)));
        }
        return words;
    }

    private void look(List<String> words) {
        words.addAll(List.of("--theme", theme.id(), "--lang", language.getLanguage()));
        switch (paths) {
            case NEAREST -> {}
            case ALL -> words.addAll(List.of("--paths", "all"));
            case SELECTED -> selected.ifPresent(path -> words.addAll(List.of("--paths", text(path))));
        }
        if (paths != LayoutOptions.Paths.SELECTED) {
            selected.ifPresent(path -> words.addAll(List.of("--select", text(path))));
        }
        if (folded) {
            words.add("--fold");
        }
        if (hidden) {
            words.add("--all-devices");
        }
    }

    private static String text(PathKey path) {
        return path.requester() + "," + path.target();
    }

    private static String text(Change change) {
        return switch (change) {
            case Change.AcsControl(var function, int value) -> function + ":acs=0x%02x".formatted(value);
            case Change.AtsEnable(var function, boolean on) -> function + ":ats=" + (on ? "on" : "off");
        };
    }
}
