package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.provider.RepositoryLookup;
import dev.wheelhouse.core.vcs.provider.VcsAddress;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsProvider;
import dev.wheelhouse.core.vcs.provider.VcsRepository;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connections of an organization to providers of repositories. Thread-safe. */
public final class VcsConnectionService {

    private static final String WHAT = "version control connection";
    private static final int LONGEST_TOKEN = 8192;

    private final VcsConfig config;
    private final JdbcVcsConnectionStore connections;
    private final VcsTokens tokens;
    private final VcsHooks hooks;
    private final Revisions<VcsConnection> revisions;
    private final List<VcsConnectionUse> uses = new CopyOnWriteArrayList<>();

    VcsConnectionService(VcsConfig config, JdbcVcsConnectionStore connections, VcsTokens tokens, VcsHooks hooks) {
        this.config = config;
        this.connections = connections;
        this.tokens = tokens;
        this.hooks = hooks;
        this.revisions =
                new Revisions<>(WHAT, config.store(), connections, config.events(), VcsConnectionService::told);
    }

    /** Adds a feature that works with connections, so that none is deleted under it. */
    public void registerUse(VcsConnectionUse use) {
        uses.add(use);
    }

    /**
     * Adds a connection. Nothing is asked of the provider; {@link #test} does.
     *
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} with every field at fault, also for an
     *     address that is private or not encrypted; {@code already_exists} for a name taken; {@code vault_locked}
     */
    public VcsConnection create(Caller caller, VcsConnectionDraft draft) {
        caller.require(Scope.VCS_WRITE);
        VcsConnection made = checked(config.ids().next("vcs"), caller, draft, null);
        config.vault().prepare();
        return revisions.save(made.name(), tx -> {
            connections.insert(tx, made);
            tokens.put(tx, made, Objects.requireNonNull(draft.token()));
            revisions.append(tx, caller, EventKind.VCS_CONNECTION_CREATED, made);
            return made;
        });
    }

    /**
     * Replaces what is said of a connection. Another address needs the token again.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since;
     *     {@code in_use} for a token that would stop what works with the connection
     */
    public VcsConnection update(Caller caller, String id, VcsConnectionDraft draft, @Nullable Long expectedRevision) {
        caller.require(Scope.VCS_WRITE);
        VcsConnection before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        if (draft.kind() != before.kind()) {
            throw AppException.invalid("kind", "The kind of a connection stays. Add another connection.");
        }
        VcsConnection after = checked(id, caller, draft, before);
        if (draft.token() != null) {
            requireWorking(before, after, draft.token());
            config.vault().prepare();
        }
        return revisions.save(after.name(), tx -> {
            revisions.update(tx, after);
            Map<String, Object> data = revisions.difference(before, after);
            if (draft.token() != null) {
                tokens.put(tx, after, draft.token());
                data.put("token", "changed");
            }
            revisions.append(tx, caller, EventKind.VCS_CONNECTION_CHANGED, after, data);
            return after;
        });
    }

