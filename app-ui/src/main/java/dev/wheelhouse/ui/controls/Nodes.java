package dev.wheelhouse.ui.controls;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Small nodes that every screen is made of. */
public final class Nodes {

    private Nodes() {}

    public static Label label(String text, String... styles) {
        Label label = new Label(text);
        label.getStyleClass().addAll(styles);
        return label;
    }

    /** A label that is cut where there is no room for it. */
    public static Label narrow(String text, String... styles) {
        Label label = label(text, styles);
        label.setMinWidth(0);
        return label;
    }

    /** A label that is never cut. */
    public static Label whole(String text, String... styles) {
        Label label = label(text, styles);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** A label of as many lines as its text takes. */
    public static Label wrapped(String text, String... styles) {
        Label label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /** Nodes beside each other, centered on one line. */
    public static HBox line(double gap, Node... nodes) {
        HBox line = new HBox(gap, nodes);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /** Lines of words below each other, which may be cut. */
    public static VBox stacked(Node... lines) {
        VBox box = new VBox(2, lines);
        box.setAlignment(Pos.CENTER_LEFT);
        box.setMinWidth(0);
        return box;
    }

    /** A sign and a word, and more below it; empty for nothing. */
    public static HBox stated(Look look, String more) {
        Node words =
                more.isEmpty() ? narrow(look.words()) : stacked(narrow(look.words()), narrow(more, "dim", "small"));
        HBox row = line(8, icon(look.icon(), look.style()), words);
        row.setMinWidth(0);
        if (!more.isEmpty()) {
            Tooltip.install(row, new Tooltip(more));
        }
        return row;
    }

    /** Takes the room that is left in a line. */
    public static Region gap() {
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        return gap;
    }

    /** @param literal of Ikonli's Feather pack */
    public static FontIcon icon(String literal, String style) {
        FontIcon icon = new FontIcon(literal);
        icon.getStyleClass().add(style);
        return icon;
    }
}
