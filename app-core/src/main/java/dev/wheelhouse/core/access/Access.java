package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Actors;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root sees it. */
public final class Access {

    private final StateStore store;
    private final JdbcAccessStore rows = new JdbcAccessStore();
    private final KeyAuthenticator authenticator;
    private final ApiKeyService apiKeys;
    private final LocalToken localToken;
    private volatile @Nullable Member owner;

    public Access(Home home, String homeId, StateStore store, EventLog events, Workers workers, AccessSources sources) {
        this.store = store;
        this.authenticator = new KeyAuthenticator(store, rows, workers::start, sources.clock());
        this.apiKeys =
                new ApiKeyService(store, rows, events, authenticator, sources.ids(), sources.random(), sources.clock());
        this.localToken = new LocalToken(home, homeId, store, rows, events, sources);
    }

    /** Makes the first owner and the local token when they are missing; before anybody else sees the state. */
    public void start() {
        owner = localToken.ensure();
    }

    public Authenticator authenticator() {
        return authenticator;
    }

    public ApiKeyService apiKeys() {
        return apiKeys;
    }

    /** The file that local scripts read the owner's token from. */
    public Path localTokenFile() {
        return localToken.file();
    }

    /** The owner at this console's window. Waits until the state is open. */
    public Caller windowCaller(String requestId) {
        store.awaitOpen();
        Member person = startedOwner();
        return new Caller(
                person.organizationId(), person.id(), null, person.role().scopes(), Origin.WINDOW, requestId, null);
    }

    /** Whose console this is; after {@link #start}. */
    public String ownerOrganizationId() {
        return startedOwner().organizationId();
    }

    private Member startedOwner() {
        return Objects.requireNonNull(owner, "The feature was not started");
    }

    /** What work may do that begins by itself; see {@link Actors}. */
    public Caller actingCaller(Transaction tx, String organizationId, Actor actor, Origin origin, String requestId) {
        Role role = rows.findMember(tx, organizationId, actor.memberId())
                .orElseThrow(() -> new AppException(
                        PlatformError.INSUFFICIENT_SCOPE,
                        "The member who set this up is gone. Somebody who may do it has to save it again."))
                .role();
        List<String> scopes = actor.scopes();
        return new Caller(
                organizationId,
                actor.memberId(),
                actor.keyId(),
                scopes == null ? role.scopes() : role.scopesAmong(scopes),
                origin,
                requestId,
                null);
    }

    /** The member behind a caller. */
    public Member memberOf(Caller caller) {
        return store.read(tx -> rows.findMember(tx, caller.organizationId(), caller.memberId()))
                .orElseThrow(() -> AppException.notFound("member", caller.memberId()));
    }
}
