package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppReleases;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is done with one app's releases on its server: the same for a deployment and for what a killed one has left. */
final class ReleaseWork {

    private final DeploymentsConfig config;
    private final AppReleases apps;
    private final Caller caller;
    private final SourceSettings settings;
    private final DeploymentProgress progress;
    private final Host host;
    private final ReleasePlace place;
    private final ReleasePlace.Found found;
    private final Map<String, String> environment;
    private App app;

    /**
     * @param caller in whose name the app is started
     * @param releaseId to make the place of; null for none
     */
    ReleaseWork(
            DeploymentsConfig config,
            Caller caller,
            App app,
            AppSource source,
            DeploymentProgress progress,
            @Nullable String releaseId) {
        this.config = config;
        this.apps = config.apps();
        this.caller = caller;
        this.app = app;
        this.settings = source.settings();
        this.progress = progress;
        this.host = apps.host(app);
        this.environment = new TreeMap<>(apps.environment(app));
        this.place = new ReleasePlace(host, app.id(), settings.deployDirectory());
        this.found = releaseId == null ? place.look() : place.prepare(releaseId);
    }

    ReleasePlace place() {
        return place;
    }

    ReleasePlace.Found found() {
        return found;
    }

    ReleaseCommands commands(String releaseId) {
        environment.put("WHEELHOUSE_RELEASE", releaseId);
        return new ReleaseCommands(host, app.serverId(), environment, progress, config.workers(), config.pace());
    }

    /**
     * Refuses an app that does not run from what serves, since a switch would change nothing for it.
     *
     * @throws AppException {@code state_invalid} that says what to do
     */
    void requireRunsFromCurrent() {
        String current = found.current();
        if (app.spec() instanceof AppSpec.Process process) {
            String directory = process.directory();
            if (directory != null && !directory.equals(current) && !directory.startsWith(current + "/")) {
                throw refused("The app " + app.name() + " runs in " + directory + ", so a release in " + current
                        + " would change nothing. Empty the app's directory, or set it to " + current + ".");
            }
        } else if (app.spec() instanceof AppSpec.SystemdUnit unit) {
            requireUnitRunsFrom(unit.unit(), current);
        }
    }

    private void requireUnitRunsFrom(String unit, String current) {
        CommandResult shown = host.run(
                HostCommand.of("systemctl", "show", "--property=WorkingDirectory", "--property=ExecStart", "--", unit));
        String text = shown.stdoutText();
        if (!text.contains(current + "/") && !text.contains("=" + current + "\n")) {
            throw refused("The unit " + unit + " does not run from " + current
                    + ", so a release there would change nothing. Install this drop-in on the server with “systemctl edit "
                    + unit + "”, and try again:\n" + dropIn(current));
        }
    }

    static String dropIn(String current) {
        return "[Service]\nWorkingDirectory=" + current;
    }

    /** Starts the app with what serves. */
    void startAnew() {
        if (app.spec() instanceof AppSpec.Process process && process.directory() == null) {
            app = apps.runIn(app, process, found.current());
        }
        apps.restart(caller, app);
    }

    /** Waits until the app is seen to work; its check's command runs in what serves. */
    void awaitHealthy(String releaseId) {
        new HealthProbe(apps, app, host, config.outgoing(), config.pace(), progress)
                .await(settings.healthCheck(), commands(releaseId), found.current());
    }

    /** Begins to measure for how long nobody listens; null where that cannot be. */
    @Nullable
    ListenGap watchGap() {
        HealthCheck check = settings.healthCheck();
        Integer port = check == null || check.url() == null ? null : HealthProbe.port(URI.create(check.url()));
        Long pid = apps.look(app).instances().stream()
                .filter(Instance::running)
                .map(Instance::pid)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        if (pid == null) {
            return null;
        }
        return ListenGap.start(host, port, pid, config.workers()::start);
    }

    /**
     * Has the release serve again that did before, and sees that it works; without one the app is stopped.
     *
     * @param replaced null for none
     * @return whether a release serves again
     */
    boolean putBack(@Nullable String replaced) {
        if (replaced == null) {
            progress.log("There was no release before it. The app is stopped.");
            apps.stop(caller, app);
            place.unlink();
            return false;
        }
        progress.log("Going back to the release " + replaced + ".");
        place.switchTo(replaced, null);
        startAnew();
        awaitHealthy(replaced);
        progress.log("The release " + replaced + " serves again.");
        return true;
    }

    private static AppException refused(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }
}
