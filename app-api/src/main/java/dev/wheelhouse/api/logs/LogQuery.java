package dev.wheelhouse.api.logs;

import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a query asks of a log. */
final class LogQuery {

    private static final int MOST_LINES = 10_000;
    private static final int DEFAULT_LINES = 200;
    private static final String[] SPAN = {"from", "to", "after", "limit"};

    private LogQuery() {}

    static String[] ofRange() {
        return SPAN.clone();
    }

    static String[] ofFilter() {
        return new String[] {"regex", "caseSensitive"};
    }

    /** Parameters of a filter that may be given several times. */
    static String[] ofFilterAgain() {
        return new String[] {"include", "exclude", "level"};
    }

    static int tail(Request request) {
        return request.integer("tail", DEFAULT_LINES, 1, MOST_LINES);
    }

    static LogSearch range(Request request) {
        return span(request, LogFilter.ALL);
    }

    static LogSearch search(Request request) {
        return span(request, filter(request));
    }

    /** All lines of a span, in pages of the largest size. */
    static LogSearch export(Request request) {
        LogSearch all = search(request);
        return new LogSearch(all.filter(), all.from(), all.to(), null, MOST_LINES);
    }

    static LogFilter filter(Request request) {
        boolean regex = request.flag("regex", false);
        boolean caseSensitive = request.flag("caseSensitive", false);
        return new LogFilter(
                patterns(request, "include", regex, caseSensitive),
                patterns(request, "exclude", regex, caseSensitive),
                levels(request));
    }

    private static LogSearch span(Request request, LogFilter filter) {
        Instant from = time(request, "from");
        Instant to = time(request, "to");
        if (from != null && to != null && !from.isBefore(to)) {
            throw AppException.invalid("query.to", "Give a time after that of from.");
        }
        LogPosition after =
                request.text("after").map(text -> position("query.after", text)).orElse(null);
        return new LogSearch(filter, from, to, after, request.integer("limit", DEFAULT_LINES, 1, MOST_LINES));
    }

    private static @Nullable Instant time(Request request, String name) {
        return request.text(name)
                .map(text -> {
                    try {
                        return OffsetDateTime.parse(text).toInstant();
                    } catch (DateTimeException _) {
                        throw AppException.invalid(
                                "query." + name,
                                "Give a time as RFC 3339 writes it, such as 2026-01-02T03:04:05Z (a plus sign is"
                                        + " %2B).");
                    }
                })
                .orElse(null);
    }

    /** @throws AppException {@code validation_failed} on the path for what no position looks like */
    static LogPosition position(String path, String text) {
        boolean printable = text.chars().allMatch(c -> c > ' ' && c <= '~');
        if (text.isEmpty() || !printable || text.length() > LogPosition.LONGEST_MERGED) {
            throw AppException.invalid(path, "Use a position that this log has given.");
        }
        return new LogPosition(text);
    }

    private static List<LogPattern> patterns(Request request, String name, boolean regex, boolean caseSensitive) {
        List<String> texts = request.texts(name);
        if (texts.contains("")) {
            throw AppException.invalid("query." + name, "Give what to look for, or leave the parameter out.");
        }
        return texts.stream()
                .map(text -> new LogPattern(text, regex, caseSensitive))
                .toList();
    }

    private static Set<LogLevel> levels(Request request) {
        Set<LogLevel> levels = EnumSet.noneOf(LogLevel.class);
        for (String word : request.texts("level")) {
            levels.add(Arrays.stream(LogLevel.values())
                    .filter(each -> each.wireName().equals(word))
                    .findFirst()
                    .orElseThrow(() -> AppException.invalid(
                            "query.level",
                            "Use "
                                    + Arrays.stream(LogLevel.values())
                                            .map(LogLevel::wireName)
                                            .collect(Collectors.joining(", "))
                                    + ".")));
        }
        return levels;
    }

    /** Runs work and names the parameter that it finds fault with as the caller gave it. */
    static <T> T naming(Supplier<T> work) {
        return naming(work, "");
    }

    /**
     * As {@link #naming(Supplier)}.
     *
     * @param parameter that stands for whatever it finds fault with; empty where each fault names its own
     */
    static <T> T naming(Supplier<T> work, String parameter) {
        try {
            return work.get();
        } catch (AppException e) {
            if (e.details() instanceof FieldProblems(List<FieldProblem> errors)) {
                throw AppException.invalid(errors.stream()
                        .map(each -> each.at("query." + (parameter.isEmpty() ? each.path() : parameter)))
                        .toList());
            }
            throw e;
        }
    }
}
