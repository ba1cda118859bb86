package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.match.LineMatcher;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.ui.controls.log.LineSearch;
import dev.wheelhouse.ui.controls.log.TextRange;
import java.time.Duration;

/** What a person typed to be looked for. The core says what it means; here it is put to words and marked in lines. */
final class PatternText {

    static final int LONGEST = 1000;

    /** A line that takes longer is marked as far as it was looked at; the window paints no slower for it. */
    private static final Duration LIMIT = Duration.ofMillis(2);

    private PatternText() {}

    /** What is wrong with it and what to do; empty when it can be looked for. */
    static String problem(LogPattern pattern) {
        if (pattern.text().isEmpty()) {
            return "Type what to look for.";
        }
        try {
            LineMatcher.of(pattern);
            return "";
        } catch (AppException e) {
            return e.details() instanceof FieldProblems(var problems)
                    ? problems.getFirst().message()
                    : String.valueOf(e.getMessage());
        }
    }

    /**
     * Marks where it is in a line.
     *
     * @throws AppException where it has a {@link #problem}
     */
    static LineSearch search(LogPattern pattern) {
        LineMatcher matcher = LineMatcher.of(pattern);
        return text -> matcher.find(text, LIMIT).stream()
                .map(match -> new TextRange(match.start(), match.end()))
                .toList();
    }
}
