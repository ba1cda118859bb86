package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.FollowedLinks;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the releases of an app apart from those of the other apps of its server and from the console's home: each app removes
 * what is no release of its own. Links are followed on the console's own machine when a source is set, and on every server
 * before a release is made. Thread-safe.
 */
final class DeployDirectories {

    private final DeploymentsConfig config;
    private final DeploymentStores stores;

    DeployDirectories(DeploymentsConfig config, DeploymentStores stores) {
        this.config = config;
        this.stores = stores;
    }

    /**
     * A directory of a server that holds no releases of an app.
     *
     * @param path absolute; null for the console's own directory of an app
     * @param appId whose releases lie there; empty for nobody's
     * @param use what it is, such as {@code the place of the app shop}
     */
    record Taken(@Nullable String path, String appId, String use) {}

    /** @throws AppException {@code validation_failed} when the directory leads into one that is taken, or holds one */
    void require(Transaction tx, App app, @Nullable String directory) {
        if (directory == null) {
            return;
        }
        boolean isHere = isHere(app);
        if (isHere && config.home().contains(Path.of(directory))) {
            throw refused("Choose a directory outside of the console's own.");
        }
        List<Path> places = Stream.of("", "releases")
                .map(each -> followed(Path.of(directory, each), isHere))
                .toList();
        for (Taken each : taken(tx, app, directory)) {
            if (each.path() == null) {
                // Where it lies the server knows.
                continue;
            }
            Path other = followed(Path.of(each.path()), isHere);
            if (places.stream().anyMatch(place -> place.startsWith(other) || other.startsWith(place))) {
                throw refused("It overlaps with " + other + ", " + each.use() + ". Choose another directory.");
            }
        }
    }

    /** What the releases of an app may neither lie in nor hold. */
    List<Taken> taken(App app, @Nullable String directory) {
        return config.store().read(tx -> taken(tx, app, directory));
    }

    private List<Taken> taken(Transaction tx, App app, @Nullable String directory) {
        List<Taken> taken = new ArrayList<>(ofOtherApps(tx, app));
        // The console's own directory of an app lies in the home of the user, which may be in that of the console.
        if (isHere(app) && directory != null) {
            taken.add(new Taken(config.home().directory().toString(), "", "the console's own directory"));
        }
        return taken;
    }

    private List<Taken> ofOtherApps(Transaction tx, App app) {
        return stores.sources().ofFilesBeside(tx, app).stream()
                .map(each -> new Taken(each.settings().deployDirectory(), each.id(), use(tx, app, each)))
                .toList();
    }

    /** Another organization's apps have no names here. */
    private String use(Transaction tx, App app, AppSource other) {
        return config.apps()
                .find(tx, app.organizationId(), other.id())
                .map(each -> "the place of the app " + each.name())
                .orElse("the place of another organization's app");
    }

    private boolean isHere(App app) {
        return app.serverId().equals(config.homeId());
    }

    private static Path followed(Path path, boolean isHere) {
        try {
            return isHere ? FollowedLinks.of(path.toAbsolutePath()) : path;
        } catch (IOException _) {
            // A release is made nowhere that cannot be resolved, and then its deployment says so.
            return path;
        }
    }

    private static AppException refused(String why) {
        return AppException.invalid("deployDirectory", why);
    }
}
