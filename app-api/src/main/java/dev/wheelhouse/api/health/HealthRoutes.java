package dev.wheelhouse.api.health;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/** {@code GET /health}. */
public final class HealthRoutes {

    private static final String UNAVAILABLE =
            "The console's own state cannot be read or written now; its log says why.";

    private final Clock clock;
    private final Instant startedAt;
    private final String version;
    private final BooleanSupplier stateIsThere;

    /**
     * Counts the uptime from now.
     *
     * @param stateIsThere whether the console's own state can be read and written; must not wait for it
     */
    public HealthRoutes(Clock clock, String version, BooleanSupplier stateIsThere) {
        this.clock = clock;
        this.startedAt = clock.instant();
        this.version = version;
        this.stateIsThere = stateIsThere;
    }

    public List<Route> routes() {
        return List.of(Route.get("/health", Access.open(), this::health).alsoAtRoot());
    }

    private Response health(Request request) {
        long uptime = Math.max(0, Duration.between(startedAt, clock.instant()).toSeconds());
        return Response.ok(
                stateIsThere.getAsBoolean()
                        ? new HealthJson("ok", null, version, uptime)
                        : new HealthJson("degraded", UNAVAILABLE, version, uptime));
    }
}
