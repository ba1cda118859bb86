package dev.wheelhouse.core.logs.search;

import org.jspecify.annotations.Nullable;

/** Finds the longest text that every match of an expression contains, so that lines without it need not be tried. */
public final class RequiredText {

    private static final int SHORTEST = 2;

    private final boolean caseSensitive;
    private final StringBuilder run = new StringBuilder();
    private String longest = "";

    private RequiredText(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
    }

    /**
     * The text, in small letters unless {@code caseSensitive}.
     *
     * @param caseSensitive whether the text is looked for with its capitals
     * @return null when there is none that is worth looking for
     */
    public static @Nullable String of(Expression expression, boolean caseSensitive) {
        RequiredText text = new RequiredText(caseSensitive);
        text.walk(expression);
        text.endRun();
        return text.longest.length() < SHORTEST ? null : text.longest;
    }

    private void walk(Expression expression) {
        switch (expression) {
            case Expression.One one -> {
                int sign = one.set().single(caseSensitive);
                if (sign < 0) {
                    endRun();
                } else {
                    run.appendCodePoint(sign);
                }
            }
            case Expression.Sequence sequence -> sequence.parts().forEach(this::walk);
            case Expression.Repeat repeat
            when repeat.least() > 0 -> {
                walk(repeat.body());
                endRun();
            }
            case Expression.Repeat _, Expression.Either _, Expression.Place _ -> endRun();
        }
    }

    private void endRun() {
        if (run.length() > longest.length()) {
            longest = run.toString();
        }
        run.setLength(0);
    }
}
