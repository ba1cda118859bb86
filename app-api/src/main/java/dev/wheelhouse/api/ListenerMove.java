package dev.wheelhouse.api;

import dev.wheelhouse.api.http.transport.HttpListener;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.settings.ListenerSwitch;
import dev.wheelhouse.core.platform.settings.ListenerTrial;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves the API to another listener: opens it beside the present one, keeps it once a call with a valid credential came
 * over it, and closes it again without one. Thread-safe.
 */
final class ListenerMove implements ListenerSwitch, AutoCloseable {

    static final Duration TRIAL = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(ListenerMove.class.getName());

    private final ApiServer server;
    private final Workers workers;
    private final Clock clock;
    private final Duration patience;
    private final Consumer<ListenerSettings> moved;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile ListenerSettings place;
    private volatile @Nullable Trial trial;

    /**
     * @param listener that is tried
     * @param inPlace whether the present one is paused meanwhile
     */
    private record Trial(
            HttpListener listener,
            ListenerSettings wanted,
            boolean inPlace,
            Runnable keep,
            ListenerTrial told,
            ScheduledFuture<?> end) {}

    /**
     * @param place where the server listens now, with its true port
     * @param patience how long a listener is tried
     * @param moved is told each new place
     */
    ListenerMove(
            ApiServer server,
            ListenerSettings place,
            Workers workers,
            Clock clock,
            Duration patience,
            Consumer<ListenerSettings> moved) {
        this.server = server;
        this.place = place;
        this.workers = workers;
        this.clock = clock;
        this.patience = patience;
        this.moved = moved;
    }

    @Override
    public ListenerSettings place() {
        return place;
    }

    @Override
    public void begin(ListenerSettings wanted, Runnable keep) {
        lock.lock();
        try {
            if (trial != null) {
                throw new AppException(
                        PlatformError.CONFLICT,
                        "Another listener is tried now. Call it to keep it, or wait until it is closed.");
            }
            boolean inPlace = wanted.port() == place.port();
            HttpListener opened = inPlace ? openInPlace(wanted) : open(wanted, Duration.ZERO);
            ListenerTrial told = new ListenerTrial(wanted.url(), clock.instant().plus(patience));
            trial = new Trial(opened, wanted, inPlace, keep, told, workers.after(patience, this::expire));
        } finally {
            lock.unlock();
        }
    }

    private HttpListener openInPlace(ListenerSettings wanted) {
        // Before the port is let go: bad files cost nobody a connection.
        HttpListener.check(wanted);
        server.listener().pause();
        try {
            return open(wanted, HttpListener.RELEASE);
        } catch (RuntimeException | Error e) {
            server.listener().resume();
            throw e;
        }
    }

    private HttpListener open(ListenerSettings wanted, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return server.openAnother(wanted, this::confirm);
            } catch (IOException e) {
                if (System.nanoTime() >= deadline) {
                    throw AppException.invalid(
                            isOfThisMachine(wanted) ? "listener.port" : "listener.address",
                            "The console cannot listen on " + wanted.address() + ":" + wanted.port() + " ("
                                    + e.getMessage() + "). Choose another one.");
                }
                LockSupport.parkNanos(HttpListener.RELEASE_LOOK.toNanos());
            }
        }
    }

    private static boolean isOfThisMachine(ListenerSettings wanted) {
        try {
            return wanted.inetAddress().isAnyLocalAddress()
                    || wanted.inetAddress().isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(wanted.inetAddress()) != null;
        } catch (SocketException _) {
            return true;
        }
    }

    @Override
    public Optional<ListenerTrial> trial() {
        return Optional.ofNullable(trial).map(Trial::told);
    }

    /** Asked at every request over a listener that was tried once, so it is quick where there is nothing to do. */
    @Override
    public void confirm() {
        if (trial == null) {
            return;
        }
        Trial confirmed = take();
        if (confirmed == null) {
            return;
        }
        try {
            confirmed.keep().run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The listener on trial could not be kept; it is closed", e);
            close(confirmed);
            return;
        }
        HttpListener before = server.listener();
        server.moveTo(confirmed.listener());
        place = confirmed.wanted();
        moved.accept(place);
        LOG.log(System.Logger.Level.INFO, "The API listens on " + place.url() + " now");
        workers.start(before::close);
    }

    private @Nullable Trial take() {
        lock.lock();
        try {
            Trial taken = trial;
            trial = null;
            if (taken != null) {
                taken.end().cancel(false);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void expire() {
        Trial expired = take();
        if (expired != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "No call with a token arrived at " + expired.told().url() + "; the API stays where it was");
            close(expired);
        }
    }

    @Override
    public void abandon() {
        Trial abandoned = take();
        if (abandoned != null) {
            close(abandoned);
        }
    }

    private void close(Trial ended) {
        // Not here: it may be the thread of a request over it, whose end closing waits for.
        workers.start(() -> {
            ended.listener().close();
            if (ended.inPlace()) {
                server.listener().resume();
            }
        });
    }

    /** Closes what is tried; the server is closed by its owner. */
    @Override
    public void close() {
        Trial left = take();
        if (left != null) {
            left.listener().close();
        }
    }
}
