package dev.wheelhouse.ui.theme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaretsTest extends FxTest {

    private static TextInputControl make(Class<? extends TextInputControl> kind) {
        return onFx(() -> kind.getConstructor().newInstance());
    }

    @ParameterizedTest
    @ValueSource(classes = {TextField.class, PasswordField.class, TextArea.class})
    void restWhenTheyMoveWithoutTheKeyboard(Class<? extends TextInputControl> kind) {
        TextInputControl input = make(kind);
        show(new VBox(new Button("Add"), input), 200, 100);
        onFx(() -> {
            input.setText("filled");
            input.end();
            return true;
        });
        waitForRest(1);
        assertThat(input.isFocused()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(classes = {TextField.class, PasswordField.class, TextArea.class})
    void blinkWithTheKeyboardUntilTheWindowIsClosed(Class<? extends TextInputControl> kind) {
        AtomicInteger pulses = new AtomicInteger();
        Scene below = show(new VBox(new Button("Delete…")), 200, 100);
        TextInputControl input = make(kind);
        Stage dialog = onFx(() -> {
            Scene scene = new Scene(new VBox(input), 200, 100);
            Theme.dress(scene, false);
            scene.addPostLayoutPulseListener(pulses::incrementAndGet);
            Stage made = new Stage();
            made.initOwner(below.getWindow());
            made.setScene(scene);
            made.show();
            return made;
        });
        waitFor("the beats of its caret", () -> input.isFocused() && pulses.get() > 60);

        onFx(() -> {
            dialog.close();
            return true;
        });
        waitForRest(1);

        int closed = pulses.get();
        onFx(() -> {
            dialog.show();
            return true;
        });
        waitFor("its beats again", () -> pulses.get() > closed + 60);
    }
}
