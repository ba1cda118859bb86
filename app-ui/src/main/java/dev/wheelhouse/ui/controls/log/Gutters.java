package dev.wheelhouse.ui.controls.log;

import java.util.List;

/**
 * Where the columns left of the text stand, in pixels.
 *
 * @param numberRight right edge of the line numbers; 0 shows none
 * @param fold where the sign of a fold begins
 * @param time where the times begin; 0 shows none
 * @param source where the names of the sources begin; 0 shows none
 * @param text where the text begins
 * @param sourceNames cut to their column
 */
record Gutters(
        double numberRight,
        double fold,
        double time,
        double source,
        double text,
        List<String> sourceNames,
        double charWidth,
        double lineHeight) {

    private static final double STRIPE = 4;
    private static final double MARK = 14;
    private static final double FOLD = 16;
    private static final double GAP = 10;
    private static final int LONGEST_NAME = 16;
    private static final int LEAST_DIGITS = 4;

    /** What is wanted beside the text. */
    record Options(boolean numbers, TimeColumn time, boolean sources) {}

    static Gutters of(Options options, long lastNumber, List<String> sources, double charWidth, double lineHeight) {
        double x = STRIPE + MARK;
        double numberRight = 0;
        if (options.numbers()) {
            int digits = Math.max(
                    LEAST_DIGITS, Long.toString(Math.max(1, lastNumber)).length());
            x += digits * charWidth;
            numberRight = x;
            x += 2;
        }
        double fold = x;
        x += FOLD;
        double time = 0;
        if (options.time() != TimeColumn.HIDDEN) {
            time = x;
            x += TimeColumn.WIDTH * charWidth + GAP;
        }
        double source = 0;
        List<String> names = sources.stream().map(Gutters::cut).toList();
        if (options.sources() && sources.size() > 1) {
            source = x;
            int longest = names.stream().mapToInt(String::length).max().orElse(0);
            x += longest * charWidth + GAP;
        }
        return new Gutters(numberRight, fold, time, source, Math.ceil(x), names, charWidth, lineHeight);
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    boolean isInFold(double x) {
        return x >= fold && x < fold + FOLD;
    }

    boolean isInMarks(double x) {
        return x < STRIPE + MARK;
    }
}
