package dev.wheelhouse.api;

import dev.wheelhouse.api.http.Guard;
import dev.wheelhouse.api.http.RequestPipeline;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.Router;
import dev.wheelhouse.api.http.error.ErrorMapper;
import dev.wheelhouse.api.http.error.ProblemCatalog;
import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.api.http.transport.HttpListener;
import dev.wheelhouse.api.security.HeadSizeGuard;
import dev.wheelhouse.api.security.HeaderCredentials;
import dev.wheelhouse.api.security.HostGuard;
import dev.wheelhouse.api.security.OriginGuard;
import dev.wheelhouse.api.security.QueryCredentialGuard;
import dev.wheelhouse.core.access.Authenticator;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** The running API. Thread-safe. */
public final class ApiServer implements AutoCloseable {

    private static final Set<String> PAGES = Set.of("/docs", Route.BASE_PATH + "/docs");

    private final HttpListener listener;

    private ApiServer(HttpListener listener) {
        this.listener = listener;
    }

    /**
     * Binds the routes and starts to answer.
     *
     * @param routes all of them, those of health and reference included
     * @throws IOException when the port cannot be had; the message says which, and what to do
     */
    public static ApiServer start(ApiServerConfig config, List<Route> routes, Authenticator authenticator)
            throws IOException {
        List<Guard> guards = List.of(
                new HeadSizeGuard(config.limits()),
                new HostGuard(config.hostNames()),
                new OriginGuard(PAGES),
                new QueryCredentialGuard());
        RequestPipeline pipeline = new RequestPipeline(
                guards,
                new Router(routes),
                new HeaderCredentials(authenticator),
                new ErrorMapper(new ProblemCatalog()),
                new JsonCodec(),
                config.limits());
        try {
            return new ApiServer(HttpListener.start(
                    config.port(), pipeline, config.limits(), config.requestExecutor(), config.ids()));
        } catch (IOException e) {
            throw portTaken(config.port(), e);
        }
    }

    static IOException portTaken(int port, IOException cause) {
        return new IOException(
                "The API cannot listen on 127.0.0.1:" + port + " (" + cause.getMessage()
                        + "). Stop what uses the port, or start with another one.",
                cause);
    }

    /** The port in use, the same on both loopback addresses. */
    public int port() {
        return listener.port();
    }

    /** Where the API's paths begin, such as {@code http://127.0.0.1:7070/api/v1}. */
    public URI baseUri() {
        return URI.create("http://127.0.0.1:" + port() + Route.BASE_PATH);
    }

    /**
     * Stops accepting and lets requests in flight finish within the configured grace. Blocks meanwhile.
     *
     * @return whether all have ended; if not, end the work they wait for, then {@link #close}
     */
    public boolean drain() {
        return listener.drain();
    }

    /**
     * Stops accepting, lets requests in flight finish within the configured grace, cuts the rest. Blocks meanwhile. May be
     * called twice.
     */
    @Override
    public void close() {
        listener.close();
    }
}
