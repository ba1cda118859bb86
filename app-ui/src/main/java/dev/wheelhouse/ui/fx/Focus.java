package dev.wheelhouse.ui.fx;

import java.time.Duration;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;

/** Gives the keyboard to what was only just put into a window, which cannot take it yet. */
public final class Focus {

    /** Who waits longer has gone on working elsewhere. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Focus() {}

    /** Gives a node the keyboard now, or as soon as it is in a window if that is within a second. */
    public static void give(Node node) {
        if (node.getScene() != null) {
            node.requestFocus();
            // Once more when it was laid out; until then it may not be visible, and the first request lost.
            Platform.runLater(node::requestFocus);
            return;
        }
        long asked = System.nanoTime();
        node.sceneProperty().addListener(new ChangeListener<>() {
            @Override
            public void changed(ObservableValue<? extends Scene> property, Scene before, Scene now) {
                node.sceneProperty().removeListener(this);
                if (System.nanoTime() - asked < PATIENCE.toNanos()) {
                    Platform.runLater(node::requestFocus);
                }
            }
        });
    }
}
