package dev.wheelhouse.api.apps;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.jobs.JobJson;
import dev.wheelhouse.api.metrics.MetricSeriesJson;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.apps.AppService;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The apps themselves, how they are, and starting and stopping them (operation 9). */
public final class AppRoutes {

    private final AppService apps;
    private final SourceService sources;
    private final ServerAlias alias;
    private final ListFilter<AppJson> filter;

    public AppRoutes(Apps apps, SourceService sources, ServerAlias alias) {
        this.apps = apps.service();
        this.sources = sources;
        this.alias = alias;
        this.filter = ListFilter.byName(AppJson::name)
                .andId("serverId", AppJson::serverId, alias::id)
                .andStatus(each -> each.status() == null ? null : each.status().state(), AppStatus.State.values());
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.APPS_READ);
        Access write = Access.scope(Scope.APPS_WRITE);
        Access control = Access.scope(Scope.APPS_CONTROL);
        return List.of(
                Route.post("/apps", write, this::create),
                Route.get("/apps", read, this::list).withPaging().withQuery(filter.parameters()),
                Route.get("/apps/{id}", read, this::get),
                Route.patch("/apps/{id}", write, this::update),
                Route.delete("/apps/{id}", write, this::delete).withQuery("forget"),
                Route.get("/apps/{id}/status", read, this::status),
                Route.post("/apps/{id}/start", control, this::start).withoutBody(),
                Route.post("/apps/{id}/stop", control, this::stop).withoutBody(),
                Route.post("/apps/{id}/restart", control, this::restart).withoutBody(),
                Route.post("/apps/{id}/pull", control, this::pull).withoutBody().withQuery("start"),
                Route.get("/apps/{id}/metrics/series", Access.scope(Scope.METRICS_READ), this::series)
                        .withQuery("metric", "range"),
                Route.get("/servers/{id}/discovered-apps", Access.scope(Scope.SERVERS_EXEC), this::discover)
                        .withQuery("runtime"));
    }

    private Response create(Request request) {
        NewAppJson body = request.body(NewAppJson.class);
        App made = body.source() == null
                ? apps.create(request.caller(), body.toDraft(alias))
                : sources.createApp(
                        request.caller(), body.toDraft(alias), body.source().toDraft());
        return Response.created(Route.BASE_PATH + "/apps/" + made.id(), json(made, null))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        Map<String, AppStatus> statuses = apps.statuses(request.caller());
        return ServicePages.response(
                request,
                page -> apps.list(request.caller(), page),
                App::id,
                each -> json(each, statuses.get(each.id())),
                filter);
    }

    private Response get(Request request) {
        App app = apps.get(request.caller(), id(request));
        AppStatus status = apps.statuses(request.caller()).get(app.id());
        return Response.ok(json(app, status)).withEntityTag(EntityTag.of(app));
    }

    /** The patch is made on the app as it is, so that of two at once the second is made on what the first has left. */
    private Response update(Request request) {
        App changed = MergePatch.apply(
                request,
                () -> apps.forChange(request.caller(), id(request)),
                EntityTag::of,
                current -> update(request, current));
        return Response.ok(json(changed, null)).withEntityTag(EntityTag.of(changed));
    }

    private App update(Request request, App current) {
        AppPatchJson patch = request.body(AppPatchJson.class);
        return apps.update(
                request.caller(),
                current.id(),
                patch.toDraft(current, apps.environmentNames(current), alias),
                current.revision());
    }

    private Response delete(Request request) {
        boolean forget = request.flag("forget", false);
        App current = apps.forChange(request.caller(), id(request));
        Long expected = EntityTag.expected(request, current);
        if (forget) {
            apps.forget(request.caller(), current.id(), expected);
        } else {
            apps.delete(request.caller(), current.id(), expected);
        }
        return Response.noContent();
    }

    private Response status(Request request) {
        return answer(apps.status(request.caller(), id(request)));
    }

    private Response start(Request request) {
        return answer(apps.start(request.caller(), id(request)));
    }

    private Response pull(Request request) {
        Job job = apps.pull(request.caller(), id(request), request.flag("start", false));
        return JobJson.accepted(job);
    }

    private Response stop(Request request) {
        return answer(apps.stop(request.caller(), id(request)));
    }

    private Response restart(Request request) {
        return answer(apps.restart(request.caller(), id(request)));
    }

    private Response series(Request request) {
        Metric metric = Metric.find(request.requiredText("metric"))
                .orElseThrow(() -> AppException.invalid("query.metric", "Use cpu or memory."));
        MetricRange range = MetricRange.find(request.requiredText("range"))
                .orElseThrow(() -> AppException.invalid("query.range", "Use one of " + MetricRange.names() + "."));
        return Response.ok(MetricSeriesJson.from(apps.series(request.caller(), id(request), metric, range), range));
    }

    private Response discover(Request request) {
        String word = request.requiredText("runtime");
        RuntimeKind runtime = Arrays.stream(RuntimeKind.values())
                .filter(each -> each.wireName().equals(word))
                .findFirst()
                .orElseThrow(() -> AppException.invalid(
                        "query.runtime",
                        "Use one of "
                                + Arrays.stream(RuntimeKind.values())
                                        .map(RuntimeKind::wireName)
                                        .collect(Collectors.joining(", "))
                                + "."));
        String server = alias.id(id(request));
        return Response.ok(apps.discover(request.caller(), server, runtime).stream()
                .map(each -> FoundAppJson.from(each, server))
                .toList());
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }

    private AppJson json(App app, @Nullable AppStatus status) {
        return AppJson.from(app, apps.environmentNames(app), status);
    }

    private static Response answer(AppStatus status) {
        return Response.ok(AppStatusJson.from(status));
    }
}
