package dev.wheelhouse.api.testing;

import dev.wheelhouse.core.access.AccessError;
import dev.wheelhouse.core.access.Authenticator;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Knows a token that may do everything, one that may do nothing, and one that has expired. */
public final class FakeAuthenticator implements Authenticator {

    public static final String OWNER = "whk_owner";
    /** As the owner in person, with a reserve. */
    public static final String LOCAL = "whk_local";

    public static final String POWERLESS = "whk_powerless";
    public static final String EXPIRED = "whk_expired";

    private final Set<String> revoked = ConcurrentHashMap.newKeySet();

    /** From now on the token is not known. */
    public void revoke(String token) {
        revoked.add(token);
    }

    @Override
    public Caller authenticate(String token, Origin origin, String requestId, String address) {
        if (revoked.contains(token)) {
            throw new AppException(AccessError.UNAUTHENTICATED, "This key was revoked.");
        }
        Set<Scope> scopes = switch (token) {
            case OWNER, LOCAL -> EnumSet.allOf(Scope.class);
            case POWERLESS -> Set.of();
            case EXPIRED -> throw new AppException(AccessError.TOKEN_EXPIRED, "This key has expired. Make a new one.");
            default -> throw new AppException(AccessError.UNAUTHENTICATED, "This key is not known.");
        };
        return new Caller(
                "org_1", "mem_1", "key_" + token, token.equals(LOCAL), scopes, origin, requestId, address, null);
    }
}
