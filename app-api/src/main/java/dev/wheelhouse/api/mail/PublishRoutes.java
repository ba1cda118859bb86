package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.mail.MailPublishing;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Set;

/** Publishing of managed mail domains. */
public final class PublishRoutes {

    private static final String PATH = "/mail/domains/{id}/publish";

    private final MailPublishing publishing;

    public PublishRoutes(MailPublishing publishing) {
        this.publishing = publishing;
    }

    public List<Route> routes() {
        Access write = Access.scope(Scope.MAIL_WRITE);
        return List.of(
                Route.post(PATH, write, this::publish),
                Route.post(PATH + "/undo", write, this::undo).withoutBody(),
                Route.get("/mail/domains/{id}/publications", Access.scope(Scope.MAIL_READ), this::history));
    }

    private Response publish(Request request) {
        PublishJson body = request.body(PublishJson.class);
        boolean isPreview = Boolean.TRUE.equals(body.preview());
        if (isPreview == (body.previewId() != null)) {
            throw AppException.invalid(
                    "previewId", "Give preview: true to be told what would be done, or the previewId to do it.");
        }
        if (body.previewId() == null) {
            if (body.accept() != null) {
                throw AppException.invalid("accept", "Rows are accepted with the previewId.");
            }
            return Response.ok(PublicationJson.from(publishing.preview(request.caller(), id(request))));
        }
        Set<String> accepted = body.accept() == null ? Set.of() : Set.copyOf(body.accept());
        return Response.ok(
                PublicationJson.from(publishing.publish(request.caller(), id(request), body.previewId(), accepted)));
    }

    private Response undo(Request request) {
        return Response.ok(PublicationJson.from(publishing.undo(request.caller(), id(request))));
    }

    private Response history(Request request) {
        return Response.ok(publishing.history(request.caller(), id(request)).stream()
                .map(PublicationJson::from)
                .toList());
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
