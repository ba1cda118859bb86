package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a member and the assistant say to each other. Nobody else sees it. Immutable.
 *
 * @param id {@code conv_…}
 * @param outsideKey the credential whose outside assistant files its plans here; null for one that a person began
 * @param title 1 to 200 characters
 * @param jobId the job that answers or carries out a plan now; null for none
 * @param revision counts from 1
 */
public record Conversation(
        String id,
        String organizationId,
        String memberId,
        @Nullable String outsideKey,
        String title,
        @Nullable String jobId,
        Instant createdAt,
        long revision)
        implements Revised {

    @Override
    public String name() {
        return title;
    }
}
