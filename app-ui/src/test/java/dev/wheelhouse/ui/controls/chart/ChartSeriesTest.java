package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ChartSeriesTest {

    private static ChartSeries at(long... starts) {
        ChartSeries.Builder line = ChartSeries.named("cpu");
        for (long start : starts) {
            line.add(start, 10, (double) start, (double) start, (double) start);
        }
        return line.build();
    }

    @Test
    void findsTheBucketOfATimeAndNoneInAGap() {
        ChartSeries line = at(100, 110, 150);

        assertThat(line.bucketAt(99)).isEqualTo(-1);
        assertThat(line.bucketAt(100)).isZero();
        assertThat(line.bucketAt(119)).isEqualTo(1);
        assertThat(line.bucketAt(120)).isEqualTo(-1);
        assertThat(line.bucketAt(159)).isEqualTo(2);
        assertThat(line.bucketAt(160)).isEqualTo(-1);
    }

    @Test
    void findsTheNearestBucketOnEitherSideOfAGap() {
        ChartSeries line = at(100, 150);

        assertThat(line.nearest(0)).isZero();
        assertThat(line.nearest(129)).isZero();
        assertThat(line.nearest(131)).isEqualTo(1);
        assertThat(line.nearest(900)).isEqualTo(1);
        assertThat(at().nearest(5)).isEqualTo(-1);
    }

    @Test
    void joinsBucketsOnlyWithinOneAndAHalfSteps() {
        ChartSeries line = at(100, 115, 131);

        assertThat(line.joinsPrevious(0)).isFalse();
        assertThat(line.joinsPrevious(1)).isTrue();
        assertThat(line.joinsPrevious(2)).isFalse();
    }

    @Test
    void leavesOutWhatBeginsBeforeTheLastBucketEnds() {
        ChartSeries line = ChartSeries.named("cpu")
                .add(100, 10, 1, 1, 1)
                .add(109, 1, 9, 9, 9)
                .add(110, 1, 2, 2, 2)
                .build();

        assertThat(line.size()).isEqualTo(2);
        assertThat(line.average(1)).isEqualTo(2);
    }

    @Test
    void growsToAnyLengthAndRefusesBucketsOfNoLength() {
        ChartSeries.Builder line = ChartSeries.named("cpu");
        for (int i = 0; i < 1_000; i++) {
            line.add(i * 10L, 10, i, i, i);
        }

        assertThat(line.build().size()).isEqualTo(1_000);
        assertThat(line.build().average(999)).isEqualTo(999);
        assertThatThrownBy(() -> line.add(99_999, 0, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
