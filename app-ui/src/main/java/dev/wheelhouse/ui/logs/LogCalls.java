package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The calls of the API that give what a viewer shows. */
public final class LogCalls {

    private static final String TAIL = "200";

    private final LogTarget target;
    private final LogFiltering filtering;

    LogCalls(LogTarget target, LogFiltering filtering) {
        this.target = target;
        this.filtering = filtering;
    }

    /**
     * One of them.
     *
     * @param title what it gives
     */
    public record Call(String title, CurlCommand command) {}

    /** At least one. */
    public List<Call> all() {
        Place place = place();
        List<Part> tail = new ArrayList<>(place.query());
        tail.add(new Part("tail", TAIL));
        List<Part> filtered = new ArrayList<>(place.query());
        filtered.addAll(filter());
        return List.of(
                new Call("the newest lines", get(place.path(), tail)),
                new Call("new lines as they come", get(place.path() + "/stream", place.query())),
                new Call("search with this filter", get(place.path() + "/search", filtered)));
    }

    /** The call for the newest lines. */
    public CurlCommand newest() {
        return all().getFirst().command();
    }

    /** Where the API has the log. */
    private record Place(String path, List<Part> query) {}

    private Place place() {
        if (target.origins().size() != 1) {
            return new Place(
                    "/logs", target.origins().stream().map(LogCalls::merged).toList());
        }
        LogOrigin origin = target.origins().getFirst();
        return isApp(origin)
                ? new Place("/apps/" + CurlCommand.segment(origin.id()) + "/logs", List.of())
                : new Place(
                        "/servers/" + CurlCommand.segment(server(origin)) + "/logs",
                        List.of(new Part("path", origin.path())));
    }

    private static Part merged(LogOrigin origin) {
        return isApp(origin) ? new Part("app", origin.id()) : new Part("file", server(origin) + ":" + origin.path());
    }

    private static boolean isApp(LogOrigin origin) {
        return origin.kind() == LogOrigin.Kind.APP;
    }

    /** This machine is known to its API as {@code local}. */
    private static String server(LogOrigin origin) {
        return origin.kind() == LogOrigin.Kind.SERVER_FILE ? origin.id() : "local";
    }

    /** One word of a query; names may come several times. */
    private record Part(String name, String value) {}

    private static CurlCommand get(String path, List<Part> query) {
        // In the path: a command's own query holds each name once.
        return CurlCommand.get(path
                + query.stream()
                        .map(part -> CurlCommand.segment(part.name()) + "=" + CurlCommand.segment(part.value()))
                        .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", "")));
    }

    private List<Part> filter() {
        LogFilter filter = filtering.filter();
        List<Part> query = new ArrayList<>();
        filter.include().forEach(pattern -> query.add(new Part("include", text(pattern))));
        filter.exclude().forEach(pattern -> query.add(new Part("exclude", text(pattern))));
        filter.levels().stream().sorted().forEach(level -> query.add(new Part("level", level.wireName())));
        if (needsExpressions(filter)) {
            query.add(new Part("regex", "true"));
        }
        if (anyOf(filter, LogPattern::caseSensitive)) {
            query.add(new Part("caseSensitive", "true"));
        }
        return query;
    }

    /** The API takes all patterns in one way: beside expressions, and beside exact ones, the others are written as such. */
    private String text(LogPattern pattern) {
        LogFilter filter = filtering.filter();
        boolean exact = anyOf(filter, LogPattern::caseSensitive);
        if (!needsExpressions(filter)) {
            return pattern.text();
        }
        String text = pattern.regex() ? pattern.text() : Pattern.quote(pattern.text());
        return exact && !pattern.caseSensitive() ? "(?i)" + text : text;
    }

    private static boolean needsExpressions(LogFilter filter) {
        boolean mixed = anyOf(filter, LogPattern::caseSensitive) && anyOf(filter, each -> !each.caseSensitive());
        return mixed || anyOf(filter, LogPattern::regex);
    }

    private static boolean anyOf(LogFilter filter, Predicate<LogPattern> what) {
        return filter.include().stream().anyMatch(what)
                || filter.exclude().stream().anyMatch(what);
    }
}
