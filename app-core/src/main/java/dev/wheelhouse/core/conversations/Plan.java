package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an assistant proposes to do. A person approves it, step by step or as a whole, until it expires; each step runs once.
 * Immutable.
 *
 * @param id {@code plan_…}
 * @param keyId the key that filed it, which cannot approve it; null for the window
 * @param digest SHA-256 of what the steps do, in hex: what is approved is what was filed
 * @param jobId the job that carries it out, or did last; null before the first
 * @param expiresAt from when on nothing of it can be approved
 * @param decidedAt when something of it was approved or rejected last; null before that
 */
public record Plan(
        String id,
        String organizationId,
        String conversationId,
        @Nullable String keyId,
        List<PlanStep> steps,
        String digest,
        PlanStatus status,
        @Nullable String jobId,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant decidedAt) {

    /** How long it can be approved. */
    public static final Duration VALID = Duration.ofMinutes(15);

    public Plan {
        steps = List.copyOf(steps);
    }

    static Plan filed(String id, Conversation in, @Nullable String keyId, List<PlanStep> steps, Instant now) {
        return new Plan(
                id,
                in.organizationId(),
                in.id(),
                keyId,
                steps,
                digest(steps),
                PlanStatus.PROPOSED,
                null,
                now,
                now.plus(VALID),
                null);
    }

    /** Of what does not change while a plan is carried out. */
    private static String digest(List<PlanStep> steps) {
        List<Map<String, Object>> all = steps.stream()
                .map(each -> Map.<String, Object>of(
                        "ordinal", each.ordinal(),
                        "tool", each.tool(),
                        "input", each.input(),
                        "sentence", each.sentence(),
                        "facts", each.facts()))
                .toList();
        return HexFormat.of().formatHex(Sha256.of(Json.write(all)));
    }

    /** Whether it still says what was filed. */
    boolean isIntact() {
        return digest.equals(digest(steps));
    }

    /** As it is at a moment: what waited too long has expired. */
    Plan at(Instant now) {
        return status == PlanStatus.PROPOSED && !now.isBefore(expiresAt) ? with(PlanStatus.EXPIRED) : this;
    }

    Plan with(PlanStatus now) {
        return new Plan(
                id, organizationId, conversationId, keyId, steps, digest, now, jobId, createdAt, expiresAt, decidedAt);
    }

    Plan with(UnaryOperator<PlanStep> change) {
        return new Plan(
                id,
                organizationId,
                conversationId,
                keyId,
                steps.stream().map(change).toList(),
                digest,
                status,
                jobId,
                createdAt,
                expiresAt,
                decidedAt);
    }

    Plan decided(PlanStatus now, @Nullable String job, Instant at) {
        return new Plan(id, organizationId, conversationId, keyId, steps, digest, now, job, createdAt, expiresAt, at);
    }
}
