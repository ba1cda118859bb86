package dev.wheelhouse.ui.controls.form;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/** Parts of a form that take no room while they are not seen. */
public final class Shown {

    private Shown() {}

    public static void when(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    /** Follows a condition; returns the node. */
    public static <N extends Node> N when(N node, ObservableValue<Boolean> condition) {
        node.visibleProperty().bind(condition);
        node.managedProperty().bind(node.visibleProperty());
        return node;
    }

    /** A label that follows a text and is there while the text is not empty; whole, however many lines it takes. */
    public static void whenNotEmpty(Label label, ObservableValue<String> text) {
        label.textProperty().bind(text);
        label.setMinHeight(Region.USE_PREF_SIZE);
        when(label, label.textProperty().isNotEmpty());
    }
}
