package dev.wheelhouse.api.conversations;

import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanStatus;
import dev.wheelhouse.core.conversations.PlanStep;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan on the wire, with its steps. */
record PlanJson(
        String id,
        String conversationId,
        PlanStatus status,
        String digest,
        List<PlanStep> steps,
        @Nullable String jobId,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant decidedAt) {

    static PlanJson from(Plan plan) {
        return new PlanJson(
                plan.id(),
                plan.conversationId(),
                plan.status(),
                plan.digest(),
                plan.steps(),
                plan.jobId(),
                plan.createdAt(),
                plan.expiresAt(),
                plan.decidedAt());
    }
}
