package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keys that programs call with. Thread-safe. */
public final class ApiKeyService {

    private final StateStore store;
    private final JdbcAccessStore keys;
    private final String homeId;
    private final EventLog events;
    private final KeyAuthenticator authenticator;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;
    private final List<KeyWork> work = new CopyOnWriteArrayList<>();
    private final List<KeyWork> lastingWork = new CopyOnWriteArrayList<>();

    ApiKeyService(
            StateStore store,
            JdbcAccessStore keys,
            String homeId,
            EventLog events,
            KeyAuthenticator authenticator,
            IdGenerator ids,
            RandomGenerator random,
            Clock clock) {
        this.store = store;
        this.keys = keys;
        this.homeId = homeId;
        this.events = events;
        this.authenticator = authenticator;
        this.ids = ids;
        this.random = random;
        this.clock = clock;
    }

    /** @param of some feature that is to be turned off with its key where that is wished */
    public void registerWork(KeyWork of) {
        work.add(of);
    }

    /** @param of some feature, as {@link #registerWork}, whose work goes on where a member leaves */
    public void registerLastingWork(KeyWork of) {
        lastingWork.add(of);
    }

    /**
     * Makes a key that can do at most what its creator can, and no longer. One that a created key makes is revoked with it.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}; {@code unauthenticated} when the caller's
     *     own key was revoked meanwhile
     */
    public CreatedApiKey create(Caller caller, NewApiKey wanted) {
        caller.require(Scope.API_KEYS_WRITE);
        wanted.validate(caller);
        Token token = Token.generate(random);
        Instant now = clock.instant();
        String id = ids.next("key");
        ApiKey made = store.write(tx -> {
            @Nullable ApiKey parent = parentOf(tx, caller);
            ApiKey key = new ApiKey(
                    id,
                    caller.organizationId(),
                    caller.memberId(),
                    null,
                    parent == null ? null : parent.id(),
                    wanted.name().strip(),
                    wanted.effectiveScopes(caller, parent, roleOf(tx, caller).scopes()),
                    token.displayPrefix(),
                    token.lastFour(),
                    wanted.end(parent, now),
                    wanted.rate(parent == null ? null : parent.requestsPerMinute()),
                    null,
                    now);
            insert(tx, caller, key, token);
            return key;
        });
        return new CreatedApiKey(made, token);
    }

    void insert(Transaction tx, Caller caller, ApiKey key, Token token) {
        keys.insertKey(tx, key, token.hash());
        events.append(
                tx,
                caller,
                new NewEvent(EventKind.API_KEY_CREATED, key.id(), Map.of("name", key.name(), "scopes", key.scopes())));
    }

    /** The created key that somebody calls with. A local token is the owner in person, who makes keys that stay. */
    private @Nullable ApiKey parentOf(Transaction tx, Caller caller) {
        if (caller.keyId() == null) {
            return null;
        }
        ApiKey own = keys.findKey(tx, caller.organizationId(), caller.keyId()).orElseThrow(KeyAuthenticator::unknown);
        return own.isLocal() ? null : own;
    }

