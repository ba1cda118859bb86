package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.StateStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tokens against the store. What was found is remembered for a second, because a busy client sends thousands of requests
 * in it; a key revoked on this console is forgotten at once, one revoked on another console of a shared store within
 * that second.
 */
final class KeyAuthenticator implements Authenticator {

    private static final Duration REMEMBERED = Duration.ofSeconds(1);
    private static final Duration USE_NOTED_EVERY = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 1000;

    private final StateStore store;
    private final JdbcAccessStore keys;
    private final String homeId;
    private final Executor background;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final AtomicInteger forgotten = new AtomicInteger();
    private final Map<String, Instant> useNoted = new ConcurrentHashMap<>();
    private final Set<String> expired = ConcurrentHashMap.newKeySet();

    /**
     * @param homeId of this console
     * @param background writes down that a key was used, off the request's way
     */
    KeyAuthenticator(StateStore store, JdbcAccessStore keys, String homeId, Executor background, Clock clock) {
        this.store = store;
        this.keys = keys;
        this.homeId = homeId;
        this.background = background;
        this.clock = clock;
    }

    @Override
    public Caller authenticate(String token, Origin origin, String requestId, String address) {
        Token presented = Token.parse(token).orElseThrow(KeyAuthenticator::unknown);
        Instant now = clock.instant();
        Known found = find(presented.hash(), now);
        ApiKey key = found.key().key();
        if (expired.contains(key.id()) || found.key().isExpired(now)) {
            noteExpired(key);
            throw new AppException(
                    AccessError.TOKEN_EXPIRED, "This token expired on " + key.expiresAt() + ". Create a new key.");
        }
        noteUse(key, now);
        return new Caller(
                key.organizationId(),
                key.memberId(),
                key.id(),
                isOwn(key),
                found.scopes(),
                origin,
                requestId,
                address,
                isOwn(key) ? null : rate(key));
    }

    /** Whether it is the token of this very home, and so of who sits at this machine. */
    private boolean isOwn(ApiKey key) {
        return homeId.equals(key.homeId());
    }

    /** The local token of another home is a key like any here. */
    private static int rate(ApiKey key) {
        return key.requestsPerMinute() == null ? NewApiKey.DEFAULT_REQUESTS : key.requestsPerMinute();
    }

    /** Forgets everything remembered, so that a change of keys or roles holds from the next call on. */
    void forget() {
        forgotten.incrementAndGet();
        known.clear();
    }

    private Known find(String hash, Instant now) {
        @Nullable Known remembered = known.get(hash);
        if (remembered != null && now.isBefore(remembered.until()) && !now.isBefore(remembered.since())) {
            return remembered;
        }
        int forgottenBefore = forgotten.get();
        KeyOfMember stored = store.read(tx -> keys.findKeyByHash(tx, hash)).orElseThrow(KeyAuthenticator::unknown);
        if (!MessageDigest.isEqual(bytes(hash), bytes(stored.tokenHash()))) {
            throw unknown();
        }
        Known fresh = new Known(stored, stored.effectiveScopes(), now, now.plus(REMEMBERED));
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(hash, fresh);
        if (forgotten.get() != forgottenBefore) {
            // What was read may be older than the change that made everything be forgotten.
            known.remove(hash, fresh);
        }
        return fresh;
    }

    private void noteUse(ApiKey key, Instant now) {
        Instant noted = useNoted.get(key.id());
        Instant last = noted == null ? key.lastUsedAt() : noted;
        if (last != null && Duration.between(last, now).abs().compareTo(USE_NOTED_EVERY) < 0) {
            return;
        }
        // Of many calls at once one writes.
        boolean first =
                noted == null ? useNoted.putIfAbsent(key.id(), now) == null : useNoted.replace(key.id(), noted, now);
        if (first) {
            background.execute(() -> store.change(tx -> keys.noteUse(tx, key, now)));
        }
    }

    /** A clock that goes back does not revive it. */
    private void noteExpired(ApiKey key) {
        if (expired.add(key.id())) {
            background.execute(() -> store.change(tx -> keys.markExpired(tx, key.id())));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static AppException unknown() {
        return new AppException(
                AccessError.UNAUTHENTICATED, "This token is not known. Send a valid one as Authorization: Bearer.");
    }

    private record Known(KeyOfMember key, Set<Scope> scopes, Instant since, Instant until) {}
}
