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
import java.util.Optional;

/** Fetches the images of apps, as jobs. Thread-safe. */
final class ImagePulls {

    private static final String KIND = "image_pull";

    private final JobService jobs;
    private final AppRuntimes runtimes;
    private final AppPlaces places;
    private final AppOperations operations;

    ImagePulls(JobService jobs, AppRuntimes runtimes, AppPlaces places, AppOperations operations) {
        this.jobs = jobs;
        this.runtimes = runtimes;
        this.places = places;
        this.operations = operations;
    }

    Job begin(Caller caller, App app, boolean starts) {
        String image = image(app);
        Optional<Job> same = jobs.running(caller).stream()
                .filter(each -> each.kind().equals(KIND) && each.subjectId().equals(app.id()))
                .findFirst();
        return same.orElseGet(() -> jobs.start(
                caller, KIND, app.id(), Scope.APPS_CONTROL, progress -> pull(caller, app, image, starts, progress)));
    }

    private static String image(App app) {
        if (app.spec() instanceof AppSpec.Container container && container.adopted() == null) {
            return container.image();
        }
        throw new AppException(
                PlatformError.STATE_INVALID,
                "The console makes " + app.name() + " from no image, so there is none to pull.");
    }

    private String pull(Caller caller, App app, String image, boolean starts, JobProgress progress) {
        progress.report(0, null, "Asking for " + image);
        runtimes.of(app.spec().kind()).pull(places.host(app), app, progress);
        if (!starts) {
            return image + " is there.";
        }
        progress.report(1, 1L, "Starting " + app.name());
        operations.start(caller, app);
        return image + " is there, and " + app.name() + " runs.";
    }
}
