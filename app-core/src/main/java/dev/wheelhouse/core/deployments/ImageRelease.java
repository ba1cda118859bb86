package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppReleases;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.ShellText;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Releases that are images, each under a name of its own on the server. New containers are started beside those that serve, and
 * take their place once they are seen to work; where both would need the same port of the server, the old ones are stopped
 * before, and stay until then. Which image an app is made from changes with the deployment's end alone, so that after whatever
 * happens before it, the app's own start brings back what served.
 */
final class ImageRelease implements ReleaseWork {

    private static final String EVERYWHERE = "/";

    private final ReleaseContext context;
    private final AppReleases apps;
    private final App app;
    private final ImageReleases images;
    private final Host host;
    private final String image;
    private final boolean wasWanted;
    private @Nullable Long stoppedAt;
    private @Nullable Long gapMillis;

    ImageRelease(ReleaseContext context) {
        this.context = context;
        this.apps = context.config().apps();
        this.app = context.app();
        this.images = apps.images(app);
        this.host = apps.host(app);
        this.image = ReleaseImages.name(app, context.releaseId());
        this.wasWanted = apps.isWantedRunning(app);
    }

    /** The app as it is to be; has secrets. */
    private App next() {
        return apps.opened(app, image);
    }

    @Override
    public @Nullable String prepare() {
        AppSpec.Container spec = (AppSpec.Container) app.spec();
        context.progress().log("It is made from " + spec.image() + " now");
        if (!context.isNew() && !images.has(host, app, image)) {
            throw refused(
                    "The image of this release is not on the server any more. Deploy its commit or image instead.");
        }
        return ReleaseImages.releaseOf(app);
    }

    @Override
    public void requireFits() {
        if (((AppSpec.Container) app.spec()).adopted() != null) {
            throw refused("The containers of " + app.name()
                    + " were there before; the console makes none. Add an app of its image instead.");
        }
    }

    @Override
    public void fetch() {
        if (!context.source().isImageAlone()) {
            // From here on it is in the console's cache.
            context.fetch().close();
            return;
        }
        String wanted = AppImage.wanted(context);
        context.progress().log("Pulling " + wanted);
        String digest = images.pull(host, app, wanted, image, context.progress());
        context.config()
                .store()
                .change(tx -> context.stores()
                        .deployments()
                        .setCommit(tx, context.deployment().id(), digest, wanted, null));
        context.progress().log(wanted + " is sha256:" + digest);
    }

    @Override
    public void build() {
        try (SourceRepository.Tree tree = context.fetch();
                DeploymentProgress.Output output = context.progress().output()) {
            images.build(
                    host,
                    app,
                    image,
                    Objects.requireNonNull(context.settings().build()).dockerfileInContext(),
                    tree::writeTar,
                    context.pace().build(),
                    output);
        }
        context.progress().log("Built " + image);
    }

    @Override
    public void runPreDeploy() {
        run(
                "command before the switch",
                context.settings().preDeploy(),
                (command, limit, output) -> images.runOnce(host, next(), command, limit, output));
    }

    @Override
    public void runPostDeploy() {
        run("command after the switch", context.settings().postDeploy(), containers(true)::run);
    }

    private interface Running {
        Optional<Integer> run(List<String> command, Duration limit, CommandOutput output);
    }

    private void run(String what, List<String> command, Running running) {
        context.progress().log("$ " + ShellText.quote(command));
        Duration limit = context.pace().hook();
        Optional<Integer> code;
        try (DeploymentProgress.Output output = context.progress().output()) {
            code = running.run(command, limit, output);
        }
        if (code.isEmpty()) {
            throw refused("The " + what + " did not end within " + limit.toSeconds() + " s.");
        }
        if (code.get() != 0) {
            throw refused("The " + what + " failed with exit code " + code.get() + ". Its output is in the log.");
        }
    }

    private ImageReleases.Containers containers(boolean next) {
        return images.containers(host, app, next);
    }

    @Override
    public void makeReady() {
        // An image needs nothing more.
    }

    @Override
    public void point(@Nullable String replaced) {
        // What the next start serves is noted once all went well.
    }

    @Override
    public void switchOver() {
        App next = next();
        boolean stopsFirst = images.stopsFirst(app);
        if (stopsFirst && containers(false).look().isRunning()) {
            context.progress().log("It has a port of the server, so what serves is stopped first.");
            stoppedAt = System.nanoTime();
        }
        apps.replace(context.caller(), app, stopsFirst, () -> images.startNext(host, next, context.releaseId()));
    }

    @Override
    public void awaitHealthy() {
        long since = awaitHealthy(containers(true));
        Long stopped = stoppedAt;
        gapMillis = stopped == null ? null : Duration.ofNanos(since - stopped).toMillis();
        if (!images.stopsFirst(app)) {
            runSwitchCommand(containers(false), containers(true));
        }
    }

