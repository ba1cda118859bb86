package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.ui.controls.Nodes;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;

/** Text in columns, in a line each, which scrolls to its side. */
final class PlainText {

    private PlainText() {}

    static ScrollPane of(String text) {
        Label label = Nodes.label(text, "mono", "small");
        label.setMinWidth(Region.USE_PREF_SIZE);
        ScrollPane scroll = new ScrollPane(label);
        scroll.getStyleClass().addAll("edge-to-edge", "plain-text");
        // As high as its text and the room below it; the bar to the side lies in that room.
        scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMinWidth(0);
        return scroll;
    }
}
