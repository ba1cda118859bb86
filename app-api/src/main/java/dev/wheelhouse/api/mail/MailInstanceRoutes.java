package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceService;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;

/** Mail instances: the mail servers that domains are on. */
public final class MailInstanceRoutes {

    private static final String PATH = "/mail/instances";
    private static final String ONE = PATH + "/{id}";
    private static final ListFilter<MailInstanceJson> FILTER = ListFilter.byName(MailInstanceJson::name);

    private final MailInstanceService instances;
    private final ServerAlias alias;

    public MailInstanceRoutes(MailInstanceService instances, ServerAlias alias) {
        this.instances = instances;
        this.alias = alias;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.MAIL_READ);
        Access write = Access.scope(Scope.MAIL_WRITE);
        return List.of(
                Route.post(PATH, write, this::create),
                Route.get(PATH, read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.get(ONE, read, this::get),
                Route.patch(ONE, write, this::update),
                Route.delete(ONE, write, this::delete));
    }

    private Response create(Request request) {
        MailInstance made = instances.create(
                request.caller(), request.body(NewMailInstanceJson.class).toDraft(alias));
        return Response.created(Route.BASE_PATH + PATH + "/" + made.id(), MailInstanceJson.from(made))
                .withEntityTag(EntityTag.of(made));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                page -> instances.list(request.caller(), page),
                MailInstance::id,
                MailInstanceJson::from,
                FILTER);
    }

    private Response get(Request request) {
        return answer(instances.get(request.caller(), request.pathParameter("id")));
    }

    private Response update(Request request) {
        return answer(MergePatch.apply(
                request,
                () -> forWriting(request),
                EntityTag::of,
                current -> instances.update(
                        request.caller(),
                        current.id(),
                        request.body(MailInstancePatchJson.class).toDraft(current, alias),
                        current.revision())));
    }

    private Response delete(Request request) {
        MailInstance current = forWriting(request);
        instances.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private MailInstance forWriting(Request request) {
        return instances.forUse(request.caller(), request.pathParameter("id"), Scope.MAIL_WRITE);
    }

    private static Response answer(MailInstance instance) {
        return Response.ok(MailInstanceJson.from(instance)).withEntityTag(EntityTag.of(instance));
    }
}
