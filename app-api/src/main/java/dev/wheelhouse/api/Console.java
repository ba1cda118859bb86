package dev.wheelhouse.api;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import dev.wheelhouse.core.platform.service.SystemService;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.store.StoreAbsence;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A core with its API, started and stopped as one. */
public final class Console implements AutoCloseable {

    private static final Duration RELEASE = Duration.ofSeconds(2);
    private static final Duration RELEASE_LOOK = Duration.ofMillis(20);
    private static final Duration PORT_LOOK = Duration.ofSeconds(1);
    private static final Duration CERTIFICATE_LOOK = Duration.ofSeconds(2);

    private final Core core;
    private final Clock clock;
    private final ListenerSettings wanted;
    private final PortReservation port;
    private @Nullable ApiServer server;
    private volatile @Nullable ListenerMove move;
    private @Nullable Announcement announcement;
    private @Nullable Loop portWatch;
    private @Nullable Loop certificateWatch;
    private boolean closed;

    private Console(Core core, Clock clock, ListenerSettings wanted, PortReservation port) {
        this.core = core;
        this.clock = clock;
        this.wanted = wanted;
        this.port = port;
    }

    /**
     * Starts everything and announces it. When it throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had
     */
    public static Console start(LaunchOptions options, Clock clock, PrintStream out) throws IOException {
        return start(options, clock, out, StoreAbsence.NOT_WAITED_FOR);
    }

    /**
     * {@link #start(LaunchOptions, Clock, PrintStream)} that can wait for a shared state whose server is away.
     *
     * @param absence as in {@link Core#finishStart(StoreAbsence)}; every request gets 503 meanwhile
     */
    static Console start(LaunchOptions options, Clock clock, PrintStream out, StoreAbsence absence) throws IOException {
        Console console = begin(options, clock);
        console.finishStart(out, absence);
        return console;
    }

    /**
     * Takes the home and reserves the port, quickly; the state and the API follow with {@link #finishStart}. When it
     * throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had
     */
    public static Console begin(LaunchOptions options, Clock clock) throws IOException {
        boolean isService =
                SystemService.isOne(System.getenv(), ProcessHandle.current().pid());
        return begin(options, clock, isService ? Optional.empty() : ServiceAddress.find(ServiceAddress.DIRECTORY));
    }

    /** @param service where the machine's service answers; empty where there is none, or this is it */
    static Console begin(LaunchOptions options, Clock clock, Optional<String> service) throws IOException {
        Core core = Core.begin(new CoreConfig(
                options.home(),
                options.storeUrl(),
                clock,
                new SecureRandom(),
                SshTimeouts.DEFAULT,
                options.secrets().read()));
        try {
            ListenerSettings set = core.settings().live().home().listener();
            ListenerSettings wanted =
                    options.port() == null ? besideService(set, service) : set.withPort(options.port());
            return new Console(core, clock, wanted, PortReservation.take(wanted));
        } catch (IOException | RuntimeException e) {
            core.close();
            throw e;
        }
    }

    /** A free port where the machine's service, which begins with the same settings, has this one. */
    private static ListenerSettings besideService(ListenerSettings set, Optional<String> service) {
        return service.filter(url -> url.endsWith(":" + set.port()))
                .map(_ -> set.withPort(0))
                .orElse(set);
    }

    /**
     * Opens the state and meanwhile the port, answers over HTTP and announces it; called once. When it throws, nothing stays open.
     *
     * @throws IOException when the port cannot be had after all
     * @throws AppException when the state cannot be opened, or the listener's certificate or key is no good
     */
    public void finishStart(PrintStream out) throws IOException {
        finishStart(out, StoreAbsence.NOT_WAITED_FOR);
    }

    private void finishStart(PrintStream out, StoreAbsence absence) throws IOException {
        try {
            CompletableFuture<Void> listening =
                    CompletableFuture.runAsync(this::listen, core.workers().virtualThreads());
            core.finishStart(absence);
            listening.join();
            answer(out);
        } catch (CompletionException e) {
            close();
            if (e.getCause() instanceof UncheckedIOException noPort) {
                throw noPort.getCause();
            }
            if (e.getCause() instanceof AppException refused) {
                throw refused;
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
                return ApiWiring.open(core, place(), clock);
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
        ApiServer serving = server;
        Announcement made = Announcement.make(core, place(), serving.listener().certificate(), out);
        announcement = made;
        ListenerMove moving = new ListenerMove(
                serving,
                place(),
                core.workers(),
                clock,
                ListenerMove.TRIAL,
                place -> made.changed(place, serving.listener().certificate()));
        move = moving;
        certificateWatch = core.workers().every("Reading the API's renewed certificate", CERTIFICATE_LOOK, () -> {
            if (serving.renewCertificate()) {
                made.changed(moving.place(), serving.listener().certificate());
            }
        });
        core.settings().listenBy(moving);
    }

    public Core core() {
        return core;
    }

    /** The port of the API, from {@link #begin} on. */
    public int port() {
        return place().port();
    }

    /** Where the API answers, such as {@code http://127.0.0.1:7465}; from {@link #begin} on. */
    public String url() {
        return place().url();
    }

    private ListenerSettings place() {
        ListenerMove moving = move;
        return moving == null ? wanted.withPort(port.port()) : moving.place();
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
        if (certificateWatch != null) {
            certificateWatch.close();
        }
        if (move != null) {
            move.close();
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
