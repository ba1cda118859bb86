package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.RemoteHook;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsProvider;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Webhooks by which providers tell of pushes, for features that act on these. A webhook's row and its secrets are there
 * before the provider hears of it, so that its first call is known, and what a killed console left is gone on with.
 * Thread-safe.
 */
public final class VcsHooks {

    private static final System.Logger LOG = System.getLogger(VcsHooks.class.getName());

    private static final String TABLE = "vcs_hook";
    private static final String PATH = "/hooks/vcs/";
    private static final int TOKEN_BYTES = 32;
    static final Duration TRIED_FOR = Duration.ofDays(14);

    private final VcsConfig config;
    private final JdbcVcsConnectionStore connections;
    private final JdbcVcsHookStore hooks;
    private final VcsTokens tokens;

    VcsHooks(VcsConfig config, JdbcVcsConnectionStore connections, JdbcVcsHookStore hooks, VcsTokens tokens) {
        this.config = config;
        this.connections = connections;
        this.hooks = hooks;
        this.tokens = tokens;
    }

    /**
     * Has a provider tell of pushes to a repository. One that is there for the same subject and repository is answered as
     * it is, or moved to where the console is reached now.
     *
     * @param subjectId whom pushes concern
     * @param ownAddress where the console is reached by itself, for an organization without a public address
     * @throws AppException {@code insufficient_scope}; {@code not_found} for the connection; {@code validation_failed} on
     *     {@code owner} or {@code name}, also for a repository that is not there; {@code vault_locked};
     *     {@code upstream_failed} and {@code upstream_timeout}
     */
    public MadeHook make(
            Caller caller, String connectionId, String subjectId, String owner, String name, String ownAddress) {
        caller.require(Scope.VCS_WRITE);
        VcsConnection connection = config.store()
                .read(tx -> connections.find(tx, caller.organizationId(), connectionId))
                .orElseThrow(() -> AppException.notFound("version control connection", connectionId));
        String address = config.publicAddress().apply(caller.organizationId()).orElse(ownAddress);
        VcsHook hook = prepared(connection, subjectId, owner, name, address);
        String url = address + PATH + hook.id();
        if (hook.active() && hook.url().equals(url)) {
            return new MadeHook(hook, false);
        }
        return made(caller, connection, hook, url);
    }

    /** The row that there is, or a new one with secrets of its own. */
    private VcsHook prepared(VcsConnection connection, String subjectId, String owner, String name, String address) {
        String id = config.ids().next("hook");
        VcsHook fresh = new VcsHook(
                id,
                connection.organizationId(),
                connection.id(),
                subjectId,
                owner,
                name,
                address + PATH + id,
                List.of("push"),
                false,
                connection.kind() != VcsKind.GITLAB,
                null,
                config.clock().instant());
        Optional<VcsHook> known = config.store().read(tx -> hooks.findFor(tx, fresh));
        if (known.isPresent()) {
            return known.get();
        }
        config.vault().prepare();
        return config.store().write(tx -> {
            if (hooks.add(tx, fresh)) {
                putSecrets(tx, fresh, connection.kind());
                return fresh;
            }
            return hooks.findFor(tx, fresh).orElseThrow();
        });
    }

    private MadeHook made(Caller caller, VcsConnection connection, VcsHook hook, String url) {
        boolean isNew = hook.remoteId() == null;
        RemoteHook remote;
        try {
            HookSecrets secrets = findSecrets(hook).orElseThrow(VcsHooks::removed);
            remote = tokens.open(connection).putWebhook(hook.owner(), hook.name(), hook.remoteId(), url, secrets);
        } catch (AppException e) {
            // What is refused by its form was not made; of any other failure that is not known.
            if (isNew && e.kind() == ErrorKind.INVALID) {
                config.store().change(tx -> delete(tx, hook));
            }
            throw e;
        }
        VcsHook after = hook.madeAs(url, remote.active(), remote.signed(), remote.id());
        boolean isThere = config.store().write(tx -> {
            if (!hooks.update(tx, after, "WHERE id = ? AND gone_at IS NULL", after.id())) {
                hooks.setRemote(tx, after);
                return false;
            }
            if (isNew) {
                Map<String, Object> data = Map.of(
                        "connectionId", connection.id(),
                        "repository", after.owner() + "/" + after.name(),
                        "subjectId", after.subjectId());
                config.events().append(tx, caller, new NewEvent(EventKind.VCS_WEBHOOK_CREATED, after.id(), data));
            }
            return true;
        });
        if (!isThere) {
            // It was forgotten while its provider made it.
            removeGone(after);
            throw removed();
        }
        return new MadeHook(after, isNew);
    }

    private static AppException removed() {
        return new AppException(PlatformError.CONFLICT, "The webhook was removed while it was made. Try again.");
    }

