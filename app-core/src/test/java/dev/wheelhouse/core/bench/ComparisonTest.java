package dev.wheelhouse.core.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.bench.Comparison.Outcome;
import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final int NOW = 1000;

    @Test
    void namesWhatIsWorseWithBothNumbersAndCommits() {
        Comparison worse = Comparison.of(Results.millis(NOW, 130, 0.02), steady(5, 100));
        assertThat(worse.outcome()).isEqualTo(Outcome.WORSE);
        assertThat(worse.text()).isEqualTo("30 % worse: 130 ms, median of the last 5 100 ms; 00000004..000003e8");
    }

    @Test
    void saysNothingOfFifteenPercent() {
        assertThat(outcome(Results.millis(NOW, 114.9, 0.02), steady(5, 100))).isEqualTo(Outcome.SAME);
        assertThat(outcome(Results.millis(NOW, 115.1, 0.02), steady(5, 100))).isEqualTo(Outcome.WORSE);
        assertThat(Comparison.of(Results.millis(NOW, 50, 0.02), steady(5, 100)))
                .isEqualTo(new Comparison(Outcome.SAME, "50 % better"));
    }

    @Test
    void comparesRatioToPeerWhereThereIsOne() {
        List<Result> history = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            history.add(Results.rate(run, 900, 1000, 0.02, 0.02));
        }
        assertThat(outcome(Results.rate(NOW, 450, 500, 0.02, 0.02), history)).isEqualTo(Outcome.SAME);
        assertThat(Comparison.of(Results.rate(NOW, 900, 2000, 0.02, 0.02), history))
                .isEqualTo(new Comparison(
                        Outcome.WORSE,
                        "100 % worse: 0.45 × peer, median of the last 5 0.90 × peer; 00000004..000003e8"));
    }

    @Test
    void takesHalfTheRateForAsBadAsTwiceTheTime() {
        Property.holds(500, random -> {
            double before = 1 + random.nextDouble();
            double now = before * (0.5 + random.nextDouble());
            List<Result> times = new ArrayList<>();
            List<Result> rates = new ArrayList<>();
            for (int run = 0; run < 5; run++) {
                times.add(Results.millis(run, before, 0.0));
                rates.add(Results.rate(run, 1 / before, 1, 0.0, 0.0));
            }
            assertThat(outcome(Results.rate(NOW, 1 / now, 1, 0.0, 0.0), rates))
                    .isEqualTo(outcome(Results.millis(NOW, now, 0.0), times));
        });
    }

    @Test
    void leadsFromLastCommitThatWasNotWorseYet() {
        List<Result> history = steady(3, 100);
        history.add(Results.millis(3, 150, 0.02));
        history.add(Results.millis(4, 150, 0.02));
        assertThat(Comparison.of(Results.millis(NOW, 150, 0.02), history).text())
                .endsWith("; 00000002..000003e8");
    }

    @Test
    void needsThreeRunsOfSameMachineBenchmarkAndPeer() {
        List<Result> history = steady(2, 100);
        Measurement measurement = history.getFirst().measurement();
        for (int run = 10; run < 20; run++) {
            history.add(Results.on("another00000", run, 0.01, measurement));
            history.add(Results.rate(run, 900, 1000, 0.02, 0.02));
            history.add(Results.millis(run, 100, 0.5));
            history.add(Results.on("0123456789ab", run, 0.9, measurement));
        }
        assertThat(Comparison.of(Results.millis(NOW, 100, 0.02), history))
                .isEqualTo(new Comparison(Outcome.NO_HISTORY, "2 of 3 runs"));
        history.add(Results.millis(3, 100, 0.02));
        assertThat(outcome(Results.millis(NOW, 100, 0.02), history)).isEqualTo(Outcome.SAME);
    }

    @Test
    void comparesWithLastFiveInWhateverOrder() {
        Property.holds(500, random -> {
            List<Result> last = new ArrayList<>();
            for (int run = 100; run < 105; run++) {
                last.add(Results.millis(run, 100 + 10 * random.nextDouble(), 0.02));
            }
            Result now = Results.millis(NOW, 90 + 60 * random.nextDouble(), 0.02);
            Comparison expected = Comparison.of(now, last);
            List<Result> history = new ArrayList<>(last);
            for (int run = 0; run < random.nextInt(20); run++) {
                history.add(Results.millis(run, 1000 * random.nextDouble(), 0.02));
            }
            Collections.shuffle(history, random);
            assertThat(Comparison.of(now, history)).isEqualTo(expected);
        });
    }

    @Test
    void neverTakesNoiseForWorse() {
        Property.holds(1_000, random -> {
            List<Result> history = new ArrayList<>();
            for (int run = 0; run < 8; run++) {
                history.add(noisy(run, random));
                history.add(Results.rate(run, 100 - 7 * random.nextDouble(), 100, 0.1, 0.1));
            }
            assertThat(outcome(noisy(NOW, random), history)).isEqualTo(Outcome.NO_PROOF);
            assertThat(outcome(Results.rate(NOW, 100 - 7 * random.nextDouble(), 100, 0.1, 0.1), history))
                    .isEqualTo(Outcome.SAME);
        });
    }

    /** Too wide itself, beside too wide a peer, or on a busy machine. */
    private static Result noisy(int run, Random random) {
        double value = 1000 * random.nextDouble();
        double wide = 0.151 + random.nextDouble();
        return switch (random.nextInt(3)) {
            case 0 -> Results.rate(run, value, 100, wide, 0.01);
            case 1 -> Results.rate(run, value, 100, 0.01, wide);
            default ->
                Results.on(
                        "0123456789ab",
                        run,
                        0.201 + random.nextDouble(),
                        Results.rate(run, value, 100, 0.01, 0.01).measurement());
        };
    }

    @Test
    void takesSpreadOfRunsWhereOneTellsNone() {
        List<Result> history = new ArrayList<>();
        double[] values = {60, 100, 140, 80, 120};
        for (int run = 0; run < values.length; run++) {
            history.add(Results.millis(run, values[run], null));
        }
        assertThat(Comparison.of(Results.millis(NOW, 500, null), history))
                .isEqualTo(new Comparison(Outcome.NO_PROOF, "the runs before differ by 40 %"));
        assertThat(outcome(Results.millis(NOW, 500, 0.02), history)).isEqualTo(Outcome.WORSE);
        assertThat(outcome(Results.millis(NOW, 500, null), steady(5, 100))).isEqualTo(Outcome.WORSE);
    }

    @Test
    void leavesWhatWasZeroToItsBar() {
        assertThat(outcome(Results.millis(NOW, 0, null), steady(5, 0))).isEqualTo(Outcome.SAME);
        assertThat(outcome(Results.millis(NOW, 3, null), steady(5, 0))).isEqualTo(Outcome.NO_PROOF);
        assertThat(outcome(Results.millis(NOW, Double.NaN, null), steady(5, 100)))
                .isEqualTo(Outcome.NO_PROOF);
    }

    private static Outcome outcome(Result now, List<Result> history) {
        return Comparison.of(now, history).outcome();
    }

    private static List<Result> steady(int runs, double millis) {
        List<Result> history = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            history.add(Results.millis(run, millis, (Double) 0.02));
        }
        return history;
    }
}
