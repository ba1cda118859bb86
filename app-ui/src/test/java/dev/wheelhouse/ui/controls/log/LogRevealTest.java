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

    /** One at a line that is not fetched yet, which is handed over once it is. */
    private LogView lateAtRowSeven(ListedLines lines, List<String> handed) {
        LogView view = onFx(() -> new LogView(lines, ZoneOffset.UTC));
        show(view, 600, 300);
        onFx(() -> {
            lines.setLate(true);
            view.reveal(7);
            view.whenFetched(line -> handed.add(line.text()));
            return true;
        });
        return view;
    }

    @Test
    void handsOverTheLineThatItWentToOnceItIsFetched() {
        ListedLines lines = ListedLines.counted(40);
        List<String> handed = new ArrayList<>();
        var _ = lateAtRowSeven(lines, handed);
        onFx(() -> handed.add("later"));
        onFx(() -> {
            lines.setLate(false);
            return true;
        });
        waitFor("the line", () -> handed.equals(List.of("later", "line 7")));
    }

    @Test
    void handsOverNoLineThatTheKeyboardHasLeftBeforeItIsFetched() {
        ListedLines lines = ListedLines.counted(40);
        List<String> handed = new ArrayList<>();
        LogView view = lateAtRowSeven(lines, handed);
        onFx(() -> {
            view.reveal(9);
            lines.setLate(false);
            return true;
        });
        waitFor("the line that it went on to", () -> view.selectedLineProperty().get() != null);
        assertThat(handed).isEmpty();
    }
}
