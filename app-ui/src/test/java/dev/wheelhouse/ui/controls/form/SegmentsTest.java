package dev.wheelhouse.ui.controls.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.Test;

class SegmentsTest extends FxTest {

    private final ObjectProperty<String> chosen = new SimpleObjectProperty<>("one");
    private final HBox row = new HBox();

    private void open() {
        Segments.fill(row, List.of("one", "two", "three"), chosen, each -> each);
        show(row, 400, 100);
    }

    private ToggleButton button(int number) {
        return (ToggleButton) row.getChildren().get(number);
    }

    private boolean isChosen(int number, String value) {
        return value.equals(chosen.get())
                && row.getChildren().stream()
                        .allMatch(each -> ((ToggleButton) each).isSelected() == each.equals(button(number)));
    }

    @Test
    void theArrowKeysChoose() {
        onFx(() -> {
            open();
            button(0).requestFocus();
            return true;
        });
        robot().type(KeyCode.RIGHT);
        waitFor("the second", () -> isChosen(1, "two"));
        robot().type(KeyCode.RIGHT, KeyCode.LEFT);
        waitFor("back at it", () -> isChosen(1, "two"));
    }

    @Test
    void aSecondClickLeavesItChosen() {
        onFx(() -> {
            open();
            button(2).fire();
            button(2).fire();
            return true;
        });
        assertThat(onFx(() -> isChosen(2, "three"))).isTrue();
    }

    @Test
    void followsWhatIsChosenElsewhere() {
        onFx(() -> {
            open();
            chosen.set("three");
            return true;
        });
        assertThat(onFx(() -> isChosen(2, "three"))).isTrue();
    }
}
