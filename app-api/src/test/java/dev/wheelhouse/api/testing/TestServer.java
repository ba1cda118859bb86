package dev.wheelhouse.api.testing;

import dev.wheelhouse.api.ApiServer;
import dev.wheelhouse.api.ApiServerConfig;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on a free port with the fake credentials and the given routes. */
public final class TestServer implements AutoCloseable {

    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeAuthenticator authenticator = new FakeAuthenticator();
    private final ApiServer server;
    private final List<Route> routes;

    private TestServer(List<Route> routes, HttpLimits limits) throws IOException {
        this.routes = routes;
        IdGenerator ids = new IdGenerator(Clock.systemUTC(), new SplittableRandom(1));
        ApiServerConfig config = new ApiServerConfig(
                ListenerSettings.DEFAULTS.withPort(0),
                () -> Set.of("console.example"),
                () -> Set.of("hooks.example"),
                limits,
                requests,
                ids,
                new NoIdempotency());
        this.server = ApiServer.start(config, routes, authenticator);
    }

    public static TestServer start(List<Route> routes) throws IOException {
        return start(routes, HttpLimits.standard());
    }

    public static TestServer start(List<Route> routes, HttpLimits limits) throws IOException {
        return new TestServer(routes, limits);
    }

    /** Whose tokens it takes. */
    public FakeAuthenticator authenticator() {
        return authenticator;
    }

    public int port() {
        return server.port();
    }

    public List<Route> routes() {
        return routes;
    }

    @Override
    public void close() {
        server.close();
        requests.shutdownNow();
    }
}
