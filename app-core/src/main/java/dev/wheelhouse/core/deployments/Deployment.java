package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One release of an app on its way to the server, or one that was. Immutable.
 *
 * @param id {@code dep_…}; also what the release's directory is called
 * @param serverId of the app
 * @param onlyHome the one console that may do it; null for any
 * @param ref what was asked for: a branch, a tag or a commit; null for the source's branch
 * @param commitId 40 hex digits; null until it is known
 * @param subject the first line of the commit's message; null until it is known
 * @param author of the commit; null until it is known
 * @param rollbackTo the deployment whose release is taken again; null for a new one
 * @param replaced the deployment whose release served before; null for none, and until the switch
 * @param released whether its release lies on the server
 * @param switched whether the switch began, so that the release that served before has to be put back where this ends badly
 * @param restored whether the release that served before serves again; null where nothing was to be put back
 * @param unfinished whether something of it is left to tidy up, since its console died or its server went away
 * @param gapMillis for how long nobody listened at the app's ports during the switch; null where that was not measured
 * @param error why it did not succeed, for people
 * @param logBytes how many bytes were written to its log; 0 until it ends
 * @param homeId the console that made it, and from its start on the one that does it
 * @param jobId null until it begins
 */
public record Deployment(
        String id,
        String organizationId,
        String appId,
        String serverId,
        @Nullable String onlyHome,
        DeploymentStatus status,
        DeploymentTrigger trigger,
        String actorMemberId,
        @Nullable String actorKeyId,
        @Nullable List<String> actorScopes,
        @Nullable String ref,
        @Nullable String commitId,
        @Nullable String subject,
        @Nullable String author,
        @Nullable String rollbackTo,
        @Nullable String replaced,
        boolean released,
        boolean switched,
        @Nullable Boolean restored,
        boolean unfinished,
        @Nullable Long gapMillis,
        @Nullable String error,
        long logBytes,
        String homeId,
        @Nullable String jobId,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    public Actor actor() {
        return new Actor(actorMemberId, actorKeyId, actorScopes);
    }

    Origin origin() {
        return trigger == DeploymentTrigger.PUSH ? Origin.HOOK : Origin.CONSOLE;
    }

    /** The release that it brings: its own, or the one that it goes back to. */
    public String releaseId() {
        return rollbackTo == null ? id : rollbackTo;
    }

    /**
     * What came of one; see the components of {@link Deployment}.
     */
    record Outcome(
            boolean released,
            @Nullable Boolean restored,
            boolean unfinished,
            @Nullable Long gapMillis,
            long logBytes) {

        static final Outcome NONE = new Outcome(false, null, false, null, 0);
    }

    Deployment ended(DeploymentStatus how, @Nullable String why, Outcome outcome, @Nullable Instant at) {
        return new Deployment(
                id,
                organizationId,
                appId,
                serverId,
                onlyHome,
                how,
                trigger,
                actorMemberId,
                actorKeyId,
                actorScopes,
                ref,
                commitId,
                subject,
                author,
                rollbackTo,
                replaced,
                outcome.released(),
                switched,
                outcome.restored(),
                outcome.unfinished(),
                outcome.gapMillis(),
                why,
                outcome.logBytes(),
                homeId,
                jobId,
                createdAt,
                startedAt,
                at);
    }

    /** Failed since its console died; what is left on the server is still to be tidied up. */
    Deployment abandoned(String why, Instant at) {
        return ended(DeploymentStatus.FAILED, why, new Outcome(released, restored, true, gapMillis, logBytes), at);
    }
}