    private Role roleOf(Transaction tx, Caller caller) {
        return keys.findMember(tx, caller.organizationId(), caller.memberId())
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
     * Revokes a key and, if asked to, those that it made and those that these made; they stop working at once.
     *
     * @param withChildren whether keys that it made may go too
     * @param stopWork whether what was set up with them and begins by itself is turned off; else it goes on with their scopes
     * @throws AppException {@code not_found}; {@code insufficient_scope} for a key that may more than the caller;
     *     {@code in_use} for one that has made others unless these may go too; {@code state_invalid} for this console's
     *     own local token. With that of another home the home is nobody's any more
     */
    public void delete(Caller caller, String id, boolean withChildren, boolean stopWork) {
        caller.require(Scope.API_KEYS_WRITE);
        store.change(tx -> {
            ApiKey key = changeable(tx, caller, id).key();
            if (homeId.equals(key.homeId())) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "This is this console's own local token. Delete the file local-token in its home and start it"
                                + " again: a new one is made and this one is revoked.");
            }
            List<ApiKey> descendants = keys.descendantsOf(tx, id);
            if (!descendants.isEmpty() && !withChildren) {
                throw new AppException(
                        PlatformError.IN_USE,
                        descendants.size() + (descendants.size() == 1 ? " key was" : " keys were")
                                + " made with this one and would be revoked with it. Send children=true to do so.");
            }
            tx.afterEnd(authenticator::forget);
            keys.deleteKey(tx, id);
            if (key.homeId() != null) {
                // Else it would make itself another at its next start.
                keys.unbindHome(tx, key.homeId());
            }
            List<String> gone = Stream.concat(Stream.of(key), descendants.stream())
                    .map(ApiKey::id)
                    .toList();
            List<NewEvent> stopped = new ArrayList<>();
            if (stopWork) {
                stopped.addAll(stop(work, tx, caller, gone));
                stopped.addAll(stop(lastingWork, tx, caller, gone));
            }
            stopped.forEach(each -> events.append(tx, caller, each));
            descendants.forEach(each -> noteRevoked(tx, caller, each));
            noteRevoked(tx, caller, key);
        });
    }

    /**
     * Sets how many calls a minute a key may make. Those that it made make no more than it.
     *
     * @param rate no more than the caller's own key and the one that made it may
     * @throws AppException {@code not_found}, {@code validation_failed}; {@code insufficient_scope} for a key that may more
     *     than the caller; {@code state_invalid} for a local token, which has no limit
     */
    public ApiKey setRequestsPerMinute(Caller caller, String id, int rate) {
        caller.require(Scope.API_KEYS_WRITE);
        return store.write(tx -> {
            ApiKey key = changeable(tx, caller, id).key();
            if (key.isLocal()) {
                throw new AppException(PlatformError.STATE_INVALID, "A console's own local token has no limit.");
            }
            Integer ofParent = Optional.ofNullable(key.parentId())
                    .flatMap(parent -> keys.findKey(tx, caller.organizationId(), parent))
                    .map(ApiKey::requestsPerMinute)
                    .orElse(null);
            Optional<FieldProblem> problem = NewApiKey.problemWithRate(rate, caller.requestsPerMinute())
                    .or(() -> NewApiKey.problemWithRate(rate, ofParent));
            if (problem.isPresent()) {
                throw AppException.invalid(List.of(problem.get()));
            }
            tx.afterEnd(authenticator::forget);
            setRate(tx, caller, key, rate);
            for (ApiKey child : keys.descendantsOf(tx, id)) {
                if (Objects.requireNonNull(child.requestsPerMinute()) > rate) {
                    setRate(tx, caller, child, rate);
                }
            }
            return key.withRequestsPerMinute(rate);
        });
    }

    private void setRate(Transaction tx, Caller caller, ApiKey key, int rate) {
        keys.setRate(tx, key.id(), rate);
        Map<String, Object> before = Map.of("requestsPerMinute", Objects.requireNonNull(key.requestsPerMinute()));
        Map<String, Object> after = Map.of("requestsPerMinute", rate);
        events.append(
                tx,
                caller,
                new NewEvent(
                        EventKind.API_KEY_CHANGED,
                        key.id(),
                        Map.of("name", key.name(), "before", before, "after", after)));
    }

    /** A key that the caller may revoke or change. */
    private KeyOfMember changeable(Transaction tx, Caller caller, String id) {
        KeyOfMember found = keys.findKeyById(tx, id)
                .filter(each -> each.key().organizationId().equals(caller.organizationId()))
                .orElseThrow(() -> AppException.notFound("API key", id));
        if (!caller.scopes().containsAll(found.effectiveScopes())) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "This key may more than yours does. Use one that has all of its scopes.");
        }
        return found;
    }

    /** Revokes every key of a member, and turns off what was set up with them and begins by itself, backups apart. */
    void revokeAllOf(Transaction tx, Caller caller, Member member) {
        List<ApiKey> all = keys.keysOfMember(tx, member.id());
        List<NewEvent> stopped =
                stop(work, tx, caller, all.stream().map(ApiKey::id).toList());
        all.forEach(each -> keys.deleteKey(tx, each.id()));
        stopped.forEach(each -> events.append(tx, caller, each));
        all.forEach(each -> noteRevoked(tx, caller, each));
    }

    private static List<NewEvent> stop(List<KeyWork> work, Transaction tx, Caller caller, List<String> keyIds) {
        return work.stream()
                .flatMap(each -> each.stop(tx, caller.organizationId(), keyIds).stream())
                .toList();
    }

    private void noteRevoked(Transaction tx, Caller caller, ApiKey key) {
        events.append(tx, caller, new NewEvent(EventKind.API_KEY_REVOKED, key.id(), Map.of("name", key.name())));
    }

    /**
     * Whether whoever holds one key can be another person than whoever holds the other: it was there before, and is neither
     * the other nor made by it.
     *
     * @param otherId null for the window
     * @param before when it had to be there
     */
    public boolean isIndependent(String id, @Nullable String otherId, Instant before) {
        return store.read(tx -> keys.findKeyById(tx, id)
                .filter(each -> each.key().createdAt().isBefore(before))
                .filter(_ -> otherId == null || !isSameOrMadeBy(tx, id, otherId))
                .isPresent());
    }

    private boolean isSameOrMadeBy(Transaction tx, String id, String otherId) {
        return id.equals(otherId)
                || keys.descendantsOf(tx, otherId).stream()
                        .anyMatch(each -> each.id().equals(id));
    }
}
