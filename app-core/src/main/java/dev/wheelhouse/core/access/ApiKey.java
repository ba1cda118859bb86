package dev.wheelhouse.core.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A credential as it may be shown: never the token itself.
 *
 * @param memberId whose rights bound it
 * @param homeId the home whose {@code local-token} file holds it; null for created keys
 * @param parentId the key that made it and with which it ends; null for one made at a window or with a local token
 * @param scopes scope names; {@code *} for all of its creator's
 * @param tokenPrefix the token's first characters
 * @param tokenLast4 the token's last four
 * @param expiresAt null for never
 * @param requestsPerMinute how many calls it may make, 60 to 6,000; null for no limit, which local tokens have
 * @param lastUsedAt exact to a minute; null until used
 */
public record ApiKey(
        String id,
        String organizationId,
        String memberId,
        @Nullable String homeId,
        @Nullable String parentId,
        String name,
        List<String> scopes,
        String tokenPrefix,
        String tokenLast4,
        @Nullable Instant expiresAt,
        @Nullable Integer requestsPerMinute,
        @Nullable Instant lastUsedAt,
        Instant createdAt) {

    /** Stands among the scopes of a key that follows its member's role. */
    public static final String ALL_SCOPES = "*";

    public ApiKey {
        scopes = List.copyOf(scopes);
    }

    /** The first key of who takes an invite: it follows their role. */
    static ApiKey firstOf(Member member, String id, Token token, Instant now) {
        return new ApiKey(
                id,
                member.organizationId(),
                member.id(),
                null,
                null,
                "First key",
                List.of(ALL_SCOPES),
                token.displayPrefix(),
                token.lastFour(),
                now.plus(Duration.ofDays(NewApiKey.DEFAULT_LIFETIME)),
                NewApiKey.DEFAULT_REQUESTS,
                null,
                now);
    }

    ApiKey withRequestsPerMinute(int rate) {
        return new ApiKey(
                id,
                organizationId,
                memberId,
                homeId,
                parentId,
                name,
                scopes,
                tokenPrefix,
                tokenLast4,
                expiresAt,
                rate,
                lastUsedAt,
                createdAt);
    }

    /** Whether it follows its member's role, whatever that becomes. */
    public boolean mayAll() {
        return scopes.contains(ALL_SCOPES);
    }

    /** Whether it is the key in the {@code local-token} file of its member's home. */
    public boolean isLocal() {
        return homeId != null;
    }
}
