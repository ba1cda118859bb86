package dev.wheelhouse.core.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a result is beside those of earlier runs on the same machine: the median of the last five that prove something.
 *
 * @param text for people: by how much, and for {@link Outcome#WORSE} both numbers and the commits between
 */
public record Comparison(Outcome outcome, String text) {

    /** Whether a change names itself. */
    public enum Outcome {
        /** Better, or not much worse. */
        SAME,
        /** By more than 15 %. */
        WORSE,
        /** Too noisy a run to tell, or too noisy ones before it. */
        NO_PROOF,
        /** There are fewer than three runs to compare with. */
        NO_HISTORY
    }

    private static final int RUNS = 5;
    private static final int FEWEST_RUNS = 3;
    private static final double MOST_CHANGE = 1.15;

    /** @param history without the result itself, of any machine and benchmark, in any order */
    static Comparison of(Result now, List<Result> history) {
        String noise = now.noise();
        if (noise != null) {
            return new Comparison(Outcome.NO_PROOF, noise);
        }
        List<Result> last = lastOf(history.stream()
                .filter(each -> now.isComparable(each) && each.noise() == null)
                .sorted(Comparator.comparing(each -> each.conditions().instant()))
                .toList());
        if (last.size() < FEWEST_RUNS) {
            return new Comparison(Outcome.NO_HISTORY, last.size() + " of " + FEWEST_RUNS + " runs");
        }
        Repetitions figures = new Repetitions(
                last.stream().map(each -> each.measurement().figure()).toList());
        Double scattered = figures.spread();
        // Where a run says nothing about its own spread, that of the runs stands in for it.
        if (now.measurement().spread() == null && Result.isWide(scattered)) {
            return new Comparison(Outcome.NO_PROOF, "the runs before differ by " + Result.percent(scattered));
        }
        return judge(now, last, figures.median());
    }

    private static List<Result> lastOf(List<Result> sorted) {
        return sorted.subList(Math.max(0, sorted.size() - RUNS), sorted.size());
    }

    private static Comparison judge(Result now, List<Result> last, double median) {
        double figure = now.measurement().figure();
        if (figure == median) {
            return new Comparison(Outcome.SAME, "the same");
        }
        if (median <= 0) {
            return new Comparison(Outcome.NO_PROOF, "before it was " + Report.number(median) + ", so its bar decides");
        }
        double change = change(now.measurement(), figure, median);
        if (change <= MOST_CHANGE) {
            return new Comparison(Outcome.SAME, inWords(change));
        }
        // Some of the last runs may already have had it.
        List<Result> good = new ArrayList<>(last);
        good.removeIf(each -> change(each.measurement(), each.measurement().figure(), median) > MOST_CHANGE);
        String unit =
                now.measurement().ratio() == null ? " " + now.measurement().unit() : " × peer";
        return new Comparison(
                Outcome.WORSE,
                String.format(
                        Locale.ROOT,
                        "%s: %s%s, median of the last %d %s%s; %s..%s",
                        inWords(change),
                        Report.number(figure),
                        unit,
                        last.size(),
                        Report.number(median),
                        unit,
                        good.getLast().conditions().version(),
                        now.conditions().version()));
    }

    /** How many times as bad: above 1 is worse. */
    private static double change(Measurement measurement, double figure, double median) {
        return measurement.higherIsBetter() ? median / figure : figure / median;
    }

    private static String inWords(double change) {
        return String.format(Locale.ROOT, "%.0f %% %s", 100 * Math.abs(change - 1), change > 1 ? "worse" : "better");
    }
}
