package dev.wheelhouse.core.platform.caller;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks. Every service method takes one, checks its scope and writes it into the events of what it changed.
 *
 * @param organizationId whose objects the call may see
 * @param memberId the person
 * @param keyId the credential used; null for the window, which acts as the owner without one
 * @param scopes what the credential may do now: its own scopes within its creator's current role
 * @param origin the face the call came through
 * @param requestId names the call in the log and in error answers
 * @param address the peer's address; null inside the process
 * @param createdKey {@code keyId} when it is a key that somebody created, which gets a share of what there is; null for
 *     the owner's local token and the window
 */
public record Caller(
        String organizationId,
        String memberId,
        @Nullable String keyId,
        Set<Scope> scopes,
        Origin origin,
        String requestId,
        @Nullable String address,
        @Nullable String createdKey) {

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** One that is held to no share. */
    public Caller(
            String organizationId,
            String memberId,
            @Nullable String keyId,
            Set<Scope> scopes,
            Origin origin,
            String requestId,
            @Nullable String address) {
        this(organizationId, memberId, keyId, scopes, origin, requestId, address, null);
    }

    public boolean may(Scope scope) {
        return scopes.contains(scope);
    }

    /** Whether the other calls with the same credential: what it began is this one's own. */
    public boolean isSameAs(Caller other) {
        return memberId.equals(other.memberId) && Objects.equals(keyId, other.keyId);
    }

    /** @throws AppException {@code insufficient_scope} when the credential lacks the scope */
    public void require(Scope scope) {
        if (!may(scope)) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "This needs the scope " + scope.wireName() + ". Use a key that has it.");
        }
    }
}
