package dev.wheelhouse.api.schedules;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.ScheduleService;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schedules themselves; their runs are {@link ScheduleRunRoutes}. */
public final class ScheduleRoutes {

    private static final int DEFAULT_PREVIEW = 5;

    private final ScheduleService schedules;
    private final ServerAlias alias;
    private final ListFilter<ScheduleJson> filter;

    public ScheduleRoutes(ScheduleService schedules, ServerAlias alias) {
        this.schedules = schedules;
        this.alias = alias;
        this.filter = ListFilter.byName(ScheduleJson::name)
                .andId("serverId", ScheduleJson::serverId, alias::id)
                .andStatus(
                        each -> each.lastRun() == null ? null : each.lastRun().status(), RunStatus.values())
                .andFlag("enabled", ScheduleJson::enabled);
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.SCHEDULES_READ);
        Access write = Access.scope(Scope.SCHEDULES_WRITE);
        return List.of(
                Route.post("/schedules", write, this::create),
                Route.get("/schedules", read, this::list).withPaging().withQuery(filter.parameters()),
                Route.get("/schedules/preview", read, this::preview).withQuery("cron", "timeZone", "count"),
                Route.get("/schedules/pause", read, this::pause),
                Route.post("/schedules/pause", write, this::pauseAll).withoutBody(),
                Route.post("/schedules/resume", write, this::resumeAll).withoutBody(),
                Route.get("/schedules/{id}", read, this::get),
                Route.patch("/schedules/{id}", write, this::update),
                Route.delete("/schedules/{id}", write, this::delete));
    }

    private Response create(Request request) {
        Schedule made = schedules.create(
                request.caller(), request.body(NewScheduleJson.class).toDraft(alias));
        return Response.created(Route.BASE_PATH + "/schedules/" + made.id(), json(made, null))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        Map<String, ScheduleRun> last = schedules.lastRuns(request.caller());
        return ServicePages.response(
                request,
                page -> schedules.list(request.caller(), page),
                Schedule::id,
                each -> json(each, last.get(each.id())),
                filter);
    }

    private Response preview(Request request) {
        return Response.ok(schedules.preview(
                request.caller(),
                request.requiredText("cron"),
                request.text("timeZone").orElse(null),
                request.integer("count", DEFAULT_PREVIEW, 1, ScheduleService.MOST_PREVIEWED)));
    }

    private Response pause(Request request) {
        return Response.ok(PauseJson.from(schedules.pausedSince(request.caller())));
    }

    private Response pauseAll(Request request) {
        return Response.ok(PauseJson.from(schedules.pauseAll(request.caller())));
    }

    private Response resumeAll(Request request) {
        schedules.resumeAll(request.caller());
        return Response.ok(new PauseJson(false, null));
    }

    private Response get(Request request) {
        return answer(request, schedules.get(request.caller(), request.pathParameter("id")));
    }

    private Response update(Request request) {
        return answer(
                request,
                MergePatch.apply(
                        request,
                        () -> forWriting(request),
                        EntityTag::of,
                        current -> schedules.update(
                                request.caller(),
                                current.id(),
                                request.body(SchedulePatchJson.class).toDraft(current, alias),
                                current.revision())));
    }

    private Response delete(Request request) {
        Schedule current = forWriting(request);
        schedules.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Schedule forWriting(Request request) {
        return schedules.forUse(request.caller(), request.pathParameter("id"), Scope.SCHEDULES_WRITE);
    }

    private Response answer(Request request, Schedule schedule) {
        ScheduleRun last = request.caller().may(Scope.SCHEDULES_READ)
                ? schedules.lastRun(request.caller(), schedule.id()).orElse(null)
                : null;
        return Response.ok(json(schedule, last)).withEntityTag(EntityTag.of(schedule));
    }

    private ScheduleJson json(Schedule schedule, @Nullable ScheduleRun last) {
        return ScheduleJson.from(schedule, schedules.nextDue(schedule).orElse(null), last);
    }
}
