package dev.wheelhouse.api.deployments;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentService;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.Deployments;
import dev.wheelhouse.core.deployments.PushWebhooks;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.vcs.MadeHook;
import dev.wheelhouse.core.vcs.VcsHook;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the releases of apps come from, and deployments with their steps (operation 17). */
public final class DeploymentRoutes {

    private static final String SOURCE = "/apps/{id}/source";
    private static final String ONE = "/deployments/{id}";
    private static final Pattern PLACE = Pattern.compile("[0-9]{1,18}");
    private static final ListFilter<DeploymentJson> FILTER =
            ListFilter.byStatus(DeploymentJson::status, DeploymentStatus.values());

    private final SourceService sources;
    private final DeploymentService deployments;
    private final PushWebhooks webhooks;

    public DeploymentRoutes(Deployments deployments) {
        this.sources = deployments.sources();
        this.deployments = deployments.service();
        this.webhooks = deployments.webhooks();
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.DEPLOYMENTS_READ);
        Access write = Access.scope(Scope.DEPLOYMENTS_WRITE);
        return List.of(
                Route.get(SOURCE, read, this::source),
                Route.put(SOURCE, write, this::putSource),
                Route.delete(SOURCE, write, this::deleteSource),
                Route.post("/source-suggestions", write, this::suggest),
                Route.post("/apps/{id}/deployments", write, this::deploy).withOptionalBody(),
                Route.get("/apps/{id}/deployments", read, request -> list(request, id(request)))
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get("/deployments", read, request -> list(request, null))
                        .withPaging()
                        .withQuery(FILTER.parameters()),
                Route.get(ONE, read, this::get),
                Route.get(ONE + "/steps", read, this::steps),
                Route.get(ONE + "/log", read, this::log).producing(MediaTypes.TEXT),
                Route.get(ONE + "/log/stream", read, this::stream).producing(MediaTypes.EVENTS),
                Route.post(ONE + "/cancel", write, this::cancel).withoutBody(),
                Route.post(ONE + "/rollback", write, this::rollback).withoutBody(),
                Route.post("/vcs-connections/{id}/webhooks", Access.scope(Scope.VCS_WRITE), this::webhook));
    }

    /** Where to look for how it is built and run. */
    record SourceQuestionJson(
            @Nullable String connectionId,
            @Nullable String owner,
            @Nullable String name,
            @Nullable String cloneUrl,
            @Nullable String branch,
            @Nullable String directory,
            @Nullable RuntimeKind runtime) {

        SourceDraft toDraft() {
            return SourceDraft.ofRepository(connectionId, owner, name, cloneUrl, branch, directory);
        }
    }

    private Response suggest(Request request) {
        SourceQuestionJson body = request.body(SourceQuestionJson.class);
        return Response.ok(sources.suggest(request.caller(), body.toDraft(), body.runtime()));
    }

    /** The body of a deployment's beginning. */
    record NewDeploymentJson(@Nullable String ref) {}

    /** The body of operation 2. */
    record NewPushWebhookJson(String appId, String owner, String name) {}

    /** A webhook at a provider, on the wire. */
    record PushWebhookJson(String id, String url, List<String> events, boolean active, Instant createdAt) {}

    private Response webhook(Request request) {
        NewPushWebhookJson body = request.body(NewPushWebhookJson.class);
        MadeHook made =
                webhooks.make(request.caller(), id(request), body.appId(), body.owner(), body.name(), request.origin());
        VcsHook hook = made.hook();
        PushWebhookJson json =
                new PushWebhookJson(hook.id(), hook.url(), hook.events(), hook.active(), hook.createdAt());
        return made.isNew()
                ? Response.created(Route.BASE_PATH + "/vcs-connections/" + hook.connectionId(), json)
                : Response.ok(json);
    }

    private Response source(Request request) {
        return answer(sources.get(request.caller(), id(request)));
    }

    private Response putSource(Request request) {
        Optional<AppSource> before = sources.beforeChange(request.caller(), id(request));
        Long expected = before.map(each -> EntityTag.expected(request, each)).orElse(null);
        return answer(sources.put(
                request.caller(), id(request), request.body(NewSourceJson.class).toDraft(), expected));
    }

    private Response deleteSource(Request request) {
        AppSource current = sources.beforeChange(request.caller(), id(request))
                .orElseThrow(() -> AppException.notFound("source", id(request)));
        sources.delete(request.caller(), id(request), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private static Response answer(AppSource source) {
        return Response.ok(SourceJson.from(source)).withEntityTag(EntityTag.of(source));
    }

    private Response deploy(Request request) {
        String ref = request.body(NewDeploymentJson.class).ref();
        return accepted(deployments.deploy(request.caller(), id(request), ref));
    }

    private static Response accepted(Deployment deployment) {
        return Response.accepted(Route.BASE_PATH + "/deployments/" + deployment.id(), DeploymentJson.from(deployment));
    }

    private Response list(Request request, @Nullable String appId) {
        return ServicePages.response(
                request,
                page -> deployments.list(request.caller(), appId, page),
                Deployment::id,
                DeploymentJson::from,
                FILTER);
    }

    private Response get(Request request) {
        return Response.ok(DeploymentJson.from(deployments.get(request.caller(), id(request))));
    }

    private Response steps(Request request) {
        return Response.ok(deployments.steps(request.caller(), id(request)).stream()
                .map(DeploymentStepJson::from)
                .toList());
    }

    private Response log(Request request) {
        InputStream log = deployments.log(request.caller(), id(request));
        return Response.stream(MediaTypes.TEXT, output -> {
            try (log) {
                log.transferTo(output);
            }
        });
    }

    private Response stream(Request request) {
        Caller caller = request.caller();
        String id = deployments.get(caller, id(request)).id();
        long place = request.lastEventId(PLACE).map(Long::parseLong).orElse(0L);
        return Response.events(() -> new DeploymentLogFeed(from -> deployments.logFrom(caller, id, from), place));
    }

    private Response cancel(Request request) {
        return Response.ok(DeploymentJson.from(deployments.cancel(request.caller(), id(request))));
    }

    private Response rollback(Request request) {
        return accepted(deployments.rollback(request.caller(), id(request)));
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
