// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.SVGPath;

/** Small parts that every view is made of. How they look is in the style sheet. */
public final class Ui {
    public static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    public static final PseudoClass LINKED = PseudoClass.getPseudoClass("linked");

    /** U+200A, a pixel wide. */
    private static final String THIN = "\u200a";

    private static final Pattern LONG_WORD = Pattern.compile("\\S{18,}");
    private static final Pattern JOINT = Pattern.compile("[/=,_@-](?=\\w)");

    private Ui() {}

    public static Label label(String text, String... styles) {
        Label label = new Label(text);
        label.getStyleClass().addAll(styles);
        return label;
    }

    /** A paragraph: as many lines as it needs, never cut. */
    public static Label wrapped(String text, String... styles) {
        Label label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /**
     * With a capital: on a terminal such texts follow a word and a colon, here they stand alone. A name at their beginning
     * ({@code vfio-pci}) stays as it is.
     */
    public static String sentence(String text) {
        String first = text.split("[ ,.:;]", 2)[0];
        return !first.chars().allMatch(Character::isLetter) || first.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /**
     * With places where a line may end, in words so long that they would be broken anywhere: after a slash, an equals sign,
     * a comma or a hyphen. JavaFX ends lines of Latin text at white space only, so it is the thinnest there is; what screen
     * readers are told and what is copied must be the text without.
     */
    public static String breakable(String text) {
        return LONG_WORD
                .matcher(text)
                .replaceAll(word ->
                        Matcher.quoteReplacement(JOINT.matcher(word.group()).replaceAll("$0" + THIN)));
    }

    /** The beginning of a long text, up to a blank, with an ellipsis. */
    public static String brief(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int blank = text.lastIndexOf(' ', longest - 1);
        return text.substring(0, blank > longest / 2 ? blank : longest - 1).replaceFirst("[ ,;:.(]+$", "") + "…";
    }

    public static HBox row(double spacing, Node... children) {
        HBox row = new HBox(spacing, children);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    public static VBox column(double spacing, Node... children) {
        return new VBox(spacing, children);
    }

    /** Takes the room that is left in a row. */
    public static Region filler() {
        Region filler = new Region();
        HBox.setHgrow(filler, Priority.ALWAYS);
        return filler;
    }

    /** Something that is there when it is asked for. */
    public static TitledPane folded(String title, Node content) {
        TitledPane pane = styled(new TitledPane(title, content), "folded");
        pane.setExpanded(false);
        pane.setAnimated(false);
        return pane;
    }

    public static <N extends Node> N grow(N node) {
        HBox.setHgrow(node, Priority.ALWAYS);
        if (node instanceof Labeled labeled) {
            labeled.setMaxWidth(Double.MAX_VALUE);
        }
        VBox.setVgrow(node, Priority.ALWAYS);
        return node;
    }

    public static <N extends Node> N styled(N node, String... styles) {
        node.getStyleClass().addAll(styles);
        return node;
    }

    /** A small button that is only a sign; its name is its tooltip and what screen readers say. */
    public static Button signButton(String path, String name, Runnable run) {
        Button button = new Button();
        button.setGraphic(icon(path));
        button.getStyleClass().addAll("sign-button");
        button.setAccessibleText(name);
        Tips.set(button, name);
        button.setOnAction(event -> run.run());
        return button;
    }

    /** A button whose text is shown as it is: an underscore in a device's name marks no access key. */
    public static Button button(String text, String... styles) {
        Button button = new Button(text);
        button.setMnemonicParsing(false);
        button.getStyleClass().addAll(styles);
        return button;
    }

    public static Button linkButton(String text, Runnable run) {
        Button button = button(text, "link-button");
        button.setOnAction(event -> run.run());
        return button;
    }

    public static SVGPath icon(String path) {
        SVGPath icon = new SVGPath();
        icon.setContent(path);
        icon.getStyleClass().add("sign");
        return icon;
    }

    /** Lets nothing of a pane show outside it. */
    public static void clip(Pane pane) {
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(pane.widthProperty());
        clip.heightProperty().bind(pane.heightProperty());
        pane.setClip(clip);
    }
}