    private long awaitHealthy(ImageReleases.Containers containers) {
        return new HealthProbe(app, host, context.config().outgoing(), context.pace(), context.progress())
                .await(context.settings().healthCheck(), new Subject(containers));
    }

    /** Containers as a health check sees them. */
    private final class Subject implements HealthProbe.Subject {

        private final ImageReleases.Containers containers;

        Subject(ImageReleases.Containers containers) {
            this.containers = containers;
        }

        @Override
        public AppSnapshot look() {
            return AppSnapshot.ofOne(app, () -> Map.of(app.id(), containers.look()));
        }

        @Override
        public String lastLines(int lines, @Nullable Instant since) {
            return context.progress().clean(containers.lastLines(lines));
        }

        @Override
        public Answer ask(List<String> command) {
            Written written = new Written();
            int code = containers.run(command, context.pace().answer(), written).orElse(-1);
            return new Answer(code, written.stdout(), written.all());
        }

        /** Where no port of the server leads to them, each is asked at its own address. */
        @Override
        public List<String> hosts(String named) {
            if (images.stopsFirst(app)) {
                return List.of(named);
            }
            List<String> addresses = containers.addresses();
            if (addresses.isEmpty()) {
                throw refused("The container has no address of its own. Publish a port, or check by a command.");
            }
            return addresses;
        }
    }

    /** The beginning of what a command writes. */
    private static final class Written implements CommandOutput {

        private static final int MOST = 256 << 10;

        private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        @Override
        public void stdout(byte[] chunk) {
            add(stdout, chunk);
            add(all, chunk);
        }

        @Override
        public void stderr(byte[] chunk) {
            add(all, chunk);
        }

        private static void add(ByteArrayOutputStream to, byte[] chunk) {
            to.write(chunk, 0, Math.min(chunk.length, MOST - to.size()));
        }

        String stdout() {
            return stdout.toString(StandardCharsets.UTF_8);
        }

        String all() {
            return all.toString(StandardCharsets.UTF_8);
        }
    }

    private void runSwitchCommand(ImageReleases.Containers from, ImageReleases.Containers to) {
        List<String> command = context.settings().switchCommand();
        if (command.isEmpty()) {
            return;
        }
        Map<String, String> addresses = Map.of(
                "WHEELHOUSE_OLD_ADDRESS", String.join(" ", from.addresses()),
                "WHEELHOUSE_NEW_ADDRESS", String.join(" ", to.addresses()));
        context.commands(host, addresses)
                .run("switch command", command, EVERYWHERE, context.pace().hook());
    }

    @Override
    public @Nullable Long endGap() {
        return gapMillis;
    }

    @Override
    public void finish() {
        App next = next();
        apps.replace(context.caller(), app, !images.stopsFirst(app), () -> images.takeOver(host, next));
    }

    @Override
    public List<String> prune(Collection<String> kept) {
        return images.prune(host, app, kept);
    }

    @Override
    public void keep(Transaction tx) {
        apps.keepImage(tx, app, image);
    }

    @Override
    public @Nullable Boolean putBack(@Nullable String replaced) {
        boolean isWanted = apps.isWantedRunning(app);
        boolean isStoppedMeanwhile = wasWanted && !isWanted;
        boolean served = servedBefore().orElse(isWanted) && !isStoppedMeanwhile;
        boolean stopsFirst = images.stopsFirst(app);
        if (stopsFirst || !served) {
            images.dropNext(host, app);
        }
        if (!served) {
            context.progress()
                    .log(isStoppedMeanwhile ? "Somebody stopped it." : "It did not run before. The app is stopped.");
            apps.stop(context.caller(), app);
            return null;
        }
        context.progress().log("Going back to " + ((AppSpec.Container) app.spec()).image() + ".");
        if (!images.servesWithout(host, app, context.releaseId())) {
            apps.startAsItIs(context.caller(), app);
        }
        AppException unhealthy = null;
        try {
            awaitHealthy(containers(false));
        } catch (AppException e) {
            if (e.kind() == ErrorKind.UNAVAILABLE || e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            // The check may be a new one, which what served before has never passed.
            unhealthy = e;
        }
        if (!stopsFirst) {
            // Where this fails the proxy may still lead to the new ones, so they stay.
            runSwitchCommand(containers(true), containers(false));
        }
        images.dropNext(host, app);
        if (unhealthy != null) {
            throw unhealthy;
        }
        context.progress().log("What served before serves again.");
        return true;
    }

    /** An engine that is away comes back: then this is tried again. */
    private Optional<Boolean> servedBefore() {
        try {
            return images.servedBefore(host, app, context.releaseId());
        } catch (AppException e) {
            throw e.errorCode() == PlatformError.STATE_INVALID
                    ? new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e)
                    : e;
        }
    }

    @Override
    public void drop() {
        images.dropNext(host, app);
        images.remove(host, app, image);
    }

    private static AppException refused(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }
}
