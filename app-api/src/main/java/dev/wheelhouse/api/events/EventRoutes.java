package dev.wheelhouse.api.events;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.AuditService;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventService;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What happened: the audit and what the features tell of themselves. */
public final class EventRoutes {

    private static final int LONGEST_KINDS = 1_000;
    private static final int LONGEST_ID = 100;
    private static final Pattern ORDINAL = Pattern.compile("[0-9]{1,18}");

    private final EventService events;
    private final EventFollowers followers;
    private final AuditService audit;

    public EventRoutes(EventService events, EventFollowers followers, AuditService audit) {
        this.events = events;
        this.followers = followers;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/events", Access.scope(Scope.EVENTS_READ), this::list)
                        .withPaging()
                        .withQuery("kind", "subject", "actor", "from", "to"),
                Route.get("/events/stream", Access.scope(Scope.EVENTS_READ), this::stream)
                        .producing(MediaTypes.EVENTS)
                        .withQuery("kind", "subject", "actor"),
                Route.get("/events/export", Access.scope(Scope.AUDIT_READ), this::export)
                        .producing("application/x-ndjson"),
                Route.post("/events/verify", Access.scope(Scope.AUDIT_READ), this::verify)
                        .withoutBody(),
                Route.get("/events/{id}", Access.scope(Scope.EVENTS_READ), this::get),
                Route.get("/event-kinds", Access.scope(Scope.EVENTS_READ), this::kinds));
    }

    private Response export(Request request) {
        Caller caller = request.caller();
        return Response.stream("application/x-ndjson", output -> audit.export(caller, output))
                .withHeader("Content-Disposition", "attachment; filename=\"events.ndjson\"");
    }

    private Response verify(Request request) {
        return Response.ok(VerificationJson.from(audit.verify(request.caller())))
                .ofReading();
    }

    private Response get(Request request) {
        return Response.ok(EventJson.from(events.get(request.caller(), request.pathParameter("id"))));
    }

    private Response kinds(Request request) {
        return Response.ok(
                events.kinds(request.caller()).stream().map(EventKindJson::from).toList());
    }

    private Response stream(Request request) {
        Caller caller = request.caller();
        EventFilter filter = filter(request);
        Long after = request.lastEventId(ORDINAL).map(Long::valueOf).orElse(null);
        return Response.events(() -> new EventStreamFeed(followers.follow(caller, filter, after)));
    }

    private Response list(Request request) {
        return ServicePages.response(
                request,
                events.list(request.caller(), filter(request), ServicePages.request(request)),
                EventJson::from);
    }

    private static EventFilter filter(Request request) {
        return new EventFilter(
                request.text("kind", LONGEST_KINDS)
                        .map(kinds -> List.of(kinds.split(",", -1)))
                        .orElse(List.of()),
                request.text("subject", LONGEST_ID).orElse(null),
                request.text("actor", LONGEST_ID).orElse(null),
                time(request, "from"),
                time(request, "to"));
    }

    private static @Nullable Instant time(Request request, String name) {
        String text = request.text(name).orElse(null);
        if (text == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            throw AppException.invalid(
                    "query." + name, "Give a time with its offset, such as 2026-01-02T03:04:05.678Z.");
        }
    }
}
