package dev.wheelhouse.ui.theme;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.stage.Window;

/**
 * When a caret blinks, which beats sixty times a second. JavaFX starts it with every move of the caret, also of a field that
 * is filled while nobody sees it, and lets it go on in a dialog that was closed with the keyboard in it.
 */
final class Carets {

    private Carets() {}

    static ObservableValue<Boolean> windowShown(Node node) {
        return node.sceneProperty()
                .flatMap(Scene::windowProperty)
                .flatMap(Window::showingProperty)
                .orElse(false);
    }

    static boolean mayBlink(TextInputControl input) {
        return input.isFocused() && windowShown(input).getValue();
    }
}
