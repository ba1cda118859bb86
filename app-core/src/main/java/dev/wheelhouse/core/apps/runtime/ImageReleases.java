package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Makes images of releases, and has containers of them take the place of those that serve. Keeps nothing about an app but what
 * is on its server. Errors as {@link AppRuntime}; every method may block, and an interrupt ends it. Thread-safe.
 */
public interface ImageReleases {

    /**
     * Builds an image on the server. Nothing of the app's environment gets into it.
     *
     * @param image what it is called
     * @param dockerfile its path within the context
     * @param context writes what it is built from, as a tar
     * @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} with the last words of the build
     */
    void build(
            Host host,
            App app,
            String image,
            String dockerfile,
            CommandInput context,
            Duration limit,
            CommandOutput output);

    /**
     * Fetches an image and keeps it under another name.
     *
     * @return the image's digest, 64 hex digits
     */
    String pull(Host host, App app, String image, String name, JobProgress progress);

    boolean has(Host host, App app, String image);

    /** Takes its name away from an image, unless a container uses it. */
    void remove(Host host, App app, String image);

    /** Removes the app's images of releases but those named and those that a container uses; the releases removed. */
    List<String> prune(Host host, App app, Collection<String> kept);

    /** Whether what serves has to be stopped before other containers of the app can start. */
    boolean stopsFirst(App app);

    /**
     * Runs a command once, in a container of its own of the app's image.
     *
     * @return its exit code; empty when it did not end in time and was stopped
     */
    Optional<Integer> runOnce(Host host, App app, List<String> command, Duration limit, CommandOutput output);

    /**
     * Makes and starts the containers of a release beside those that serve, which are stopped before where they have to be and
     * stay. What was left of such ones is removed before.
     *
     * @param app as it is to be
     */
    void startNext(Host host, App app, String releaseId);

    /** Those that serve, or those that were started beside them. */
    Containers containers(Host host, App app, boolean next);

    /** Containers of an app that do the same. */
    interface Containers {

        AppSnapshot look();

        /** How the server reaches each of them that runs; empty for those without an address of their own. */
        List<String> addresses();

        String lastLines(int lines);

        /** Runs a command in the first of them; its exit code, empty when it did not end in time. */
        Optional<Integer> run(List<String> command, Duration limit, CommandOutput output);
    }

    /** Whether the app ran before the containers of a release were started; empty where there are none. */
    Optional<Boolean> servedBefore(Host host, App app, String releaseId);

    /** Whether all containers of the app run and none of them is of that release. */
    boolean servesWithout(Host host, App app, String releaseId);

    /** Removes what served, and has what was started beside it take its place under its name. */
    void takeOver(Host host, App app);

    /** Removes what was started beside what serves. */
    void dropNext(Host host, App app);
}
