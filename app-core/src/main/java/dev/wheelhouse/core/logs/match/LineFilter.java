package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.search.ByteSearch;
import dev.wheelhouse.core.logs.search.LineSearch;
import dev.wheelhouse.core.logs.search.LiteralSearch;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A {@link LogFilter} that was checked and can be tried on lines. Immutable; each {@link Run} is for one thread. */
public final class LineFilter {

    private final List<CompiledPattern> include;
    private final List<CompiledPattern> exclude;
    private final Set<LogLevel> levels;

    private LineFilter(List<CompiledPattern> include, List<CompiledPattern> exclude, Set<LogLevel> levels) {
        this.include = include;
        this.exclude = exclude;
        this.levels = levels;
    }

    /**
     * Checks a filter.
     *
     * @throws AppException {@code validation_failed} on {@code include[i]} or {@code exclude[i]}
     */
    public static LineFilter of(LogFilter filter) {
        Set<LogLevel> levels = EnumSet.noneOf(LogLevel.class);
        levels.addAll(filter.levels());
        return new LineFilter(compiled("include", filter.include()), compiled("exclude", filter.exclude()), levels);
    }

    /** A filter of one pattern. @throws AppException {@code validation_failed} on {@code pattern} */
    public static LineFilter of(LogPattern pattern) {
        return new LineFilter(List.of(CompiledPattern.of("pattern", pattern)), List.of(), Set.of());
    }

    private static List<CompiledPattern> compiled(String name, List<LogPattern> patterns) {
        List<CompiledPattern> compiled = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            compiled.add(CompiledPattern.of(name + "[" + i + "]", patterns.get(i)));
        }
        return List.copyOf(compiled);
    }

    /** Begins to try lines that follow each other. */
    public Run start() {
        return start(() -> Thread.currentThread().isInterrupted());
    }

    /** @param isStopped asked while an expression takes long; then trying throws {@code cancelled} */
    public Run start(BooleanSupplier isStopped) {
        return new Run(this, isStopped);
    }

    private static ByteSearch[] searches(List<CompiledPattern> patterns, BooleanSupplier isStopped) {
        List<ByteSearch> searches = new ArrayList<>();
        for (CompiledPattern each : patterns) {
            ByteSearch search = each.search(isStopped);
            searches.add(search == null ? (_, _, _) -> true : search);
        }
        return searches.toArray(new ByteSearch[0]);
    }

    /**
     * Tries one line after the other; a line that belongs to the one before, as the frames of a stack trace do, has that
     * one's level. Not thread-safe.
     */
    public static final class Run {

        private final LineFilter filter;
        private final ByteSearch[] include;
        private final ByteSearch[] exclude;
        private final LevelRun levelRun = new LevelRun();

        private Run(LineFilter filter, BooleanSupplier isStopped) {
            this.filter = filter;
            this.include = searches(filter.include, isStopped);
            this.exclude = searches(filter.exclude, isStopped);
        }

        /**
         * What finds the lines, among many at once, that may be let through; null when each has to be tried.
         *
         * @param wholeLines whether the text of a line is all of it
         * @param isTextFrequent whether the text that every such line has occurs in many others, so that it is of little use
         */
        public @Nullable LineSearch candidates(boolean wholeLines, boolean isTextFrequent) {
            if (!filter.levels.isEmpty()) {
                // Whether a line has a level depends on those before it: none may be passed over.
                return null;
            }
            LineSearch text = text();
            LineSearch expression = wholeLines ? expression() : null;
            return text == null || (isTextFrequent && expression != null) ? expression : text;
        }

        private @Nullable LineSearch text() {
            for (CompiledPattern each : filter.include) {
                if (each.required() != null) {
                    return each.required();
                }
            }
            return null;
        }

        private @Nullable LineSearch expression() {
            for (int i = 0; i < include.length; i++) {
                if (!filter.include.get(i).isLiteral() && include[i] instanceof LineSearch search) {
                    return search;
                }
            }
            return null;
        }

        /** Whether every line that those candidates have is let through. */
        public boolean isEnough(@Nullable LineSearch candidates) {
            boolean isOne = include.length == 1 && exclude.length == 0 && filter.levels.isEmpty();
            return isOne
                    && candidates != null
                    && candidates instanceof LiteralSearch
                            == filter.include.getFirst().isLiteral();
        }

        /** @throws AppException {@code validation_failed} for an expression that takes too long; {@code cancelled} */
        public boolean test(String line) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            return test(bytes, 0, bytes.length);
        }

        /** As {@link #test(String)}, of a line in UTF-8 without its line break. */
        public boolean test(byte[] bytes, int from, int to) {
            if (!filter.levels.isEmpty() && !filter.levels.contains(levelRun.next(bytes, from, to))) {
                return false;
            }
            for (ByteSearch each : include) {
                if (!each.isIn(bytes, from, to)) {
                    return false;
                }
            }
            for (ByteSearch each : exclude) {
                if (each.isIn(bytes, from, to)) {
                    return false;
                }
            }
            return true;
        }
    }
}
