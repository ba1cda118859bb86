package dev.wheelhouse.core.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One thing measured again and again. Immutable.
 *
 * @param values in the order in which they were measured, at least one
 */
public record Repetitions(List<Double> values) {

    /** Of so many values on a spread of the whole is told; fewer say nothing about it. */
    private static final int FEWEST = 3;

    private static final int GROUPS = 10;

    public Repetitions {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured");
        }
    }

    public static Repetitions of(double... values) {
        return new Repetitions(Arrays.stream(values).boxed().toList());
    }

    public Repetitions map(DoubleUnaryOperator change) {
        return new Repetitions(values.stream().map(change::applyAsDouble).toList());
    }

    public double median() {
        return quantile(values, 0.5);
    }

    /**
     * The distance between the quartiles as a share of the median: 0.1 where half of the values lie within 10 % of it. Of
     * twenty values on it is that of the medians of ten groups in their order: single calls scatter far more than
     * what is reported of them.
     *
     * @return null for fewer than three values, and where the median is 0
     */
    public @Nullable Double spread() {
        List<Double> medians = new ArrayList<>();
        int size = Math.max(1, values.size() / GROUPS);
        for (int from = 0; from + size <= values.size(); from += size) {
            medians.add(quantile(values.subList(from, from + size), 0.5));
        }
        double median = median();
        return medians.size() < FEWEST || median == 0
                ? null
                : (Double) ((quantile(medians, 0.75) - quantile(medians, 0.25)) / Math.abs(median));
    }

    private static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }
}
