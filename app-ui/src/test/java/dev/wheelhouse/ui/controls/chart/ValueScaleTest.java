package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValueScaleTest {

    private static final double GIB = 1 << 30;
    private static final double MIB = 1 << 20;

    private static List<String> words(ValueScale scale) {
        return scale.ticks().stream().map(scale::words).toList();
    }

    @Test
    void rulesPercentRoundAndNeverAboveAHundred() {
        assertThat(words(ValueScale.of(ChartUnit.PERCENT, 97, null, 4))).containsExactly("0 %", "50 %", "100 %");
        assertThat(words(ValueScale.of(ChartUnit.PERCENT, 38, null, 4)))
                .containsExactly("0 %", "10 %", "20 %", "30 %", "40 %");
        assertThat(ValueScale.of(ChartUnit.PERCENT, 81, null, 2).top()).isEqualTo(100);
    }

    @Test
    void doesNotBlowNoiseUpToTheWholeHeight() {
        assertThat(ValueScale.of(ChartUnit.PERCENT, 0, null, 4).top()).isEqualTo(10);
        assertThat(ValueScale.of(ChartUnit.COUNT, 1, null, 4).top()).isEqualTo(10);
    }

    @Test
    void rulesBytesByTheirOwnPowers() {
        assertThat(words(ValueScale.of(ChartUnit.BYTES_PER_SECOND, 3.4 * MIB, null, 4)))
                .containsExactly("0 B/s", "1 MiB/s", "2 MiB/s", "3 MiB/s", "4 MiB/s");
        assertThat(words(ValueScale.of(ChartUnit.BYTES, 900 * MIB, null, 4)))
                .containsExactly("0 B", "256 MiB", "512 MiB", "768 MiB", "1 GiB");
        assertThat(words(ValueScale.of(ChartUnit.BYTES, 1.4 * GIB, null, 4)))
                .containsExactly("0 B", "512 MiB", "1 GiB", "1.5 GiB");
    }

    @Test
    void hasRoomAboveTheLimit() {
        ValueScale scale = ValueScale.of(ChartUnit.BYTES, GIB, 8 * GIB, 4);

        assertThat(scale.top()).isGreaterThan(8 * GIB).isLessThan(9 * GIB);
        assertThat(words(scale)).containsExactly("0 B", "4 GiB", "8 GiB");
        assertThat(scale.y(8 * GIB, 10, 110)).isBetween(10.0, 20.0);
        assertThat(scale.y(0, 10, 110)).isEqualTo(110);
        assertThat(scale.y(99 * GIB, 10, 110)).isEqualTo(10);
    }

    @Test
    void rulesHundredthsAsWhatTheyMeanAndCountsWhole() {
        assertThat(words(ValueScale.of(ChartUnit.HUNDREDTHS, 173, null, 4)))
                .containsExactly("0.0", "0.5", "1.0", "1.5", "2.0");
        assertThat(words(ValueScale.of(ChartUnit.COUNT, 312, null, 4)))
                .containsExactly("0", "100", "200", "300", "400");
        assertThat(words(ValueScale.of(ChartUnit.COUNT, 45_000, null, 3))).containsExactly("0", "20 k", "40 k", "60 k");
    }

    @Test
    void writesValuesForPeople() {
        assertThat(ChartUnit.PERCENT.words(23)).isEqualTo("23 %");
        assertThat(ChartUnit.BYTES.words(3.14 * GIB)).isEqualTo("3.1 GiB");
        assertThat(ChartUnit.BYTES.words(812)).isEqualTo("812 B");
        assertThat(ChartUnit.BYTES_PER_SECOND.words(1.25 * MIB)).isEqualTo("1.3 MiB/s");
        assertThat(ChartUnit.HUNDREDTHS.words(123)).isEqualTo("1.23");
        assertThat(ChartUnit.COUNT.words(12_345)).isEqualTo("12,345");
    }
}
