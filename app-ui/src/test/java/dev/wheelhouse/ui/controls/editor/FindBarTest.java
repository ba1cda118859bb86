package dev.wheelhouse.ui.controls.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;

class FindBarTest extends FxTest {

    @Test
    void findsInEitherCaseBehindALetterWhoseLowerCaseIsLonger() {
        String text = "SELECT 'İstanbul', '𐐀'; select 2";
        FindBar bar = onFx(() -> {
            FindBar made = new FindBar(new CodeArea(text), () -> {}, () -> {});
            made.begin("Select");
            return made;
        });
        int second = text.indexOf("select");
        assertThat(bar.found()).containsExactly(new TextRange(0, 6), new TextRange(second, second + 6));
    }
}
