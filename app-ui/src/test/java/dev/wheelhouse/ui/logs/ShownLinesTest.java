package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownLinesTest {

    private final ListedDocument document = new ListedDocument();

    private ListedDocument trace(int frames) {
        document.add(LogLevel.ERROR, null, null, "head");
        for (int i = 0; i < frames; i++) {
            document.add(LogLevel.ERROR, null, null, true, "\tat frame " + i);
        }
        return document;
    }

    private List<ShownLine> page(long first, int count) {
        return new ShownLines(_ -> 0).of(ShownLines.Reading.of(document, first, count));
    }

    @Test
    void agreesOnAFoldWhereverAPageBegins() {
        document.add(LogLevel.INFO, null, null, "before");
        trace(7).add(LogLevel.INFO, null, null, "after");
        List<ShownLine> whole = page(0, 100);
        assertThat(whole.get(1).follows()).isEqualTo(7);

        for (int size = 1; size < 12; size++) {
            for (int first = 0; first < whole.size(); first++) {
                List<ShownLine> part = page(first, size);
                assertThat(part).isEqualTo(whole.subList(first, Math.min(whole.size(), first + size)));
            }
        }
    }

    @Test
    void foldsNoMoreThanItCanSee() {
        trace(ShownLines.MOST_FOLDED + 20);

        assertThat(page(0, 10).getFirst().follows()).isBetween(10, ShownLines.MOST_FOLDED);
        assertThat(page(ShownLines.MOST_FOLDED + 5, 5)).allMatch(line -> line.behind() == 0);
    }
}
