package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogRevealTest extends FxTest {

    private static final int HEAD = 10;
    private static final int FRAMES = 5;

    private static ListedLines withATrace() {
        List<ShownLine> lines = new ArrayList<>();
        for (int row = 0; row < 40; row++) {
            int behind = row > HEAD && row <= HEAD + FRAMES ? row - HEAD : 0;
            lines.add(new ShownLine(
                    row, row, null, LineLevel.NONE, 0, "line " + row, 7, false, row == HEAD ? FRAMES : 0, behind));
        }
        return new ListedLines(lines);
    }

    @Test
    void unfoldsTheTraceThatAHitLiesInAlsoWhenItsLinesComeLate() {
        ListedLines lines = withATrace();
        LogView view = onFx(() -> new LogView(lines, ZoneOffset.UTC));
        show(view, 600, 300);
        assertThat(onFx(() -> view.isSeen(HEAD + 3))).isFalse();
        onFx(() -> {
            lines.setLate(true);
            view.reveal(HEAD + 3, new TextRange(0, 4));
            lines.setLate(false);
            return true;
        });
        assertThat(onFx(() -> view.isSeen(HEAD + 3))).isTrue();
        assertThat(onFx(view::selectedRow)).contains(HEAD + 3L);
    }
}
