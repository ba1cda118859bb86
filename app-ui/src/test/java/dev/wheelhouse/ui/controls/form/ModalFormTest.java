package dev.wheelhouse.ui.controls.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.Test;

class ModalFormTest extends FxTest {

    @Test
    void isCancelledFromEveryField() {
        AtomicInteger cancelled = new AtomicInteger();
        StackPane screen = onFx(StackPane::new);
        show(screen, 400, 300);
        TextField plain = onFx(TextField::new);
        TextField formatted = onFx(TextField::new);
        onFx(() -> {
            formatted.setTextFormatter(new TextFormatter<>(change -> change));
            Button cancel = new Button("Cancel");
            cancel.setCancelButton(true);
            cancel.setOnAction(_ -> cancelled.incrementAndGet());
            new ModalForm(screen).show(new VBox(formatted, plain, cancel), formatted::requestFocus);
            return true;
        });
        waitFor("the keyboard", formatted::isFocused);
        robot().type(KeyCode.ESCAPE);
        waitFor("the form cancelled", () -> cancelled.get() == 1);
        onFx(() -> {
            plain.requestFocus();
            return true;
        });
        robot().type(KeyCode.ESCAPE);
        waitFor("it cancelled once more", () -> cancelled.get() == 2);
    }

    /** A key of somebody fast, or of a slow machine. */
    @Test
    void isCancelledBeforeItIsDrawn() {
        AtomicInteger cancelled = new AtomicInteger();
        StackPane screen = onFx(StackPane::new);
        show(screen, 400, 300);
        onFx(() -> {
            TextField field = new TextField();
            Button cancel = new Button("Cancel");
            cancel.setCancelButton(true);
            cancel.setOnAction(_ -> cancelled.incrementAndGet());
            new ModalForm(screen).show(new VBox(field, new VBox(cancel)), field::requestFocus);
            Event.fireEvent(
                    field, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
            return true;
        });
        assertThat(cancelled).hasValue(1);
    }
}
