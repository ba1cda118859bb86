package dev.wheelhouse.ui.schedules.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.LogLines.Change;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutputLinesTest {

    private final OutputLines lines = new OutputLines();
    private final List<Change> told = new ArrayList<>();

    @BeforeEach
    void listen() {
        lines.show(List.of("one", "tw"), true);
        lines.addListener(told::add);
    }

    private ShownLine line(long row) {
        return Objects.requireNonNull(lines.line(row));
    }

    @Test
    void goesOnWithALineThatWasNotWrittenToItsEnd() {
        lines.show(List.of("one", "two", "ERROR three"), true);
        assertThat(told).containsExactly(Change.GREW);
        assertThat(lines.end()).isEqualTo(3);
        assertThat(line(1).text()).isEqualTo("two");
        assertThat(line(2).level()).isEqualTo(LineLevel.ERROR);
        assertThat(line(2).number()).isEqualTo(2);
    }

    @Test
    void keepsTheRowsOfLinesWhenTheOldestAreLeftOut() {
        lines.show(List.of("one", "two", "three", "four"), true);
        lines.show(List.of("three", "four", "five"), false);
        assertThat(told).containsExactly(Change.GREW, Change.GREW);
        assertThat(lines.first()).isEqualTo(2);
        assertThat(line(4).text()).isEqualTo("five");
        assertThat(line(4).number()).isEqualTo(4);
        assertThat(lines.line(1)).isNull();
    }

    @Test
    void beginsAnewWithOtherLines() {
        lines.show(List.of("another", "run"), false);
        assertThat(told).containsExactly(Change.REPLACED);
        assertThat(line(0).number()).as("nobody knows its number").isEqualTo(-1);
    }

    @Test
    void saysNothingWhenNothingCame() {
        lines.show(List.of("one", "tw"), true);
        assertThat(told).isEmpty();
    }

    @Test
    void readsWhatThereIsOfARange() {
        List<ShownLine> read = new ArrayList<>();
        lines.read(1, 9, read::addAll);
        assertThat(read).extracting(ShownLine::text).containsExactly("tw");
    }
}
