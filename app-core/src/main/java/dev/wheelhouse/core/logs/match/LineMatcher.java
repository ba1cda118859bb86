package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/** Finds where a pattern matches within a line, to mark it. Immutable and thread-safe. */
public final class LineMatcher {

    private static final int MOST = 1000;

    private final CompiledPattern pattern;

    private LineMatcher(CompiledPattern pattern) {
        this.pattern = pattern;
    }

    /** @throws AppException {@code validation_failed} on {@code pattern} */
    public static LineMatcher of(LogPattern pattern) {
        return new LineMatcher(CompiledPattern.of("pattern", pattern));
    }

    /**
     * A place that matches.
     *
     * @param start of its first character
     * @param end behind its last one
     */
    public record Match(int start, int end) {}

    /**
     * Every place that matches and is not empty, from the first on, a thousand at most.
     *
     * @param limit how long an expression may take on the line; when it takes longer, the places that were found until then
     */
    public List<Match> find(String line, Duration limit) {
        List<Match> matches = new ArrayList<>();
        if (pattern.pattern().pattern().isEmpty()) {
            return matches;
        }
        try {
            Matcher matcher = pattern.matcher(line, limit);
            while (matches.size() < MOST && matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    matches.add(new Match(matcher.start(), matcher.end()));
                }
            }
            return matches;
        } catch (LineChars.Interrupted | StackOverflowError _) {
            return matches;
        }
    }
}
