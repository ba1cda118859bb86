package dev.wheelhouse.core.platform.caller;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks. Every service method takes one, checks its scope and writes it into the events of what it changed.
 *
 * @param organizationId whose objects the call may see
 * @param memberId the person
 * @param keyId the credential used; null for the window, where the member of its home acts without one
 * @param isLocalToken whether the credential is the local token of this console's home, which only its member can read
 * @param scopes what the credential may do now: its own scopes within its creator's current role
 * @param origin the face the call came through
 * @param requestId names the call in the log and in error answers
 * @param address the peer's address; null inside the process
 * @param requestsPerMinute how many calls the credential may make; null for no limit
 */
public record Caller(
        String organizationId,
        String memberId,
        @Nullable String keyId,
        boolean isLocalToken,
        Set<Scope> scopes,
        Origin origin,
        String requestId,
        @Nullable String address,
        @Nullable Integer requestsPerMinute) {

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** With a created key or, without one, at the window. */
    public Caller(
            String organizationId,
            String memberId,
            @Nullable String keyId,
            Set<Scope> scopes,
            Origin origin,
            String requestId,
            @Nullable String address) {
        this(organizationId, memberId, keyId, false, scopes, origin, requestId, address, null);
    }

    /** The key, if it is one that somebody created, which gets a share of what there is; null for the owner in person. */
    public @Nullable String createdKey() {
        return isOwnerInPerson() ? null : keyId;
    }

    /** Whether it is the window or the local token: what created keys share leaves these a reserve. */
    public boolean isOwnerInPerson() {
        return keyId == null || isLocalToken;
    }

    /** The same person and credential, allowed other things. */
    public Caller withScopes(Set<Scope> other) {
        return new Caller(
                organizationId, memberId, keyId, isLocalToken, other, origin, requestId, address, requestsPerMinute);
    }

    /** The same person and credential, through another face. */
    public Caller through(Origin other, String otherRequestId) {
        return new Caller(
                organizationId,
                memberId,
                keyId,
                isLocalToken,
                scopes,
                other,
                otherRequestId,
                address,
                requestsPerMinute);
    }

    public boolean may(Scope scope) {
        return scopes.contains(scope);
    }

    /** Whether the other calls with the same credential: what it began is this one's own. */
    public boolean isSameAs(Caller other) {
        return credential().equals(other.credential());
    }

    /** Names the credential, for what is kept of who began something. */
    public String credential() {
        return keyId == null ? memberId : memberId + "/" + keyId;
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
