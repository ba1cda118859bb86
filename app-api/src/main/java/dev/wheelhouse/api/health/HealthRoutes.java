package dev.wheelhouse.api.health;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code GET /health}. */
public final class HealthRoutes {

    private final Clock clock;
    private final Instant startedAt;
    private final String version;

    /** Counts the uptime from now. */
    public HealthRoutes(Clock clock, String version) {
        this.clock = clock;
        this.startedAt = clock.instant();
        this.version = version;
    }

    public List<Route> routes() {
        return List.of(Route.get("/health", Access.open(), this::health).alsoAtRoot());
    }

    private Response health(Request request) {
        long uptime = Math.max(0, Duration.between(startedAt, clock.instant()).toSeconds());
        return Response.ok(new HealthJson("ok", version, uptime));
    }
}
