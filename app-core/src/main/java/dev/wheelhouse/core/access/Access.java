package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Actors;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root sees it. */
public final class Access {

    private final StateStore store;
    private final JdbcAccessStore rows = new JdbcAccessStore();
    private final KeyAuthenticator authenticator;
    private final ApiKeyService apiKeys;
    private final LocalToken localToken;
    private final MemberService members;
    private final InviteService invites;
    private final OrganizationService organizations;
    private final KeyExpiry keyExpiry;
    private volatile @Nullable Member owner;

    /** @param post how invites reach people */
    public Access(
            Home home,
            String homeId,
            StateStore store,
            EventLog events,
            Workers workers,
            InvitePost post,
            AccessSources sources) {
        this.store = store;
        this.authenticator = new KeyAuthenticator(store, rows, workers::start, sources.clock());
        this.apiKeys =
                new ApiKeyService(store, rows, events, authenticator, sources.ids(), sources.random(), sources.clock());
        this.localToken = new LocalToken(home, homeId, store, rows, events, sources);
        this.members = new MemberService(store, rows, events, apiKeys, this::changed, sources.clock());
        this.invites = new InviteService(store, rows, events, apiKeys, this::changed, post, sources);
        this.organizations = new OrganizationService(store, rows, events);
        this.keyExpiry = new KeyExpiry(store, rows, events, sources.clock());
    }

    /** Makes the first owner and the local token when they are missing; before anybody else sees the state. */
    public void start() {
        owner = localToken.ensure();
    }

    /**
     * Looks after what changes by itself and, where other consoles share the state, elsewhere.
     *
     * @return the loops, to be closed before the state is
     */
    public List<AutoCloseable> follow(Workers workers) {
        List<AutoCloseable> loops = new ArrayList<>();
        loops.add(workers.every(
                "Telling of keys that end soon", Duration.ofSeconds(20), Duration.ofMinutes(10), keyExpiry::look));
        if (store.isShared()) {
            loops.add(workers.every("Reading who is at the window", Duration.ofSeconds(1), this::readOwner));
        }
        return loops;
    }

    /** What a member may do was changed on this console: it holds from the next call on. */
    private void changed() {
        authenticator.forget();
        readOwner();
    }

    private void readOwner() {
        Member known = startedOwner();
        owner = store.read(tx -> rows.findMemberEver(tx, known.organizationId(), known.id()))
                .orElse(known);
    }

    public Authenticator authenticator() {
        return authenticator;
    }

    public ApiKeyService apiKeys() {
        return apiKeys;
    }

    public MemberService members() {
        return members;
    }

    public InviteService invites() {
        return invites;
    }

    public OrganizationService organizations() {
        return organizations;
    }

    /** The file that local scripts read the owner's token from. */
    public Path localTokenFile() {
        return localToken.file();
    }

    /**
     * Who is at this console's window, with what their role has now: nothing for one who was removed. Waits until the state
     * is open.
     */
    public Caller windowCaller(String requestId) {
        store.awaitOpen();
        Member person = startedOwner();
        Set<Scope> scopes = person.removedAt() == null ? person.role().scopes() : Set.of();
        return new Caller(person.organizationId(), person.id(), null, scopes, Origin.WINDOW, requestId, null);
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
}
