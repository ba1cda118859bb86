package dev.wheelhouse.ui.fx;

import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.stage.Window;
import org.fxmisc.richtext.CodeArea;
import org.jspecify.annotations.Nullable;

/** Who has the keyboard; and it is given to what was only just put into a window, which cannot take it yet. */
public final class Focus {

    private Focus() {}

    /**
     * Gives a node the keyboard now; or as soon as it comes into a window, unless the person has gone on to work with
     * something else by then.
     */
    public static void give(Node node) {
        if (node.getScene() != null) {
            node.requestFocus();
            if (!node.equals(node.getScene().getFocusOwner())) {
                // Until it was laid out it may not be visible, and the first request lost.
                Node owner = owner();
                Platform.runLater(() -> {
                    if (isStill(owner)) {
                        node.requestFocus();
                    }
                });
            }
            return;
        }
        // Later: what just closed for this, such as the palette, gives the keyboard back first.
        Platform.runLater(() -> giveWhenShown(node, owner()));
    }

    /** Runs something once who has the keyboard is settled for now. */
    public static void afterwards(Runnable work) {
        Platform.runLater(work);
    }

    /** Whether somebody types in a node's window: what comes into that by itself takes the keyboard from nobody who does. */
    public static boolean isTypingBeside(Node node) {
        Node owner = node.getScene() == null ? null : node.getScene().getFocusOwner();
        return owner != null && canHold(owner) && (owner instanceof TextInputControl || owner instanceof CodeArea);
    }

    /** Whether a node or one below it has the keyboard of its window; its own count, {@code focusWithin}, goes wrong. */
    public static boolean isWithin(Node node) {
        return node.getScene() != null && isWithin(node, node.getScene().getFocusOwner());
    }

    /** Whether what has the keyboard is a node or below it. */
    public static boolean isWithin(Node node, @Nullable Node owner) {
        for (Node each = owner; each != null; each = each.getParent()) {
            if (each.equals(node)) {
                return true;
            }
        }
        return false;
    }

    private static void giveWhenShown(Node node, @Nullable Node ownerWhenAsked) {
        if (node.getScene() != null) {
            node.requestFocus();
            return;
        }
        node.sceneProperty().addListener(new ChangeListener<>() {
            @Override
            public void changed(ObservableValue<? extends Scene> property, Scene before, Scene now) {
                node.sceneProperty().removeListener(this);
                if (isStill(ownerWhenAsked)) {
                    Platform.runLater(node::requestFocus);
                }
            }
        });
    }

    private static boolean isStill(@Nullable Node ownerWhenAsked) {
        Node now = owner();
        // From an owner that went away, or lies disabled below a form, JavaFX itself hands the keyboard on to whatever
        // comes next.
        return now == null || ownerWhenAsked == null || now.equals(ownerWhenAsked) || !canHold(ownerWhenAsked);
    }

    /** Whether a node lies in a window, is visible and not disabled. */
    public static boolean canHold(Node node) {
        return node.getScene() != null && !node.isDisabled() && isVisible(node);
    }

    /** Whether neither a node nor anything that it lies in is hidden. */
    public static boolean isVisible(Node node) {
        for (Node each = node; each != null; each = each.getParent()) {
            if (!each.isVisible()) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Node owner() {
        return Window.getWindows().stream()
                .filter(Window::isFocused)
                .findFirst()
                .map(Window::getScene)
                .map(Scene::getFocusOwner)
                .orElse(null);
    }
}
