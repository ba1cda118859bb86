package dev.wheelhouse.api;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.platform.job.Loop;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A core with its API, started and stopped as one. */
public final class Console implements AutoCloseable {

    private static final Duration RELEASE = Duration.ofSeconds(2);
    private static final Duration RELEASE_LOOK = Duration.ofMillis(20);
    private static final Duration PORT_LOOK = Duration.ofSeconds(1);

    private final Core core;
    private final Clock clock;
    private final PortReservation port;
    private @Nullable ApiServer server;
    private @Nullable Announcement announcement;
    private @Nullable Loop portWatch;
    private boolean closed;

    private Console(Core core, Clock clock, PortReservation port) {
        this.core = core;
        this.clock = clock;
        this.port = port;
    }

    /**
     * Starts everything and announces it. When it throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had
     */
    public static Console start(LaunchOptions options, Clock clock, PrintStream out) throws IOException {
        Console console = begin(options, clock);
        console.finishStart(out);
        return console;
    }

    /**
     * Takes the home and reserves the port, quickly; the state and the API follow with {@link #finishStart}. When it
     * throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had
     */
    public static Console begin(LaunchOptions options, Clock clock) throws IOException {
        Core core = Core.begin(new CoreConfig(options.home(), options.storeUrl(), clock, new SecureRandom()));
        try {
            return new Console(core, clock, PortReservation.take(options.port()));
        } catch (IOException | RuntimeException e) {
            core.close();
            throw e;
        }
    }

    /**
     * Opens the state and meanwhile the port, answers over HTTP and announces it; called once. When it throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had after all
     */
    public void finishStart(PrintStream out) throws IOException {
        try {
            CompletableFuture<Void> listening =
                    CompletableFuture.runAsync(this::listen, core.workers().virtualThreads());
            core.finishStart();
            listening.join();
            answer(out);
        } catch (CompletionException e) {
            close();
            if (e.getCause() instanceof UncheckedIOException noPort) {
                throw noPort.getCause();
            }
            throw e;
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** While the state is opened: from now on every request gets 503 until the routes are there. */
    private synchronized void listen() {
        if (!closed) {
            server = listener();
            port.close();
        }
    }

    /**
     * Linux lets a listener have a port that is only reserved; elsewhere the reservation must go first. A program that the
     * core starts at this moment has it too until it closes what it inherited, so the port may seem taken for an instant.
     */
    private ApiServer listener() {
        long deadline = System.nanoTime() + RELEASE.toNanos();
        while (true) {
            try {
                return ApiWiring.open(core, port.port(), clock);
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new UncheckedIOException(e);
                }
                port.close();
                LockSupport.parkNanos(RELEASE_LOOK.toNanos());
            }
        }
    }

    private synchronized void answer(PrintStream out) throws IOException {
        if (closed || server == null) {
            return;
        }
        server.answer();
        portWatch = core.workers().every("Looking after the port", PORT_LOOK, server::keepServed);
        announcement = Announcement.make(core, server, out);
    }

    public Core core() {
        return core;
    }

    /** The port of the API, from {@link #begin} on. */
    public int port() {
        return port.port();
    }

    /**
     * Stops accepting, lets requests end, cancels the statements of those that do not, closes the core; within ten
     * seconds. May be called twice.
     */
    @Override
    public synchronized void close() {
        closed = true;
        if (announcement != null) {
            announcement.close();
        }
        if (portWatch != null) {
            portWatch.close();
        }
        if (server != null) {
            if (!server.drain()) {
                core.databases().cancelRunning();
            }
            server.close();
        }
        port.close();
        core.close();
    }
}
