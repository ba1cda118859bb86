package dev.wheelhouse.api.security;

import dev.wheelhouse.api.http.CallerResolver;
import dev.wheelhouse.api.http.RateLimiter;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.core.access.AccessError;
import dev.wheelhouse.core.access.Authenticator;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HashSet;
import java.util.Set;

/**
 * Takes the token out of {@code Authorization: Bearer} (RFC 6750 section 2.1) or its alias {@code X-API-Key}. Both may be
 * given if they are the same.
 */
public final class HeaderCredentials implements CallerResolver {

    private static final String SCHEME = "Bearer ";

    /** Failures a minute of one address: of those who guess, and of who forgot to renew a key. */
    private static final int FAILURES = 10;

    private final Authenticator authenticator;
    private final RateLimiter failures = new RateLimiter(System::nanoTime);

    public HeaderCredentials(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public Caller resolve(RequestHead head) {
        Set<String> tokens = new HashSet<>();
        head.headerValues("Authorization").forEach(value -> tokens.add(bearer(value)));
        head.headerValues("X-API-Key").forEach(value -> tokens.add(value.strip()));
        if (tokens.size() > 1) {
            throw unauthenticated("The request carries two different credentials. Send one.");
        }
        String token = tokens.stream()
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElseThrow(() -> unauthenticated("Send a token as Authorization: Bearer <token>."));
        try {
            return authenticator.authenticate(token, Origin.HTTP, head.id(), head.address());
        } catch (AppException e) {
            if (e.errorCode() == AccessError.UNAUTHENTICATED) {
                failures.take(head.address(), FAILURES);
            }
            throw e;
        }
    }

    private static String bearer(String value) {
        // The scheme's name is case-insensitive (RFC 9110 section 11.1).
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw unauthenticated("Only the Bearer scheme is known here. Send Authorization: Bearer <token>.");
        }
        return value.substring(SCHEME.length()).strip();
    }

    private static AppException unauthenticated(String message) {
        return new AppException(AccessError.UNAUTHENTICATED, message);
    }
}
