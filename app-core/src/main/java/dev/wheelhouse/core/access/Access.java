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
import dev.wheelhouse.core.platform.secret.Newcomers;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root sees it. */
public final class Access {

    private static final System.Logger LOG = System.getLogger(Access.class.getName());

    /** Stands for a member where there is none; no id is like it. */
    private static final String NOBODY = "nobody";

    private final StateStore store;
    private final JdbcAccessStore rows = new JdbcAccessStore();
    private final KeyAuthenticator authenticator;
    private final ApiKeyService apiKeys;
    private final LocalToken localToken;
    private final MemberService members;
    private final InviteService invites;
    private final InviteAcceptance inviteAcceptance;
    private final OrganizationService organizations;
    private final KeyExpiry keyExpiry;
    private final String homeId;
    private volatile @Nullable Member person;

    /** Whether a member was changed, or may have been, since {@link #person} was read. */
    private volatile boolean stale;

    private volatile @Nullable String organizationId;

    /** @param post how invites reach people */
    public Access(
            Home home,
            String homeId,
            StateStore store,
            EventLog events,
            Workers workers,
            InvitePost post,
            VaultService vault,
            AccessSources sources) {
        this.store = store;
        this.homeId = homeId;
        this.authenticator = new KeyAuthenticator(store, rows, homeId, workers::start, sources.clock());
        this.apiKeys = new ApiKeyService(
                store, rows, homeId, events, authenticator, sources.ids(), sources.random(), sources.clock());
        this.localToken = new LocalToken(home, homeId, store, rows, events, sources);
        this.invites = new InviteService(store, rows, events, vault, post, sources);
        this.inviteAcceptance = new InviteAcceptance(store, rows, events, apiKeys, vault, this::changed, sources);
        this.members = new MemberService(store, rows, events, apiKeys, invites, vault, this::changed, sources.clock());
        this.organizations = new OrganizationService(store, rows, events);
        this.keyExpiry = new KeyExpiry(store, rows, events, sources.clock());
    }

    /**
     * Makes the first owner where there is none, and the local token where this home is somebody's; before anybody else sees
     * the state.
     */
    public void start() {
        person = localToken.ensure().orElse(null);
        organizationId = person != null
                ? person.organizationId()
                : store.read(rows::findFirstOwner).orElseThrow().organizationId();
    }

    /** Makes this home somebody's when it joins; before {@link #start}. */
    public Newcomers newcomers() {
        return inviteAcceptance.newcomers(homeId);
    }

    /**
     * Whose this home is: who sits at its window, and whom its local token stands for.
     *
     * @return empty for a home that has not joined, and for one whose member was removed
     */
    public Optional<Member> person() {
        return Optional.ofNullable(person).filter(each -> each.removedAt() == null);
    }

    /** @throws AppException {@code state_invalid} when this home is nobody's */
    public void requirePerson() {
        if (person().isEmpty()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This home is nobody's, so nobody can sit at its window. Have a member invite you (POST"
                            + " /members/invites) and start it once with --join. Without a window (--headless) it serves"
                            + " everybody who has a key.");
        }
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
            loops.add(workers.every("Reading whose this home is", Duration.ofSeconds(1), this::readPerson));
        }
        return loops;
    }

    /** What a member may do was changed on this console, or may have been: it holds from the next call on. */
    private void changed() {
        authenticator.forget();
        stale = true;
        try {
            readPerson();
        } catch (AppException e) {
            // What was asked for is done. The next call at the window reads it.
            LOG.log(System.Logger.Level.WARNING, "Whose this home is cannot be read: {0}", e.getMessage());
        }
    }

    /** One after the other: the older of two answers must not stay. */
    private synchronized void readPerson() {
        stale = false;
        try {
            person = store.read(tx -> rows.findMemberOfHome(tx, homeId)).orElse(null);
        } catch (RuntimeException e) {
            stale = true;
            throw e;
        }
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

    public InviteAcceptance inviteAcceptance() {
        return inviteAcceptance;
    }

    public OrganizationService organizations() {
        return organizations;
    }

    /** The file that local scripts read the token of {@link #person} from. */
    public Path localTokenFile() {
        return localToken.file();
    }

    /**
     * Who is at this console's window, with what their role has now: nothing where the home is nobody's. Waits until the
     * state is open.
     */
    public Caller windowCaller(String requestId) {
        store.awaitOpen();
        if (stale) {
            readPerson();
        }
        String organization = ownerOrganizationId();
        return person().map(each ->
                        new Caller(organization, each.id(), null, each.role().scopes(), Origin.WINDOW, requestId, null))
                .orElseGet(() -> new Caller(organization, NOBODY, null, Set.of(), Origin.WINDOW, requestId, null));
    }

    /** Whose console this is; after {@link #start}. */
    public String ownerOrganizationId() {
        return Objects.requireNonNull(organizationId, "The feature was not started");
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
