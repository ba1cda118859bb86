package dev.wheelhouse.ui.controls.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.util.Objects;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonEditorTest extends FxTest {

    private static final String TEXT = """
        {
          "name" : "Ada",
          "credit": 12345678901234567890.10,
          "tags": ["a", "b"],
          "name" : true
        }\
        """;

    private @Nullable JsonEditor opened;

    private Scene open(String text, boolean editable) {
        JsonEditor made = onFx(() -> new JsonEditor(text, editable));
        opened = made;
        return show(onFx(() -> new BorderPane(made)), 900, 420);
    }

    private JsonEditor editor() {
        return Objects.requireNonNull(opened);
    }

    private String text() {
        return onFx(() -> editor().area().getText());
    }

    private void select(int row) {
        onFx(() -> {
            editor().tree().requestFocus();
            editor().tree().getSelectionModel().select(row);
            return true;
        });
    }

    private void type(String text, KeyCode... keys) {
        robot().push(keys);
        waitFor(
                "the field",
                () -> robot().lookup(".json-field").tryQueryAs(TextField.class).isPresent());
        robot().write(text, 2);
        robot().push(KeyCode.ENTER);
        waitFor("no field", () -> robot().lookup(".json-field").tryQuery().isEmpty());
    }

    @Test
    void editsRenamesAddsMovesAndRemovesWithTheKeyboard() {
        Scene scene = open(TEXT, true);
        select(2);
        type("0.50", KeyCode.F2);
        assertThat(text()).isEqualTo(TEXT.replace("12345678901234567890.10", "0.50"));
        select(2);
        type("owed", KeyCode.SHIFT, KeyCode.F2);
        assertThat(text()).contains("\"owed\": 0.50").contains("\"name\" : \"Ada\"");
        robot().push(KeyCode.ALT, KeyCode.UP);
        assertThat(text()).startsWith("{\n  \"owed\": 0.50,\n  \"name\" : \"Ada\"");
        select(4);
        robot().push(KeyCode.DELETE);
        assertThat(text()).endsWith("\"tags\": [\"a\", \"b\"]\n}");
        select(0);
        type("city", KeyCode.INSERT);
        assertThat(text()).endsWith("\"tags\": [\"a\", \"b\"],\n  \"city\": null\n}");
        select(4);
        type("no json", KeyCode.F2);
        assertThat(text()).contains("\"city\": \"no json\"");
        onFx(() -> {
            editor().tree().getRoot().getChildren().get(2).setExpanded(true);
            return true;
        });
        Pictures.takeOwnSize(scene, "json-editor");
    }

    @Test
    void saysWhereTheTextIsNoJsonAndGoesOnWhenItIs() {
        Scene scene = open(TEXT, true);
        onFx(() -> {
            editor().area().replaceText(0, 1, "");
            return true;
        });
        assertThat(onFx(() -> editor().tree().isDisabled())).isTrue();
        Pictures.takeOwnSize(scene, "json-editor-problem");
        onFx(() -> {
            editor().area().setText("[1, 2, 3]");
            return true;
        });
        assertThat(onFx(() -> editor().tree().isDisabled())).isFalse();
        assertThat(onFx(() -> editor().tree().getRoot().getChildren().size())).isEqualTo(3);
    }

    @Test
    void onlyShowsWhatCannotBeEdited() {
        open(TEXT, false);
        select(1);
        robot().push(KeyCode.DELETE);
        robot().push(KeyCode.F2);
        assertThat(text()).isEqualTo(TEXT);
        assertThat(robot().lookup(".json-field").tryQuery()).isEmpty();
    }
}
