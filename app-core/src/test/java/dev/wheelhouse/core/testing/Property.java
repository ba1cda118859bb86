package dev.wheelhouse.core.testing;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Runs a rule against many generated cases. Every case has a seed of its own, derived from the day: a landing tries at
 * most {@value #LANDING} of a rule, other ones each day, and {@code -Dwheelhouse.long=true} all of them. A failure names
 * its seed, and {@code -Dwheelhouse.seed=N} runs that one case again. {@code -Dwheelhouse.seed.first=N} runs the cases of
 * another day.
 */
public final class Property {

    /** The most cases of a rule that a landing tries. */
    static final int LANDING = 100;

    private static final String SEED = "wheelhouse.seed";
    private static final String FIRST = "wheelhouse.seed.first";

    private Property() {}

    /** What must hold for every value that is made from the generator. */
    @FunctionalInterface
    public interface Rule {
        void check(Random random) throws Exception;
    }

    /** Printed once a JVM, by the first rule. */
    private static final class Day {

        static final long FIRST_SEED = Long.getLong(FIRST, ofDay(Clock.systemUTC()));

        static {
            System.out.println("Properties begin with seed " + FIRST_SEED + "; -D" + FIRST + "=" + FIRST_SEED
                    + " runs the same cases again");
        }

        private Day() {}
    }

    /** The seed that the cases of this JVM derive from, such as 20261128. */
    public static long firstSeed() {
        return Day.FIRST_SEED;
    }

    /** Checks the rule for {@code cases} seeds of the day, at a landing for at most {@value #LANDING} of them. */
    public static void holds(int cases, Rule rule) {
        check(firstSeed(), Long.getLong(SEED), LongRun.of(Math.min(cases, LANDING), cases), rule);
    }

    /** @param only the one seed to check, or null for the first {@code cases} that derive from {@code first} */
    static void check(long first, @Nullable Long only, int cases, Rule rule) {
        if (only != null) {
            check(only, rule);
            return;
        }
        for (int number = 0; number < cases; number++) {
            check(seed(first, number), rule);
        }
    }

    /**
     * The seed of a case, 0 to 2^48 - 1. Neighbouring seeds would give generators whose first numbers are alike, so they
     * are mixed (SplitMix64, Steele, Lea and Flood 2014).
     */
    static long seed(long first, int number) {
        long mixed = first + number * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (mixed ^ (mixed >>> 31)) & 0xFFFF_FFFF_FFFFL;
    }

    /** The day in UTC as eight digits. */
    static long ofDay(Clock clock) {
        return Long.parseLong(
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE));
    }

    private static void check(long seed, Rule rule) {
        try {
            rule.check(new Random(seed));
        } catch (Exception | AssertionError problem) {
            throw new AssertionError("With -D" + SEED + "=" + seed + ": " + problem.getMessage(), problem);
        }
    }
}
