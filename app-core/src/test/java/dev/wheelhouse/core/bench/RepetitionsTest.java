package dev.wheelhouse.core.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepetitionsTest {

    @Test
    void tellsMedianOfValuesInAnyOrder() {
        assertThat(Repetitions.of(9, 1, 5).median()).isEqualTo(5);
        assertThat(Repetitions.of(4, 1, 2, 9).median()).isEqualTo(3);
        assertThat(Repetitions.of(7).median()).isEqualTo(7);
    }

    @Test
    void tellsDistanceOfQuartilesBesideMedian() {
        assertThat(Repetitions.of(110, 80, 100, 90, 120).spread()).isEqualTo(0.2);
    }

    @Test
    void tellsNoSpreadOfFewValuesOrBesideZero() {
        assertThat(Repetitions.of(1, 2).spread()).isNull();
        assertThat(Repetitions.of(0, 0, 0, 5).spread()).isNull();
    }

    @Test
    void takesScatterOfSingleCallsForLessThanDriftOfThem() {
        List<Double> scattered =
                IntStream.range(0, 300).mapToObj(i -> 100.0 + 60 * (i % 3 - 1)).toList();
        List<Double> drifting =
                IntStream.range(0, 300).mapToObj(i -> 100.0 + i / 3.0).toList();
        assertThat(new Repetitions(scattered).spread()).isEqualTo(0);
        assertThat(new Repetitions(drifting).spread()).isCloseTo(0.3, within(0.05));
    }

    @Test
    void refusesNoValues() {
        assertThatThrownBy(Repetitions::of).isInstanceOf(IllegalArgumentException.class);
    }
}
