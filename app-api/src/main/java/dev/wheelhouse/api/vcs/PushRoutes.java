package dev.wheelhouse.api.vcs;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.access.AccessError;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.vcs.PushReceiver;
import dev.wheelhouse.core.vcs.PushReceiver.Outcome;
import dev.wheelhouse.core.vcs.push.PushRequest;
import java.util.List;
import java.util.Map;

/** What providers of repositories send about pushes. */
public final class PushRoutes {

    private final PushReceiver pushes;

    public PushRoutes(PushReceiver pushes) {
        this.pushes = pushes;
    }

    public List<Route> routes() {
        return List.of(Route.post("/hooks/vcs/{hookId}", Access.signed(this::requireKnown), this::receive)
                .withRawBody(PushReceiver.LARGEST_BODY)
                .alsoAtRoot());
    }

    /** Nobody makes the console read 5 MiB for a webhook that there is not. */
    private void requireKnown(Map<String, String> path) {
        if (!pushes.knows(String.valueOf(path.get("hookId")))) {
            throw refused();
        }
    }

    private Response receive(Request request) {
        Outcome outcome =
                pushes.receive(request.pathParameter("hookId"), new PushRequest(request::header, request.rawBody()));
        return switch (outcome) {
            case TAKEN -> Response.accepted(new PushReceiptJson(false));
            case REPEATED -> Response.accepted(new PushReceiptJson(true));
            case REFUSED -> throw refused();
        };
    }

    private static AppException refused() {
        return new AppException(
                AccessError.UNAUTHENTICATED, "The signature is missing or wrong, or there is no such webhook.");
    }
}
