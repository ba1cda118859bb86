package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobService;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Fetches the images of apps, as jobs. Thread-safe. */
final class ImagePulls {

    private static final String KIND = "image_pull";

    private final JobService jobs;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final AppOperations operations;

    /** By the app's id. */
    private final Map<String, Pull> pulls = new ConcurrentHashMap<>();

    ImagePulls(JobService jobs, AppRuntimes runtimes, AppPlaces places, AppOperations operations) {
        this.jobs = jobs;
        this.runtimes = runtimes;
        this.places = places;
        this.operations = operations;
    }

    /** A pull that this console works on. */
    private static final class Pull {

        private @Nullable Caller starter;
        private boolean over;

        Pull(@Nullable Caller starter) {
            this.starter = starter;
        }

        /** Has the app started once the image is there; false when it is too late for that. */
        synchronized boolean startsFor(Caller caller) {
            starter = starter == null ? caller : starter;
            return !over;
        }

        /** Who wants it to be started; nobody can any more. */
        synchronized @Nullable Caller end() {
            over = true;
            return starter;
        }
    }

    synchronized Job begin(Caller caller, App app, boolean starts) {
        String image = image(app);
        Optional<Job> same = jobs.running(caller).stream()
                .filter(each -> each.kind().equals(KIND) && each.subjectId().equals(app.id()))
                .findFirst();
        Pull known = pulls.get(app.id());
        // One of another console would not start it.
        if (same.isPresent() && (!starts || (known != null && known.startsFor(caller)))) {
            return same.get();
        }
        Pull pull = new Pull(starts ? caller : null);
        pulls.put(app.id(), pull);
        return jobs.start(caller, KIND, app.id(), Scope.APPS_CONTROL, progress -> {
            try {
                return pull(pull, app, image, progress);
            } finally {
                pull.end();
                pulls.remove(app.id(), pull);
            }
        });
    }

    private static String image(App app) {
        if (app.spec() instanceof AppSpec.Container container && container.adopted() == null) {
            return container.image();
        }
        throw new AppException(
                PlatformError.STATE_INVALID,
                "The console makes " + app.name() + " from no image, so there is none to pull.");
    }

    private String pull(Pull pull, App app, String image, JobProgress progress) {
        progress.report(0, null, "Asking for " + image);
        runtimes.of(app.spec().kind()).pull(places.host(app), app, progress);
        Caller starter = pull.end();
        if (starter == null) {
            return image + " is there.";
        }
        progress.report(1, 1L, "Starting " + app.name());
        operations.start(starter, app);
        return image + " is there, and " + app.name() + " runs.";
    }
}
