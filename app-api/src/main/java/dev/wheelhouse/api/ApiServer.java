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
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The running API. Thread-safe. */
public final class ApiServer implements AutoCloseable {

    private static final Set<String> PAGES = Set.of("/docs", Route.BASE_PATH + "/docs");

    private final ApiServerConfig config;
    private final OwnAddresses addresses;
    private final RequestPipeline pipeline;
    private volatile HttpListener listener;

    private ApiServer(ApiServerConfig config, OwnAddresses addresses, RequestPipeline pipeline, HttpListener listener) {
        this.config = config;
        this.addresses = addresses;
        this.pipeline = pipeline;
        this.listener = listener;
    }

    /**
     * Opens the port. Every request is answered 503 {@code busy} until {@link #answer}, so that nobody who comes while the
     * state is opened is turned away without a word.
     *
     * @param routes all of them, those of health and reference included
     * @throws IOException when the port cannot be had; the message says which, and what to do
     */
    public static ApiServer open(ApiServerConfig config, List<Route> routes, Authenticator authenticator)
            throws IOException {
        OwnAddresses addresses = new OwnAddresses(config.hostNames());
        addresses.add(config.listener());
        List<Guard> guards = List.of(
                new HeadSizeGuard(config.limits()),
                new HostGuard(addresses),
                new OriginGuard(PAGES),
                new QueryCredentialGuard());
        List<Guard> signed = List.of(
                new HeadSizeGuard(config.limits()), new HostGuard(config.publicNames()), new QueryCredentialGuard());
        List<Guard> starting = new ArrayList<>(guards);
        starting.add(_ -> {
            throw new AppException(PlatformError.BUSY, "The console is starting. Try again in a second.");
        });
        RequestPipeline pipeline = pipeline(config, guards, signed, new Router(routes), authenticator);
        RequestPipeline refusing = pipeline(config, starting, starting, new Router(List.of()), authenticator);
        try {
            return new ApiServer(config, addresses, pipeline, listener(config, config.listener(), refusing, () -> {}));
        } catch (IOException e) {
            throw portTaken(config.listener(), e);
        }
    }

    private static HttpListener listener(
            ApiServerConfig config, ListenerSettings place, RequestPipeline pipeline, Runnable called)
            throws IOException {
        return HttpListener.start(place, pipeline, config.limits(), config.requestExecutor(), config.ids(), called);
    }

    private static RequestPipeline pipeline(
            ApiServerConfig config,
            List<Guard> guards,
            List<Guard> signed,
            Router router,
            Authenticator authenticator) {
        return new RequestPipeline(
                guards,
                signed,
                router,
                new HeaderCredentials(authenticator),
                new ErrorMapper(new ProblemCatalog()),
                new JsonCodec(),
                config.limits(),
                config.calls());
    }

    /** {@link #open Opens} the port and answers at once. */
    public static ApiServer start(ApiServerConfig config, List<Route> routes, Authenticator authenticator)
            throws IOException {
        ApiServer server = open(config, routes, authenticator);
        server.answer();
        return server;
    }

    /** Answers the requests that come from now on by their routes. */
    public void answer() {
        listener.answerWith(pipeline);
    }

    static IOException portTaken(ListenerSettings place, IOException cause) {
        return new IOException(
                "The API cannot listen on " + place.address() + ":" + place.port() + " (" + cause.getMessage()
                        + "). Stop what uses the port, or start with another one.",
                cause);
    }

    /** The listener in use. */
    HttpListener listener() {
        return listener;
    }

    /**
     * Opens another listener, which answers at once.
     *
     * @param called runs for each request with a valid credential, before it is answered
     */
    HttpListener openAnother(ListenerSettings place, Runnable called) throws IOException {
        addresses.add(place);
        return listener(config, place, pipeline, called);
    }

    /** Uses another listener from now on; the one before is the caller's to close. */
    void moveTo(HttpListener other) {
        listener = other;
    }

    /** The port in use, the same on both loopback addresses. */
    public int port() {
        return listener.port();
    }

    /** See {@link HttpListener#keepServed}. */
    void keepServed() {
        listener.keepServed();
    }

    /** See {@link HttpListener#renewCertificate}. */
    boolean renewCertificate() {
        return listener.renewCertificate();
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
