package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.logs.desk.LogOrigin;
import dev.wheelhouse.ui.logs.desk.LogTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Empty for a file of this machine that no server of the API names, and for a merge. */
    public List<Call> all() {
        if (target.origins().size() != 1) {
            return List.of();
        }
        LogOrigin origin = target.origins().getFirst();
        List<Call> calls = new ArrayList<>();
        if (origin.kind() == LogOrigin.Kind.APP) {
            String path = "/apps/" + CurlCommand.segment(origin.id()) + "/logs";
            calls.add(new Call("The newest lines", CurlCommand.get(path, Map.of("tail", TAIL))));
            calls.add(new Call("New lines as they come", CurlCommand.get(path + "/stream", filter())));
            calls.add(new Call("Search with this filter", CurlCommand.get(path + "/search", filter())));
        }
        return calls;
    }

    private Map<String, String> filter() {
        Map<String, String> query = new LinkedHashMap<>();
        var filter = filtering.filter();
        put(query, "include", filter.include());
        put(query, "exclude", filter.exclude());
        if (!filter.levels().isEmpty()) {
            query.put(
                    "level",
                    filter.levels().stream().sorted().map(LogLevel::wireName).collect(Collectors.joining(",")));
        }
        return query;
    }

    private static void put(Map<String, String> query, String name, List<LogPattern> patterns) {
        if (!patterns.isEmpty()) {
            query.put(name, patterns.stream().map(LogPattern::text).collect(Collectors.joining(",")));
        }
    }
}
