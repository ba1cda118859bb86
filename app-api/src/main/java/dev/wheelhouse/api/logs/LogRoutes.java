package dev.wheelhouse.api.logs;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.Logs;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.List;

/** Logs of apps (operation 10), of files on servers, and of several merged: their ends, streams, ranges and searches. */
public final class LogRoutes {

    private static final int MOST_LINES = 10_000;
    private static final int LONGEST_PATH = 4096;

    private final Apps apps;
    private final Logs logs;
    private final ServerAlias alias;

    public LogRoutes(Apps apps, Logs logs, ServerAlias alias) {
        this.apps = apps;
        this.logs = logs;
        this.alias = alias;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(of("/apps/{id}/logs", this::ofApp));
        routes.addAll(of("/servers/{id}/logs", this::ofFile, "path"));
        MergedLogs merged = new MergedLogs(apps, logs, alias);
        of("/logs", merged::source).forEach(route -> routes.add(route.withRepeatable("app", "file")));
        return routes;
    }

    /** Whose log a request asks for; checks that the caller may read it. */
    @FunctionalInterface
    interface Origin {
        LogSource source(Request request);
    }

    static List<Route> of(String path, Origin origin, String... more) {
        Access read = Access.scope(Scope.LOGS_READ);
        return List.of(
                Route.get(path, read, request -> tail(request, origin))
                        .withQuery("tail")
                        .withQuery(more),
                Route.get(path + "/stream", read, request -> stream(request, origin))
                        .withQuery("tail")
                        .withQuery(LogQuery.ofFilter())
                        .withRepeatable(LogQuery.ofFilterAgain())
                        .withQuery(more)
                        .producing(MediaTypes.EVENTS),
                Route.get(path + "/range", read, request -> read(request, origin, LogQuery.range(request)))
                        .withQuery(LogQuery.ofRange())
                        .withQuery(more),
                Route.get(path + "/search", read, request -> read(request, origin, LogQuery.search(request)))
                        .withQuery(LogQuery.ofRange())
                        .withQuery(LogQuery.ofFilter())
                        .withRepeatable(LogQuery.ofFilterAgain())
                        .withQuery(more),
                Route.get(path + "/export", read, request -> export(request, origin))
                        .withQuery("from", "to", "times")
                        .withQuery(LogQuery.ofFilter())
                        .withRepeatable(LogQuery.ofFilterAgain())
                        .withQuery(more)
                        .producing(MediaTypes.TEXT));
    }

    private LogSource ofApp(Request request) {
        return apps.service().log(request.caller(), request.pathParameter("id"));
    }

    private LogSource ofFile(Request request) {
        String server = alias.id(request.pathParameter("id"));
        String path = request.text("path", LONGEST_PATH).orElse("");
        if (path.isEmpty() || path.indexOf('\0') >= 0) {
            throw AppException.invalid("query.path", "Give the absolute path of a file, such as /var/log/syslog.");
        }
        return LogQuery.naming(() -> logs.service().source(request.caller(), server, path));
    }

    private static Response tail(Request request, Origin origin) {
        int lines = LogQuery.tail(request);
        LogSource source = origin.source(request);
        return Response.ok(LogAnswer.tail(source.tail(lines, LogAnswer.MOST_BYTES)));
    }

    private static Response read(Request request, Origin origin, LogSearch search) {
        LogSource source = origin.source(request);
        return Response.ok(LogAnswer.page(LogQuery.naming(() -> source.search(search))));
    }

    /** Errors are answered before the text begins. */
    private static Response export(Request request, Origin origin) {
        LogSearch search = LogQuery.export(request);
        boolean times = request.flag("times", false);
        LogSource source = origin.source(request);
        LogPage first = LogQuery.naming(() -> source.search(search));
        return Response.stream(MediaTypes.TEXT, body -> LogText.write(source, search, first, times, body));
    }

    /** What is wrong is told before the stream begins. */
    private static Response stream(Request request, Origin origin) {
        int tail = request.integer("tail", 0, 0, MOST_LINES);
        LogPosition after = request.header("Last-Event-ID")
                .filter(id -> !id.isEmpty())
                .map(id -> LogQuery.position("Last-Event-ID", id))
                .orElse(null);
        LogFilter filter = LogQuery.filter(request);
        LineFilter wanted = filter.equals(LogFilter.ALL) ? null : LogQuery.naming(() -> LineFilter.of(filter));
        LogSource source = origin.source(request);
        return Response.events(() -> LogFeed.open(source, tail, after, wanted));
    }
}
