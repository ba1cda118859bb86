package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Keys that programs call with. Thread-safe. */
public final class ApiKeyService {

    private final StateStore store;
    private final JdbcAccessStore keys;
    private final EventLog events;
    private final KeyAuthenticator authenticator;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;

    ApiKeyService(
            StateStore store,
            JdbcAccessStore keys,
            EventLog events,
            KeyAuthenticator authenticator,
            IdGenerator ids,
            RandomGenerator random,
            Clock clock) {
        this.store = store;
        this.keys = keys;
        this.events = events;
        this.authenticator = authenticator;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Makes a key that can do at most what its creator can.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}
     */
    public CreatedApiKey create(Caller caller, NewApiKey wanted) {
        caller.require(Scope.API_KEYS_WRITE);
        wanted.validate(caller);
        Token token = Token.generate(random);
        Instant now = clock.instant();
        ApiKey key = new ApiKey(
                ids.next("key"),
                caller.organizationId(),
                caller.memberId(),
                null,
                wanted.name().strip(),
                wanted.effectiveScopes(caller, roleOf(caller).scopes()),
                token.displayPrefix(),
                token.lastFour(),
                wanted.lifetimeDays() == 0 ? null : now.plus(Duration.ofDays(wanted.lifetimeDays())),
                null,
                now);
        store.change(tx -> {
            keys.insertKey(tx, key, token.hash());
            events.append(
                    tx,
                    caller,
                    new NewEvent("api_key.created", key.id(), Map.of("name", key.name(), "scopes", key.scopes())));
        });
        return new CreatedApiKey(key, token);
    }

    private Role roleOf(Caller caller) {
        return store.read(tx -> keys.findMember(tx, caller.organizationId(), caller.memberId()))
                .map(Member::role)
                .orElseThrow(() -> AppException.notFound("member", caller.memberId()));
    }

    /** The organization's keys, newest first. */
    public Page<ApiKey> list(Caller caller, PageRequest page) {
        caller.require(Scope.API_KEYS_READ);
        return Page.cut(store.read(tx -> keys.listKeys(tx, caller.organizationId(), page)), page, ApiKey::id);
    }

    /** @throws AppException {@code not_found} */
    public ApiKey get(Caller caller, String id) {
        caller.require(Scope.API_KEYS_READ);
        return store.read(tx -> keys.findKey(tx, caller.organizationId(), id))
                .orElseThrow(() -> AppException.notFound("API key", id));
    }

    /**
     * Revokes a key; it stops working at once.
     *
     * @throws AppException {@code not_found}; {@code state_invalid} for a local token, which a console makes anew as
     *     long as its file is there
     */
    public void delete(Caller caller, String id) {
        caller.require(Scope.API_KEYS_WRITE);
        store.change(tx -> {
            ApiKey key = keys.findKey(tx, caller.organizationId(), id)
                    .orElseThrow(() -> AppException.notFound("API key", id));
            if (key.isLocal()) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "This is a console's own local token. Delete the file local-token in its home and start it"
                                + " again: a new one is made and this one is revoked.");
            }
            keys.deleteKey(tx, id);
            events.append(tx, caller, new NewEvent("api_key.revoked", id, Map.of("name", key.name())));
        });
        authenticator.forget();
    }
}
