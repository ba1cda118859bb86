package dev.wheelhouse.core.testing;

import java.util.Random;

/**
 * Runs a rule against many generated cases. Every case has a seed of its own; a failure names it, and
 * {@code -Dwheelhouse.seed=N} runs that one case again.
 */
public final class Property {

    private static final String SEED = "wheelhouse.seed";

    private Property() {}

    /** What must hold for whatever is made from the generator. */
    @FunctionalInterface
    public interface Rule {
        void check(Random random) throws Exception;
    }

    /** Checks the rule for the seeds 1 to {@code cases}, so that every run tries the same. */
    public static void holds(int cases, Rule rule) {
        Long only = Long.getLong(SEED);
        if (only != null) {
            check(only, rule);
            return;
        }
        for (long seed = 1; seed <= cases; seed++) {
            check(seed, rule);
        }
    }

    private static void check(long seed, Rule rule) {
        try {
            rule.check(new Random(seed));
        } catch (Exception | AssertionError problem) {
            throw new AssertionError("With -D" + SEED + "=" + seed + ": " + problem.getMessage(), problem);
        }
    }
}
