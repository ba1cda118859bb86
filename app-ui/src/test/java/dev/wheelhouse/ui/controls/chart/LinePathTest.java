package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinePathTest {

    private static LinePath path(ChartSeries line, long from, long to, int width) {
        return LinePath.of(line, new TimeScale(new TimeRange(from, to), 0, width), width);
    }

    private static double[] xs(LinePath.Run run) {
        return IntStream.range(0, run.size()).mapToDouble(run::x).toArray();
    }

    @Test
    void breaksTheLineWhereBucketsAreMissing() {
        ChartSeries line = ChartSeries.named("cpu")
                .add(0, 10, 1, 0, 2)
                .add(10, 10, 2, 1, 3)
                .add(40, 10, 3, 2, 9)
                .build();

        LinePath path = path(line, 0, 100, 100);

        assertThat(path.runs()).hasSize(2);
        assertThat(xs(path.runs().getFirst())).containsExactly(5, 15);
        assertThat(xs(path.runs().getLast())).containsExactly(45);
        assertThat(path.most()).isEqualTo(9);
    }

    @Test
    void runsOnToTheEdgesWhereTheLineGoesOnBeyondThem() {
        ChartSeries line = ChartSeries.named("cpu")
                .add(0, 10, 0, 0, 0)
                .add(10, 10, 10, 10, 10)
                .add(20, 10, 20, 20, 20)
                .add(30, 10, 30, 30, 30)
                .build();

        LinePath path = path(line, 10, 30, 200);

        assertThat(path.runs()).hasSize(1);
        assertThat(xs(path.runs().getFirst())).containsExactly(0, 50, 150, 200);
        assertThat(IntStream.range(0, 4)
                        .mapToDouble(path.runs().getFirst()::average)
                        .toArray())
                .containsExactly(5, 10, 20, 25);
    }

    @Test
    void showsNothingOfALineThatLiesOutside() {
        ChartSeries line = ChartSeries.named("cpu").add(0, 10, 1, 1, 1).build();

        assertThat(path(line, 100, 200, 50).runs()).isEmpty();
        assertThat(path(line, -200, -100, 50).runs()).isEmpty();
        assertThat(path(ChartSeries.named("none").build(), 0, 100, 50).runs()).isEmpty();
    }

    @Test
    void losesNoPeakWhenSeveralBucketsShareAPixel() {
        Random random = new Random(3);
        ChartSeries.Builder builder = ChartSeries.named("cpu");
        for (int i = 0; i < 10_000; i++) {
            double average = i == 7_654 ? 99 : random.nextDouble() * 20;
            builder.add(i * 10L, 10, average, average - 1, average + 1);
        }

        LinePath path = path(builder.build(), 0, 100_000, 300);

        LinePath.Run run = path.runs().getFirst();
        assertThat(path.runs()).hasSize(1);
        assertThat(run.size()).isLessThanOrEqualTo(600);
        assertThat(IntStream.range(0, run.size())
                        .mapToDouble(run::average)
                        .max()
                        .orElseThrow())
                .isEqualTo(99);
        assertThat(IntStream.range(0, run.size()).mapToDouble(run::max).max().orElseThrow())
                .isEqualTo(100);
        assertThat(xs(run)).isSorted();
        assertThat(path.most()).isEqualTo(100);
    }

    @Test
    void keepsTheGapsOfADenseLine() {
        ChartSeries.Builder builder = ChartSeries.named("cpu");
        for (int i = 0; i < 10_000; i++) {
            if (i < 4_000 || i >= 6_000) {
                builder.add(i * 10L, 10, 5, 5, 5);
            }
        }

        LinePath path = path(builder.build(), 0, 100_000, 300);

        assertThat(path.runs()).hasSize(2);
        assertThat(path.runs().getFirst().x(path.runs().getFirst().size() - 1)).isCloseTo(120, within(1.0));
        assertThat(path.runs().getLast().x(0)).isCloseTo(180, within(1.0));
    }

    @Test
    void stretchesTheBandOverTheAverageEvenWhereRoundingPutsItOutside() {
        ChartSeries line = ChartSeries.named("cpu").add(0, 10, 5, 6, 4).build();

        LinePath.Run run = path(line, 0, 10, 10).runs().getFirst();

        assertThat(run.min(0)).isEqualTo(5);
        assertThat(run.max(0)).isEqualTo(5);
    }
}