    /** Of a connection that works and is in use. */
    private void requireWorking(VcsConnection before, VcsConnection after, String token) {
        List<String> used = config.store()
                .read(tx -> uses.stream()
                        .flatMap(each -> each.of(tx, before.id()).stream())
                        .toList());
        if (used.isEmpty()) {
            return;
        }
        VcsConnectionTest tried = tested(() -> tokens.open(after, token));
        if (!tried.ok() && tested(() -> tokens.open(before)).ok()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "This would stop what works with the connection: " + String.join(", ", used) + ". " + tried.error()
                            + " Nothing was changed.");
        }
    }

    private VcsConnection checked(String id, Caller caller, VcsConnectionDraft draft, @Nullable VcsConnection before) {
        Problems problems = new Problems();
        problems.checkName(draft.name());
        URI base = problems.or(() -> reachable(draft.kind(), draft.baseUrl()));
        boolean isElsewhere =
                before != null && base != null && !before.baseUrl().equals(base.toString());
        String token = draft.token();
        if (token != null) {
            problems.or(() -> checkedToken(token));
        } else if (before == null) {
            problems.add("token", "Give an access token that " + draft.kind().label() + " has made for you.");
        } else if (isElsewhere) {
            problems.add("token", "Give the token again: what is stored is for " + before.baseUrl() + ".");
        }
        problems.throwIfAny();
        return new VcsConnection(
                id,
                caller.organizationId(),
                draft.kind(),
                draft.name(),
                Objects.requireNonNull(base).toString(),
                before == null ? config.clock().instant() : before.createdAt(),
                before == null ? 1 : before.revision() + 1);
    }

    private URI reachable(VcsKind kind, @Nullable String text) {
        URI base = VcsAddress.parse(kind, text);
        config.outgoing().check("baseUrl", base);
        if (base.getScheme().equals("http") && !config.outgoing().isAllowedByName(base)) {
            throw AppException.invalid(
                    "baseUrl",
                    "Give an https address, as the token would be readable on its way. The owner can allow http to a"
                            + " private host by naming it in the settings.");
        }
        return base;
    }

    private static String checkedToken(String token) {
        if (token.isEmpty()
                || token.length() > LONGEST_TOKEN
                || token.chars().anyMatch(each -> each <= ' ' || each > '~')) {
            throw AppException.invalid("token", "Give the token as it was shown: printable ASCII without blanks.");
        }
        return token;
    }

    /**
     * Forgets a connection, its token and its webhooks, which are removed at the provider as far as it lets.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}; {@code in_use} while
     *     something works with it
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.VCS_WRITE);
        config.store().change(tx -> {
            VcsConnection connection = connections
                    .lock(tx, caller.organizationId(), id)
                    .orElseThrow(() -> AppException.notFound(WHAT, id));
            revisions.require(connection, expectedRevision);
            List<String> used =
                    uses.stream().flatMap(each -> each.of(tx, id).stream()).toList();
            if (!used.isEmpty()) {
                throw new AppException(
                        PlatformError.IN_USE,
                        "The connection " + connection.name() + " is used by " + String.join(", ", used)
                                + ". Move or delete that first.");
            }
            hooks.forgetAll(tx, connection);
            connections.delete(tx, id);
            tokens.deleteAll(tx, id);
            revisions.append(tx, caller, EventKind.VCS_CONNECTION_DELETED, connection);
        });
    }

    /** The organization's connections, newest first. */
    public Page<VcsConnection> list(Caller caller, PageRequest page) {
        caller.require(Scope.VCS_READ);
        return revisions.list(caller, page);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public VcsConnection get(Caller caller, String id) {
        return forUse(caller, id, Scope.VCS_READ);
    }

    /**
     * The connection, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public VcsConnection forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /**
     * Asks the provider whose token it is and what that may do.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code vault_locked}; every trouble with the
     *     provider is in the result
     */
    public VcsConnectionTest test(Caller caller, String id) {
        VcsConnection connection = get(caller, id);
        return tested(() -> tokens.open(connection));
    }

    /**
     * As {@link #test(Caller, String)}, of a connection before it is added; nothing is stored.
     *
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} as {@link #create}
     */
    public VcsConnectionTest test(Caller caller, VcsConnectionDraft draft) {
        caller.require(Scope.VCS_WRITE);
        VcsConnection connection = checked(config.ids().next("vcs"), caller, draft, null);
        return tested(() -> tokens.open(connection, Objects.requireNonNull(draft.token())));
    }

    private static VcsConnectionTest tested(Supplier<VcsProvider> provider) {
        try {
            return VcsConnectionTest.of(provider.get().test());
        } catch (AppException e) {
            if (e.details() instanceof FieldProblems problems) {
                return VcsConnectionTest.failed(problems.errors().getFirst().message());
            }
            boolean isOfProvider =
                    e.kind() == ErrorKind.UNAVAILABLE && e.errorCode() != PlatformError.STORE_UNAVAILABLE;
            if (isOfProvider) {
                return VcsConnectionTest.failed(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /**
     * All repositories that the token sees, by full name.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code vault_locked}; {@code upstream_failed},
     *     also when the provider limits how often it is asked
     *     ({@link dev.wheelhouse.core.vcs.provider.RateLimitEnd}), and {@code upstream_timeout}
     */
    public List<VcsRepository> repositories(Caller caller, String id) {
        return tokens.open(get(caller, id)).repositories();
    }

    /**
     * Looks for one repository.
     *
     * @throws AppException as {@link #repositories}; {@code validation_failed} on {@code owner} or {@code name}
     */
    public RepositoryLookup findRepository(Caller caller, String id, String owner, String name) {
        return tokens.open(get(caller, id)).find(owner, name);
    }

    /** Whether an organization has a connection. */
    public boolean exists(Transaction tx, String organizationId, String id) {
        return connections.find(tx, organizationId, id).isPresent();
    }

    /**
     * What Git fetches a connection's repositories with, for a feature that was let to it.
     *
     * @return empty when the connection is gone
     * @throws AppException {@code vault_locked}
     */
    public Optional<CloneLogin> findLogin(String organizationId, String id) {
        return config.store()
                .read(tx -> connections.find(tx, organizationId, id))
                .map(each -> new CloneLogin(each.baseUrl(), loginName(each.kind()), tokens.get(each)));
    }

    /**
     * GitHub: "Authenticating as a GitHub App installation", which personal tokens are taken as too; GitLab: "Clone with
     * token", any name; Gitea: any name.
     */
    private static String loginName(VcsKind kind) {
        return switch (kind) {
            case GITHUB -> "x-access-token";
            case GITLAB -> "oauth2";
            case GITEA -> "token";
        };
    }

    private static Map<String, Object> told(VcsConnection connection) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", connection.name());
        told.put("kind", connection.kind().wireName());
        told.put("baseUrl", connection.baseUrl());
        return told;
    }
}
