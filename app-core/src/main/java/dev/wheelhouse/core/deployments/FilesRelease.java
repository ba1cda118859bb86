package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppReleases;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.store.Transaction;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Releases as directories on the server; a link points to the serving one. */
final class FilesRelease implements ReleaseWork {

    private final ReleaseContext context;
    private final AppReleases apps;
    private final DeploymentProgress progress;
    private final Host host;
    private final ReleasePlace place;
    private ReleasePlace.@Nullable Found seen;
    private @Nullable ListenGap gap;
    private App app;

    FilesRelease(ReleaseContext context) {
        this.context = context;
        this.apps = context.config().apps();
        this.app = context.app();
        this.progress = context.progress();
        this.host = apps.host(app);
        this.place = new ReleasePlace(host, app.id(), context.settings().deployDirectory());
    }

    private ReleasePlace.Found found() {
        ReleasePlace.Found known = seen;
        if (known == null) {
            known = place.look();
            seen = known;
        }
        return known;
    }

    @Override
    public @Nullable String prepare() {
        List<DeployDirectories.Taken> taken = new DeployDirectories(context.config(), context.stores())
                .taken(app, context.settings().deployDirectory());
        ReleasePlace.Found found =
                place.prepare(context.isNew() ? context.deployment().id() : null, taken);
        seen = found;
        progress.log("Releases lie in " + found.path()
                + (found.serving() == null ? "; none serves yet" : "; " + found.serving() + " serves"));
        if (found.freeKibibytes() != null) {
            progress.log(found.freeKibibytes() / 1024 + " MiB are free there");
        }
        return found.serving();
    }

    @Override
    public void fetch() {
        try (SourceRepository.Tree tree = context.fetch()) {
            lay(tree);
        }
    }

    private void lay(SourceRepository.Tree tree) {
        AtomicReference<@Nullable AppException> trouble = new AtomicReference<>();
        try {
            place.receive(context.deployment().id(), stdin -> {
                try {
                    tree.writeTar(stdin);
                } catch (AppException e) {
                    trouble.set(e);
                }
            });
        } catch (AppException e) {
            // A tar that breaks off says less than what broke it off.
            throw Objects.requireNonNullElse(trouble.get(), e);
        }
        if (trouble.get() != null) {
            throw trouble.get();
        }
    }

    @Override
    public void build() {
        run(
                "build",
                Objects.requireNonNull(
                        Objects.requireNonNull(context.settings().build()).command()),
                context.pace().build());
    }

    @Override
    public void runPreDeploy() {
        run(
                "command before the switch",
                context.settings().preDeploy(),
                context.pace().hook());
    }

    @Override
    public void runPostDeploy() {
        run(
                "command after the switch",
                context.settings().postDeploy(),
                context.pace().hook());
    }

    private void run(String what, List<String> command, Duration limit) {
        commands(context.releaseId()).run(what, command, found().release(context.releaseId()), limit);
    }

    @Override
    public void makeReady() {
        if (context.isNew()) {
            place.share(context.deployment().id(), context.settings().sharedPaths());
        }
    }

    private ReleaseCommands commands(String releaseId) {
        return context.commands(host, Map.of("WHEELHOUSE_RELEASE", releaseId));
    }

    /** Refuses an app that does not run from what serves. */
    @Override
    public void requireFits() {
        String current = found().current();
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

    @Override
    public void point(@Nullable String replaced) {
        place.switchTo(context.releaseId(), replaced);
    }

    @Override
    public void switchOver() {
        gap = watchGap();
        startAnew();
    }

    /** Starts the app with what serves. */
    private void startAnew() {
        if (app.spec() instanceof AppSpec.Process process && process.directory() == null) {
            app = apps.runIn(app, process, found().current());
        }
        apps.restart(context.caller(), app);
    }

    @Override
    public void awaitHealthy() {
        awaitHealthy(context.releaseId());
    }

    /** A check's command runs in what serves. */
    private void awaitHealthy(String releaseId) {
        HealthProbe probe = new HealthProbe(app, host, context.config().outgoing(), context.pace(), progress);
        var _ = probe.await(context.settings().healthCheck(), new HealthProbe.Subject() {
            @Override
            public AppSnapshot look() {
                return apps.look(app);
            }

            @Override
            public String lastLines(int lines, @Nullable Instant since) {
                return apps.lastLines(app, lines, since);
            }

            @Override
            public Answer ask(List<String> command) {
                CommandResult result = commands(releaseId).ask(command, found().current());
                return new Answer(result.exitCode(), result.stdoutText(), result.stderrText() + result.stdoutText());
            }

            @Override
            public List<String> hosts(String named) {
                return List.of(named);
            }
        });
    }

    private @Nullable ListenGap watchGap() {
        HealthCheck check = context.settings().healthCheck();
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
        return ListenGap.start(host, port, pid, context.config().workers()::start);
    }

    @Override
    public @Nullable Long endGap() {
        ListenGap measured = gap;
        gap = null;
        return measured == null ? null : measured.end();
    }

    @Override
    public void finish() {
        // Its restart ended what served before.
    }

    @Override
    public List<String> prune(Collection<String> kept) {
        return place.prune(kept);
    }

    @Override
    public void keep(Transaction tx) {
        // The link says what serves.
    }

    @Override
    public @Nullable Boolean putBack(@Nullable String replaced) {
        if (gap != null) {
            gap.close();
            gap = null;
        }
        if (replaced == null) {
            progress.log("There was no release before it. The app is stopped.");
            apps.stop(context.caller(), app);
            place.unlink();
            return null;
        }
        progress.log("Going back to the release " + replaced + ".");
        place.switchTo(replaced, null);
        startAnew();
        awaitHealthy(replaced);
        progress.log("The release " + replaced + " serves again.");
        return true;
    }

    @Override
    public void drop() {
        place.drop(context.deployment().id());
    }

    private static AppException refused(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }
}
