package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupService;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;

/** The configurations of backups; their runs are {@link BackupRunRoutes}. */
public final class BackupRoutes {

    private final BackupService backups;
    private final ServerAlias alias;
    private final ListFilter<BackupJson> filter;

    public BackupRoutes(BackupService backups, ServerAlias alias) {
        this.backups = backups;
        this.alias = alias;
        this.filter = ListFilter.<BackupJson, RunStatus>byStatus(
                        each -> each.lastRun() == null ? null : each.lastRun().status(), RunStatus.values())
                .andId("serverId", BackupJson::serverId, alias::id)
                .andFlag("enabled", BackupJson::enabled);
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.BACKUPS_READ);
        Access write = Access.scope(Scope.BACKUPS_WRITE);
        return List.of(
                Route.post("/backup-configs", write, this::createLogical),
                Route.post("/backup-configs/pitr", write, this::create),
                Route.post("/backup-configs/adopt", write, this::adopt),
                Route.post("/backup-configs/test", write, this::test),
                Route.get("/backup-configs", read, this::list).withPaging().withQuery(filter.parameters()),
                Route.get("/backup-configs/{id}", read, this::get),
                Route.patch("/backup-configs/{id}", write, this::update),
                Route.delete("/backup-configs/{id}", write, this::delete).withQuery("objects"),
                Route.post(
                                "/backup-configs/{id}/recovery-text",
                                Access.scope(Scope.DATABASES_ADMIN),
                                this::recoveryText)
                        .withoutBody());
    }

    private Response create(Request request) {
        return created(backups.create(
                request.caller(), request.body(NewBackupJson.class).toDraft(alias)));
    }

    private Response createLogical(Request request) {
        return created(
                backups.create(request.caller(), request.body(NewDumpJson.class).toDraft(alias)));
    }

    private Response adopt(Request request) {
        return created(
                backups.adopt(request.caller(), request.body(AdoptionJson.class).toDraft(alias)));
    }

    private Response created(BackupConfig made) {
        return Response.created(Route.BASE_PATH + "/backup-configs/" + made.id(), BackupJson.from(backups.of(made)))
                .withHeader("ETag", EntityTag.of(made).toString());
    }

    private Response test(Request request) {
        BackupDraft draft = request.bodyHas("type")
                ? request.body(NewDumpJson.class).toDraft(alias)
                : request.body(NewBackupJson.class).toDraft(alias);
        return Response.ok(BackupTestJson.from(backups.test(request.caller(), draft)))
                .ofReading();
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                page -> backups.list(request.caller(), page),
                each -> each.config().id(),
                BackupJson::from,
                filter);
    }

    private Response get(Request request) {
        return answer(backups.get(request.caller(), request.pathParameter("id")));
    }

    private Response update(Request request) {
        BackupConfig updated = MergePatch.apply(
                request,
                () -> forWriting(request),
                EntityTag::of,
                current -> backups.update(
                        request.caller(),
                        current.id(),
                        request.body(BackupPatchJson.class).toPatch(),
                        current.revision()));
        return answer(backups.of(updated));
    }

    private Response delete(Request request) {
        BackupConfig current = forWriting(request);
        String objects = request.text("objects").orElse("keep");
        if (!objects.equals("keep") && !objects.equals("delete")) {
            throw AppException.invalid("objects", "Use keep or delete.");
        }
        Long expected = EntityTag.expected(request, current);
        backups.delete(request.caller(), current.id(), objects.equals("delete"), expected);
        return Response.noContent();
    }

    /** The key as people keep it. */
    record RecoveryTextJson(String recoveryText) {}

    private Response recoveryText(Request request) {
        String text = backups.recoveryText(request.caller(), request.pathParameter("id"));
        return Response.ok(new RecoveryTextJson(text)).showingOnce("recoveryText");
    }

    private BackupConfig forWriting(Request request) {
        return backups.forUse(request.caller(), request.pathParameter("id"), Scope.BACKUPS_WRITE);
    }

    /** Its state changes by itself, so the tag is for {@code If-Match} alone. */
    private static Response answer(BackupOverview overview) {
        return Response.ok(BackupJson.from(overview))
                .withHeader("ETag", EntityTag.of(overview.config()).toString());
    }
}
