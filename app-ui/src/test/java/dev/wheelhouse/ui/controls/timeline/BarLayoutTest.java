package dev.wheelhouse.ui.controls.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarLayoutTest {

    private static RunBar bar(String id, BarKind kind, long millis) {
        return new RunBar(id, kind, millis, id);
    }

    @Test
    void putsTheNewestAtTheRightAndLeavesOutTheOldest() {
        List<RunBar> bars = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            bars.add(bar("r" + i, BarKind.SUCCESS, 10));
        }
        BarLayout layout = BarLayout.of(bars, 30, 150, 30);

        assertThat(layout.bars()).hasSize(30);
        assertThat(layout.bars().getFirst().id()).isEqualTo("r10");
        assertThat(layout.x(29) + layout.barWidth()).isEqualTo(150);
    }

    @Test
    void isAsHighAsTheRunWasLongAgainstTheLongest() {
        BarLayout layout = BarLayout.of(
                List.of(bar("a", BarKind.SUCCESS, 1_000), bar("b", BarKind.FAILURE, 500), bar("c", BarKind.SUCCESS, 1)),
                30,
                150,
                33);

        assertThat(layout.height(0)).isEqualTo(30);
        assertThat(layout.height(1)).isEqualTo(15);
        assertThat(layout.height(2)).as("still seen").isEqualTo(3);
    }

    @Test
    void readsNoDurationOfWhatDidNotRun() {
        BarLayout layout =
                BarLayout.of(List.of(bar("a", BarKind.SUCCESS, 10), bar("b", BarKind.ABSENT, 1_000_000)), 30, 150, 33);

        assertThat(layout.height(0)).isEqualTo(30);
        assertThat(layout.height(1)).isEqualTo(BarLayout.FLAT_HEIGHT);
    }

    @Test
    void findsTheBarUnderThePointer() {
        BarLayout layout =
                BarLayout.of(List.of(bar("a", BarKind.SUCCESS, 1), bar("b", BarKind.SUCCESS, 1)), 30, 150, 33);

        assertThat(layout.at(149)).isEqualTo(1);
        assertThat(layout.at(layout.x(0))).isZero();
        assertThat(layout.at(layout.x(0) - 1)).isEqualTo(-1);
        assertThat(BarLayout.of(List.of(), 30, 150, 33).at(100)).isEqualTo(-1);
    }
}
