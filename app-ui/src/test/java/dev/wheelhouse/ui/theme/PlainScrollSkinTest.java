package dev.wheelhouse.ui.theme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.Test;

class PlainScrollSkinTest extends FxTest {

    @Test
    void keepsNoPictureOfWhatScrolls() {
        VBox root = onFx(() -> new VBox(new ScrollPane(new Button("Add")), new TextArea("text")));
        show(root, 300, 200);
        assertThat(onFx(() -> root.lookupAll(".viewport"))).hasSize(2).noneMatch(each -> each.isCache());
    }
}
