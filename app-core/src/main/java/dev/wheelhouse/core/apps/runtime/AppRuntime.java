package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs apps of one kind on any server. Keeps no state of its own about an app: what it must know after a restart of the
 * console it reads from the server. Thread-safe. Every method is given apps of its kind only, blocks, and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}: what {@link Host} throws, and {@code state_invalid} with a
 * reason for people when the server refuses.
 */
public interface AppRuntime {

    RuntimeKind kind();

    /**
     * Starts it and waits until it is up, ten seconds at most. Nothing happens when it runs.
     *
     * @return how it is then, with the trouble when it cannot be looked at
     * @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} when it is not up by then or has ended
     *     again, with the last lines of its log
     */
    AppSnapshot start(Host host, App app);

    /**
     * Finds out what would hinder a start, as far as that can be known before: an app that runs is not stopped to be started
     * again where it could not be.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link #start} would
     */
    default void prepare(Host host, App app) {
        // Most of it only the start itself shows.
    }

    /**
     * Fetches the image that an app is made from, also when the server has it: it may be newer. An interrupt ends it.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} for apps that are made from none, and
     *     when it cannot be had
     */
    default void pull(Host host, App app, JobProgress progress) {
        throw new AppException(
                PlatformError.STATE_INVALID,
                app.name() + " is no container, so there is no image to pull. Start it, or change its command.");
    }

    /**
     * What makes releases of images.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} for apps that are made from none
     */
    default ImageReleases images() {
        throw new AppException(PlatformError.STATE_INVALID, "Only containers are made from images.");
    }

    /** Stops it: asks it to end, and kills it after ten seconds. Nothing happens when it does not run. */
    void stop(Host host, App app);

    /**
     * Whether {@link #restart} is one step of the server's own, which keeps what it holds open for the app, such as a socket
     * of systemd's. Without it an app is stopped and started.
     */
    default boolean restartsInOneStep() {
        return false;
    }

    /**
     * Has a new run take the place of the one that there is, and starts one where there is none.
     *
     * @return as {@link #start}
     */
    default AppSnapshot restart(Host host, App app) {
        stop(host, app);
        return start(host, app);
    }

    /** Looks at many apps of one server in as few calls as it takes; the answer has every one of them, by its id. */
    Map<String, AppSnapshot> look(Host host, List<App> apps);

    /**
     * The app's log, all of its copies together.
     *
     * @param host asked at each use, since a host ends when its server changes
     */
    LogSource log(Supplier<Host> host, App app);

    /** The log that the lines of one copy of an app are in, with those of its runs before; perhaps of all copies. */
    default LogSource log(Supplier<Host> host, App app, Instance copy) {
        return log(host, app);
    }

    /** What is on the server that could be an app of this kind; empty when the server has no such runtime. */
    List<FoundApp> discover(Host host);

    /** Takes away what it made on the server for the app, logs included; what was there before the app stays. Stops it. */
    void remove(Host host, App app);
}
