package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The first credential: an owner, made with the organization when the store has none, and the token of the member whose the
 * home is in the file {@code local-token} (0600) of the home, from where local scripts read it. The token never expires;
 * when the file is missing, damaged or readable by others, a new token is made and the old one revoked. A home that is
 * nobody's has none.
 */
final class LocalToken {

    static final String FILE = "local-token";

    private final Home home;
    private final String homeId;
    private final StateStore store;
    private final JdbcAccessStore keys;
    private final EventLog events;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;

    LocalToken(
            Home home, String homeId, StateStore store, JdbcAccessStore keys, EventLog events, AccessSources sources) {
        this.home = home;
        this.homeId = homeId;
        this.store = store;
        this.keys = keys;
        this.events = events;
        this.ids = sources.ids();
        this.random = sources.random();
        this.clock = sources.clock();
    }

    /**
     * Makes sure that there is an owner, and a working token where the home is somebody's. The first home is the owner's.
     *
     * @return whose it is; one who was removed for a home that is nobody's any more, empty for one that never was somebody's
     */
    Optional<Member> ensure() {
        if (store.read(keys::findFirstOwner).isEmpty()) {
            makeOwner();
        }
        Optional<Member> person = store.read(tx -> keys.findMemberOfHome(tx, homeId));
        if (!store.isShared() && person.filter(each -> each.removedAt() == null).isEmpty()) {
            // No other home has this state, so nobody can join: the home is an owner's.
            person = store.write(tx -> {
                Member owner = keys.findFirstOwner(tx).orElseThrow();
                keys.bindHome(tx, homeId, owner.id(), clock.instant());
                return Optional.of(owner);
            });
        }
        person.filter(each -> each.removedAt() == null && !isFileValid(each)).ifPresent(this::replace);
        return person;
    }

    Path file() {
        return home.file(FILE);
    }

    private boolean isFileValid(Member person) {
        try {
            String text = home.readText(FILE);
            if (text == null || !home.isPrivate(FILE)) {
                return false;
            }
            Optional<Token> token = Token.parse(text.strip());
            return token.isPresent()
                    && store.read(tx -> keys.findKeyByHash(tx, token.get().hash()))
                            .filter(found -> homeId.equals(found.key().homeId())
                                    && person.id().equals(found.key().memberId()))
                            .isPresent();
        } catch (IOException _) {
            return false;
        }
    }

    private void replace(Member person) {
        Token token = Token.generate(random);
        Instant now = clock.instant();
        ApiKey key = new ApiKey(
                ids.next("key"),
                person.organizationId(),
                person.id(),
                homeId,
                null,
                "Local token",
                List.of(ApiKey.ALL_SCOPES),
                token.displayPrefix(),
                token.lastFour(),
                null,
                null,
                null,
                now);
        Caller self = new Caller(
                person.organizationId(), person.id(), null, person.role().scopes(), Origin.WINDOW, "start", null);
        store.change(tx -> {
            revokeOld(tx, self);
            keys.insertKey(tx, key, token.hash());
            events.append(
                    tx,
                    self,
                    new NewEvent(
                            EventKind.API_KEY_CREATED, key.id(), Map.of("name", key.name(), "scopes", key.scopes())));
            // Inside the transaction: a token that could not be written down must not stay in the store.
            write(token);
        });
    }

    private void revokeOld(Transaction tx, Caller self) {
        for (String old : keys.localKeysOf(tx, homeId)) {
            keys.deleteKey(tx, old);
            events.append(tx, self, new NewEvent(EventKind.API_KEY_REVOKED, old, Map.of("name", "Local token")));
        }
    }

    private void write(Token token) {
        try {
            home.writePrivately(FILE, token.text() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("The local token cannot be written", e);
        }
    }

    private void makeOwner() {
        // Alone: two consoles that start on one empty store must not make an organization each.
        store.writeAlone(tx -> keys.findFirstOwner(tx).orElseGet(() -> insertOwner(tx)));
    }

    private Member insertOwner(Transaction tx) {
        Instant now = clock.instant();
        String organizationId = ids.next("org");
        Member owner = new Member(ids.next("mem"), organizationId, "Owner", null, Role.OWNER, now, null);
        keys.insertOrganization(tx, organizationId, "Wheelhouse", now);
        keys.insertMember(tx, owner);
        keys.bindHome(tx, homeId, owner.id(), now);
        return owner;
    }
}
