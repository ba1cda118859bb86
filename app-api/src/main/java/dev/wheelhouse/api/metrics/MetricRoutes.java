package dev.wheelhouse.api.metrics;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricService;
import dev.wheelhouse.core.metrics.Metrics;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.prometheus.MetricSource;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Operation 6 and what goes with it. */
public final class MetricRoutes {

    private static final Pattern READING = Pattern.compile("[0-9]{1,15}");
    private final MetricService metrics;
    private final MetricSources sources;
    private final ServerAlias alias;
    private final Clock clock;

    public MetricRoutes(Metrics metrics, Servers servers, Clock clock) {
        this.metrics = metrics.service();
        this.sources = metrics.sources();
        this.alias = new ServerAlias(servers);
        this.clock = clock;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.METRICS_READ);
        Access write = Access.scope(Scope.SERVERS_WRITE);
        return List.of(
                Route.get("/servers/{id}/metrics", read, this::latest),
                Route.get("/servers/{id}/metrics/series", read, this::series).withQuery("metric", "range"),
                Route.get("/servers/{id}/metrics/marks", read, this::marks).withQuery("range"),
                Route.get("/servers/{id}/metrics/stream", read, this::stream).producing(MediaTypes.EVENTS),
                Route.get("/servers/{id}/metrics/cost", read, this::cost),
                Route.get("/servers/{id}/metrics/source", read, this::source),
                Route.put("/servers/{id}/metrics/source", write, this::putSource),
                Route.delete("/servers/{id}/metrics/source", write, this::deleteSource));
    }

    private Response latest(Request request) {
        return Response.ok(metrics.latest(request.caller(), id(request)).stream()
                .map(LatestValueJson::from)
                .toList());
    }

    private Response series(Request request) {
        Metric metric = metric(request);
        MetricRange range = range(request);
        return Response.ok(MetricSeriesJson.from(metrics.series(request.caller(), id(request), metric, range), range));
    }

    private static Metric metric(Request request) {
        return Metric.find(request.requiredText("metric"))
                .orElseThrow(() -> AppException.invalid(
                        "query.metric",
                        "Use one of "
                                + Metric.FIXED.stream().map(Metric::name).collect(Collectors.joining(", "))
                                + ", or disk: and a mount point."));
    }

    private static MetricRange range(Request request) {
        return MetricRange.find(request.requiredText("range"))
                .orElseThrow(() -> AppException.invalid("query.range", "Use one of " + MetricRange.names() + "."));
    }

    private Response marks(Request request) {
        Window window = range(request).endingAt(clock.millis());
        var marks = metrics.marks(
                request.caller(), id(request), Instant.ofEpochMilli(window.from()), Instant.ofEpochMilli(window.to()));
        return Response.ok(marks.stream().map(MetricMarkJson::from).toList());
    }

    private Response stream(Request request) {
        Caller caller = request.caller();
        String server = id(request);
        Long after = request.lastEventId(READING).map(Long::valueOf).orElse(null);
        return Response.events(() -> new LiveFeed(metrics.subscribe(caller, server, after), after));
    }

    private Response cost(Request request) {
        return Response.ok(metrics.cost(request.caller(), id(request))
                .map(WatchCostJson::from)
                .orElse(WatchCostJson.NONE));
    }

    private Response source(Request request) {
        String server = id(request);
        return answer(sources.find(request.caller(), server)
                .orElseThrow(() -> AppException.notFound("metric source of the server", server)));
    }

    private Response putSource(Request request) {
        NewMetricSourceJson body = request.body(NewMetricSourceJson.class);
        return answer(sources.put(request.caller(), id(request), body.toDraft()));
    }

    private Response deleteSource(Request request) {
        String server = id(request);
        if (request.header("If-Match").isPresent()) {
            sources.find(request.caller(), server)
                    .ifPresent(current -> tag(current).requireMatch(request));
        }
        sources.delete(request.caller(), server);
        return Response.noContent();
    }

    private Response answer(MetricSource source) {
        return Response.ok(MetricSourceJson.from(source, sources.hasToken(source.serverId())))
                .withEntityTag(tag(source));
    }

    private static EntityTag tag(MetricSource source) {
        return EntityTag.strong("r" + source.revision());
    }

    private String id(Request request) {
        return alias.id(request.pathParameter("id"));
    }
}
