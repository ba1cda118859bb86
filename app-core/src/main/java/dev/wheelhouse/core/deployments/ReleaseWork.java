package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done with one app's releases on its server, files or images: the same for a deployment and for what a killed one has
 * left. Every method may block, and throws what the host, the runtime and the repository throw. For one thread.
 */
sealed interface ReleaseWork permits FilesRelease, ImageRelease {

    static ReleaseWork of(ReleaseContext context) {
        RuntimeKind kind = context.app().spec().kind();
        return switch (kind) {
            case PROCESS, SYSTEMD -> new FilesRelease(context);
            case CONTAINER -> new ImageRelease(context);
        };
    }

    /**
     * Looks at the server, and makes a place for a new release.
     *
     * @return the deployment whose release serves; null for none
     */
    @Nullable
    String prepare();

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code state_invalid} where a switch would change nothing */
    void requireFits();

    /** Brings here, or to the server, what is deployed, and notes what that is. */
    void fetch();

    void build();

    void runPreDeploy();

    /** Makes ready what was built; the last step that changes nothing of what serves. */
    void makeReady();

    /**
     * Has the release be what the next start serves. What is refused here has changed nothing.
     *
     * @param replaced the deployment whose release may have to serve again; null for none
     */
    void point(@Nullable String replaced);

    /** Has the release serve, or tries it beside what does. */
    void switchOver();

    /** Waits until the release is seen to work. */
    void awaitHealthy();

    /** For how many milliseconds nobody listened until then; null where that is not known. Asked once. */
    @Nullable
    Long endGap();

    void runPostDeploy();

    /** Ends what served before, where it still runs. */
    void finish();

    /** Removes all other releases but the serving one; returns the ids of the removed ones. */
    List<String> prune(Collection<String> kept);

    /** Within the change that ends a deployment well. */
    void keep(Transaction tx);

    /**
     * Has what served before serve again, and sees that it works; without such the app is stopped.
     *
     * @param replaced the deployment whose release that is; null for none
     * @return whether it serves; null where nothing served before
     */
    @Nullable
    Boolean putBack(@Nullable String replaced);

    /** Removes what there is of the release, which does not serve. */
    void drop();
}
