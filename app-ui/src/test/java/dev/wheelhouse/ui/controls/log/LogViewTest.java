package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.time.ZoneOffset;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;

class LogViewTest extends FxTest {

    @Test
    void drawsEverythingThatLogsHave() {
        LogView view = onFx(() -> {
            LogView made = new LogView(SampleLog.lines(), ZoneOffset.UTC);
            made.timesProperty().set(TimeColumn.LOCAL);
            made.setBookmarks(number -> number == 60);
            made.searchProperty().set(text -> {
                int at = text.indexOf("order");
                return at < 0 ? java.util.List.of() : java.util.List.of(new TextRange(at, at + 5));
            });
            return made;
        });
        Scene scene = show(new StackPane(view), 1280, 720);
        Pictures.take(scene, "log-view");
        assertThat(onFx(view::topRow)).isPositive();
    }
}
