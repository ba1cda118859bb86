package dev.wheelhouse.core.vcs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A webhook at a provider, which tells of pushes to one repository. Immutable.
 *
 * @param id {@code hook_…}, in the address that the provider calls
 * @param subjectId whom pushes concern; an id of the feature that asked for it
 * @param owner of the repository
 * @param name of the repository
 * @param url what the provider was told to call
 * @param events what it tells of
 * @param active whether the provider has it, and has not turned it off when it was last asked
 * @param signed whether what it sends is signed, and not only has a token with it
 * @param remoteId the provider's own id; null until it has made the webhook
 */
public record VcsHook(
        String id,
        String organizationId,
        String connectionId,
        String subjectId,
        String owner,
        String name,
        String url,
        List<String> events,
        boolean active,
        boolean signed,
        @Nullable String remoteId,
        Instant createdAt) {

    public VcsHook {
        events = List.copyOf(events);
    }

    VcsHook madeAs(String address, boolean isActive, boolean isSigned, String remote) {
        return new VcsHook(
                id,
                organizationId,
                connectionId,
                subjectId,
                owner,
                name,
                address,
                events,
                isActive,
                isSigned,
                remote,
                createdAt);
    }
}
