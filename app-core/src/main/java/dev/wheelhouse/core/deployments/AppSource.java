package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the releases of an app come from.
 *
 * @param id the app's
 * @param connectionId by which the repository is read; null with an address of its own
 * @param actorMemberId who set it up, in whose name pushes are deployed
 * @param actorKeyId the key of that; null for the window
 * @param actorScopes what that key might do; null for all of the member's role
 * @param trouble why its branch could not be looked at the last time, for people; null when it could, or was not yet
 */
public record AppSource(
        String id,
        String organizationId,
        @Nullable String connectionId,
        SourceSettings settings,
        String actorMemberId,
        @Nullable String actorKeyId,
        @Nullable List<String> actorScopes,
        @Nullable String trouble,
        Instant createdAt,
        long revision)
        implements Revised {

    /** Of an app of containers that comes from no repository, but from the image that it names itself. */
    static AppSource ofImage(App app) {
        return new AppSource(
                app.id(),
                app.organizationId(),
                null,
                SourceSettings.OF_IMAGE,
                "",
                null,
                null,
                null,
                app.createdAt(),
                0);
    }

    boolean isImageAlone() {
        return settings.isImageAlone();
    }

    /** What people call the repository. */
    @Override
    public String name() {
        return settings.repository();
    }

    AppSource withoutAutoDeploy() {
        return new AppSource(
                id,
                organizationId,
                connectionId,
                settings.withoutAutoDeploy(),
                actorMemberId,
                actorKeyId,
                actorScopes,
                null,
                createdAt,
                revision + 1);
    }

    /** Whether that is the repository; providers take names in any case. */
    boolean isOf(String otherConnectionId, String owner, String name) {
        return otherConnectionId.equals(connectionId)
                && owner.equalsIgnoreCase(settings.owner())
                && name.equalsIgnoreCase(settings.name());
    }

    public Actor actor() {
        return new Actor(actorMemberId, actorKeyId, actorScopes);
    }
}
