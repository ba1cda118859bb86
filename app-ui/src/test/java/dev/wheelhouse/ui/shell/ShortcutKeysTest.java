package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.testing.FxTest;
import java.util.List;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.Test;

class ShortcutKeysTest extends FxTest {

    @Test
    void keepsTheCharacterOfAUsedShortcutFromWhatGetsTheKeyboard() {
        TextField before = new TextField();
        TextField after = new TextField();
        Scene scene = show(new VBox(before, after), 300, 200);
        onFx(() -> {
            Action goes = Action.of("go", "Go", "fth-x", after::requestFocus).withShortcut("Alt+2");
            new ShortcutKeys(() -> List.of(goes), Action::run).listenTo(scene);
            before.requestFocus();
            fire(scene, KeyEvent.KEY_PRESSED, "", KeyCode.DIGIT2, true);
            fire(scene, KeyEvent.KEY_TYPED, "2", KeyCode.UNDEFINED, false);
            fire(scene, KeyEvent.KEY_PRESSED, "", KeyCode.DIGIT3, false);
            fire(scene, KeyEvent.KEY_TYPED, "3", KeyCode.UNDEFINED, false);
            return true;
        });
        assertThat(before.getText()).isEmpty();
        assertThat(after.getText()).isEqualTo("3");
    }

    private static void fire(Scene scene, EventType<KeyEvent> type, String typed, KeyCode code, boolean alt) {
        Event.fireEvent(scene.getFocusOwner(), new KeyEvent(type, typed, "", code, false, false, alt, false));
    }
}
