package dev.wheelhouse.api.health;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /health}. */
public final class HealthRoutes {

    private final Clock clock;
    private final Instant startedAt;
    private final String version;
    private final Supplier<@Nullable String> stateTrouble;

    /**
     * Counts the uptime from now.
     *
     * @param stateTrouble why the console's own state cannot be read or changed, null while it can; must not wait for it
     */
    public HealthRoutes(Clock clock, String version, Supplier<@Nullable String> stateTrouble) {
        this.clock = clock;
        this.startedAt = clock.instant();
        this.version = version;
        this.stateTrouble = stateTrouble;
    }

    public List<Route> routes() {
        return List.of(Route.get("/health", Access.open(), this::health).alsoAtRoot());
    }

    private Response health(Request request) {
        long uptime = Math.max(0, Duration.between(startedAt, clock.instant()).toSeconds());
        String trouble = stateTrouble.get();
        return Response.ok(new HealthJson(trouble == null ? "ok" : "degraded", trouble, version, uptime));
    }
}