    /** Whether a webhook's address is the organization's public one, where its provider reaches a console. */
    public boolean isPublic(VcsHook hook) {
        return config.publicAddress()
                .apply(hook.organizationId())
                .filter(address -> hook.url().startsWith(address + "/"))
                .isPresent();
    }

    /** Those that were made for a subject, within a change or a reading of its own. */
    public List<VcsHook> of(Transaction tx, String organizationId, String subjectId) {
        return hooks.ofSubject(tx, organizationId, subjectId);
    }

    /** Forgets what was made for a subject; once that is so, it is removed at the provider as soon as that lets. */
    public void forget(Transaction tx, String organizationId, String subjectId) {
        for (VcsHook each : hooks.ofSubject(tx, organizationId, subjectId)) {
            // Also one whose making a killed console did not see the end of.
            hooks.setGone(tx, each.id(), config.clock().instant());
            config.vault().deleteAll(tx, TABLE, each.id());
            tx.afterCommit(() -> config.workers().start(() -> removeGone(each)));
        }
    }

    /** Tries again to remove at their providers what is gone here, and gives up after {@link #TRIED_FOR}. */
    void removeGone() {
        List<VcsHook> left = config.store().write(tx -> {
            List<VcsHook> old = hooks.goneBefore(tx, config.clock().instant().minus(TRIED_FOR));
            old.forEach(each -> hooks.delete(tx, each.id()));
            return old;
        });
        left.forEach(each -> LOG.log(
                System.Logger.Level.WARNING,
                "The webhook of " + each.owner() + "/" + each.name() + " is left at its provider, which did not remove"
                        + " it in " + TRIED_FOR.toDays() + " days. Remove it there: " + each.url()));
        config.store().read(hooks::gone).forEach(this::removeGone);
    }

    private void removeGone(VcsHook hook) {
        VcsConnection connection = config.store()
                .read(tx -> connections.find(tx, hook.organizationId(), hook.connectionId()))
                .orElse(null);
        if (connection == null) {
            // What is of a connection goes with it.
            return;
        }
        try {
            tokens.open(connection).deleteWebhook(hook.owner(), hook.name(), hook.remoteId(), hook.url());
            config.store().change(tx -> hooks.delete(tx, hook.id()));
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The webhook of " + hook.owner() + "/" + hook.name() + " is still at its provider: "
                            + e.getMessage());
        }
    }

    /**
     * As {@link #forget(Transaction, String, String)}, of a connection that goes: with it goes the token, so this is tried
     * once.
     */
    void forgetAll(Transaction tx, VcsConnection connection) {
        List<VcsHook> gone = hooks.ofConnection(tx, connection.id());
        gone.forEach(each -> delete(tx, each));
        if (gone.isEmpty()) {
            return;
        }
        try {
            VcsProvider provider = tokens.open(tx, connection);
            tx.afterCommit(() -> config.workers().start(() -> gone.forEach(each -> remove(provider, each))));
        } catch (AppException e) {
            LOG.log(System.Logger.Level.WARNING, "Webhooks stay at " + connection.baseUrl() + ": " + e.getMessage());
        }
    }

    private static void remove(VcsProvider provider, VcsHook hook) {
        try {
            provider.deleteWebhook(hook.owner(), hook.name(), hook.remoteId(), hook.url());
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The webhook of " + hook.owner() + "/" + hook.name() + " stays at its provider: " + e.getMessage());
        }
    }

    private void delete(Transaction tx, VcsHook hook) {
        hooks.delete(tx, hook.id());
        config.vault().deleteAll(tx, TABLE, hook.id());
    }

    private void putSecrets(Transaction tx, VcsHook hook, VcsKind kind) {
        config.vault()
                .putText(tx, hook.organizationId(), signing(hook.id()), StandardWebhooks.newSecret(config.random()));
        if (kind == VcsKind.GITLAB) {
            byte[] token = new byte[TOKEN_BYTES];
            config.random().nextBytes(token);
            config.vault()
                    .putText(
                            tx,
                            hook.organizationId(),
                            token(hook.id()),
                            HexFormat.of().formatHex(token));
        }
    }

    /**
     * What proves a webhook's requests; empty once it is removed.
     *
     * @throws AppException {@code vault_locked}
     */
    Optional<HookSecrets> findSecrets(VcsHook hook) {
        return config.vault()
                .findText(signing(hook.id()))
                .map(signing -> new HookSecrets(
                        signing, config.vault().findText(token(hook.id())).orElse(null)));
    }

    private static SecretRef signing(String id) {
        return new SecretRef(TABLE, id, "signing");
    }

    private static SecretRef token(String id) {
        return new SecretRef(TABLE, id, "token");
    }
}
