package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What people do with the vault: who may open it, its passphrase, its key. Thread-safe. */
public final class VaultService {

    /** How long an invitation can be used. */
    static final Duration INVITATION = Duration.ofHours(1);

    private static final JobScopes SCOPES = new JobScopes(Scope.ORGANIZATION_WRITE, Scope.ORGANIZATION_WRITE);

    private static final String LOST = "Whoever forgets the passphrase loses every password and key that this home can"
            + " open: nothing but another home of the same state opens them again, and no backup helps. After each start"
            + " the vault stays locked until the passphrase is given, and what needs a secret waits.";

    private static final System.Logger LOG = System.getLogger(VaultService.class.getName());

    private final Vault vault;
    private final StateStore store;
    private final EventLog events;
    private final JobService jobs;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;
    private final JdbcVaultStore rows = new JdbcVaultStore();
    private final PassphraseLock passphrases;
    private final Joining joining;
    private final Rotation rotation;

    /** What the service is built from. */
    public record Parts(
            Vault vault,
            Home home,
            StateStore store,
            EventLog events,
            JobService jobs,
            IdGenerator ids,
            RandomGenerator random,
            Clock clock) {}

    public VaultService(Parts parts) {
        this.vault = parts.vault();
        this.store = parts.store();
        this.events = parts.events();
        this.jobs = parts.jobs();
        this.ids = parts.ids();
        this.random = parts.random();
        this.clock = parts.clock();
        this.passphrases = new PassphraseLock(parts.home(), vault.file(), random, clock);
        this.joining = new Joining(vault, parts.home(), store, events, random, clock);
        this.rotation = new Rotation(vault, store, clock);
    }

    /**
     * Has this home join the vault of the state, at the start.
     *
     * @param code as it was typed: of an invitation to the vault or of a member's invite
     * @param newcomers makes the home somebody's
     * @throws AppException when it may not; nothing was changed, but that a wrong code costs a try
     */
    public void join(String code, Newcomers newcomers) {
        joining.join(code, newcomers);
    }

    /**
     * Whether other homes may join, and this one can let them: then a member's invite opens the vault too. Makes the keys
     * when there are none; call it before the transaction of {@link #letIn}.
     */
    public boolean prepareToLetIn() {
        if (!store.isShared() || vault.isLocked()) {
            return false;
        }
        try {
            vault.prepare();
            return true;
        } catch (AppException e) {
            LOG.log(System.Logger.Level.DEBUG, "An invite opens no vault: {0}", e.getMessage());
            return false;
        }
    }

    /** Has the code of a member's invite open the vault for the home that joins with it, until the key is rotated. */
    public void letIn(Transaction tx, Caller by, String id, InvitationCode code, Instant expiresAt) {
        joining.invite(tx, new VaultInvitation(id, code.text(), expiresAt), code, by);
    }

    /** The ids of the invitations and invites that open the vault. */
    public Set<String> thatLetIn(Transaction tx) {
        return joining.open(tx);
    }

    /** Has an invite open the vault no longer. */
    public void shutOut(Transaction tx, String id) {
        joining.withdraw(tx, id);
    }

    /**
     * Takes the vault from the homes of somebody who leaves, all but the home of this console, and has every secret sealed
     * with a new key.
     *
     * @param homes the ids of their homes, as of the transaction
     * @param leaving what else is changed in the same transaction
     * @throws AppException {@code vault_locked} when they may open the vault and this home cannot: unlock it first
     */
    public void dismiss(Caller caller, Function<Transaction, List<String>> homes, Consumer<Transaction> leaving) {
        if (store.read(tx -> homesWithin(tx, homes)).isEmpty()) {
            boolean done = store.writeAlone(tx -> {
                // A home may have joined meanwhile.
                if (!homesWithin(tx, homes).isEmpty()) {
                    return false;
                }
                leaving.accept(tx);
                return true;
            });
            if (done) {
                return;
            }
        }
        rotate(caller, tx -> {
            List<VaultHome> gone = homesWithin(tx, homes);
            leaving.accept(tx);
            gone.forEach(each -> remove(tx, caller, each));
            rotation.begin(tx, true);
            events.append(tx, caller, rotated(tx));
        });
    }

    private List<VaultHome> homesWithin(Transaction tx, Function<Transaction, List<String>> homes) {
        List<String> ids = homes.apply(tx);
        return rows.homes(tx).stream()
                .filter(each -> ids.contains(each.id()) && !each.id().equals(vault.homeId()))
                .toList();
    }

    private void remove(Transaction tx, Caller caller, VaultHome home) {
        rows.delete(tx, home.id());
        events.append(tx, caller, new NewEvent(EventKind.VAULT_HOME_REMOVED, home.id(), Map.of("name", home.name())));
    }

    /**
     * Opens the vault at the start; a home without a passphrase is open anyway.
     *
     * @throws AppException {@code validation_failed} when the passphrase is wrong; {@code rate_limited} during the pause after a
     *     wrong one
     */
    public void openAtStart(String passphrase) {
        HomeKeyFile.Content content = vault.file().read();
        if (content == null || content.sealed() == null) {
            LOG.log(System.Logger.Level.WARNING, "A passphrase was given, and this home has none; it is not used");
            return;
        }
        vault.unlock(passphrases.open(content, passphrase));
    }

    /** Goes on with a rotation that somebody began, and marks invitations that have expired. */
    public void lookAfter() {
        joining.expire();
        rotation.resume();
    }

    /** Whether a passphrase has to be given before secrets can be used. */
    public boolean isLocked() {
        return vault.isLocked();
    }

    /** @throws AppException {@code insufficient_scope} */
    public VaultStatus status(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        joining.expire();
        return status();
    }

    private VaultStatus status() {
        boolean locked = vault.isLocked();
        boolean passphrase = vault.hasPassphrase();
        return store.read(
                tx -> new VaultStatus(locked, passphrase, rows.newestVersion(tx).orElse(0), rows.homes(tx)));
    }

    /**
     * Opens the vault of this home until it is locked or the console stops. The passphrase is tried also when it is open.
     *
     * @throws AppException {@code state_invalid} when the home has no passphrase; {@code validation_failed} on
     *     {@code passphrase} for a wrong one; {@code rate_limited} during the pause after it
     */
    public VaultStatus unlock(Caller caller, String passphrase) {
        caller.require(Scope.ORGANIZATION_WRITE);
        HomeKeyFile.Content content = requirePassphrase();
        passphrases.requirePauseOver();
        NewEvent event = new NewEvent(EventKind.VAULT_UNLOCKED, vault.homeId(), Map.of());
        vault.unlock(events.recording(caller, event, () -> passphrases.open(content, passphrase)));
        return status();
    }

    /**
     * Forgets the keys. What was connected with secrets stays connected.
     *
     * @throws AppException {@code state_invalid} when the home has no passphrase
     */
    public VaultStatus lock(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        requirePassphrase();
        store.change(tx -> {
            events.append(tx, caller, new NewEvent(EventKind.VAULT_LOCKED, vault.homeId(), Map.of()));
            tx.afterCommit(vault::lock);
        });
        return status();
    }

    private HomeKeyFile.Content requirePassphrase() {
        HomeKeyFile.Content content = vault.file().read();
        if (content == null || content.sealed() == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This home has no passphrase, so its vault is always open. Set one first (POST /vault/passphrase).");
        }
        return content;
    }

    /**
     * Sets, changes or removes the passphrase of this home.
     *
     * @param current needed when there is one
     * @param next null to remove it
     * @param confirm that the caller knows what is lost with it; for a new one
     * @throws AppException {@code confirmation_required} with what is lost; {@code validation_failed} on
     *     {@code passphrase} or {@code newPassphrase}; {@code rate_limited} during the pause after a wrong one;
     *     {@code vault_locked} never, since the current one opens it
     */
    public VaultStatus setPassphrase(Caller caller, @Nullable String current, @Nullable String next, boolean confirm) {
        caller.require(Scope.ORGANIZATION_WRITE);
        HomeKeyFile.Content content = vault.file().read();
        boolean has = content != null && content.sealed() != null;
        if (has && current == null) {
            throw AppException.invalid("passphrase", "Give the present passphrase.");
        }
        if (!has && current != null) {
            throw AppException.invalid("passphrase", "This home has none yet. Leave it out.");
        }
        if (!has && next == null) {
            throw AppException.invalid("newPassphrase", "Give one. There is none to remove.");
        }
        if (next != null) {
            PassphraseLock.check("newPassphrase", next);
            if (!confirm) {
                throw new AppException(
                        PlatformError.CONFIRMATION_REQUIRED,
                        LOST + " To set it, confirm it (confirm: true).",
                        new WhatIsLost(LOST));
            }
        }
        if (current != null) {
            passphrases.requirePauseOver();
        }
        NewEvent event =
                new NewEvent(EventKind.VAULT_PASSPHRASE_CHANGED, vault.homeId(), Map.of("passphrase", next != null));
        if (!has) {
            vault.prepare();
        }
        HomeKeys keys = events.recording(caller, event, () -> {
            HomeKeys open = content != null && current != null ? passphrases.open(content, current) : vault.keys();
            if (next == null) {
                passphrases.remove(open);
            } else {
                passphrases.set(open, next);
                deleteKeptKey();
            }
            return open;
        });
        vault.unlock(keys);
        return status();
    }

    private void deleteKeptKey() {
        try {
            vault.oldMasterKey().deleteKept();
        } catch (IOException e) {
            throw new UncheckedIOException("The key of before, which has no passphrase, cannot be deleted", e);
        }
    }

    /**
     * Makes a code that another home joins with, once and within an hour.
     *
     * @throws AppException {@code vault_locked}
     */
    public VaultInvitation invite(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        vault.prepare();
        InvitationCode code = InvitationCode.make(random);
        VaultInvitation made = new VaultInvitation(
                ids.next("inv"), code.text(), clock.instant().plus(INVITATION));
        return store.writeAlone(tx -> {
            events.append(
                    tx,
                    caller,
                    new NewEvent(
                            EventKind.VAULT_INVITATION_CREATED,
                            made.id(),
                            Map.of("expiresAt", made.expiresAt().toString())));
            return joining.invite(tx, made, code, caller);
        });
    }

    /**
     * Begins to seal every secret with a new key, or joins the rotation that is under way.
     *
     * @return the job of this console
     * @throws AppException {@code vault_locked}
     */
    public Job rotate(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        return rotate(caller, tx -> {
            rotation.begin(tx, false);
            events.append(tx, caller, rotated(tx));
        });
    }

    /**
     * Takes the vault from a home: it gets no new key, and every secret is sealed with one.
     *
     * @return the job that does so
     * @throws AppException {@code not_found}; {@code state_invalid} for the home of this console; {@code vault_locked}
     */
    public Job removeHome(Caller caller, String id) {
        caller.require(Scope.ORGANIZATION_WRITE);
        VaultHome home = store.read(tx -> rows.findHome(tx, id)).orElseThrow(() -> AppException.notFound("home", id));
        if (id.equals(vault.homeId())) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "This is the home of this console. Remove it from another one.");
        }
        return rotate(caller, tx -> {
            remove(tx, caller, home);
            rotation.begin(tx, true);
            events.append(tx, caller, rotated(tx));
        });
    }

    private NewEvent rotated(Transaction tx) {
        return new NewEvent(
                EventKind.VAULT_ROTATED,
                vault.homeId(),
                Map.of("keyVersion", rows.newestVersion(tx).orElseThrow()));
    }

    private Job rotate(Caller caller, Consumer<Transaction> change) {
        vault.prepare();
        PlannedJob job = jobs.plan(caller.organizationId(), "vault_rotation", vault.homeId(), SCOPES, this::resealed);
        // Alone: of two that begin one in the same moment, the second finds the first.
        return store.writeAlone(tx -> {
            change.accept(tx);
            return job.begin(tx);
        });
    }

    private String resealed(JobProgress progress) throws InterruptedException {
        long unopened = rotation.run(new Rotation.Watcher() {
            @Override
            public void sealed(long done, long total) {
                progress.report(done, total, "Sealing secrets with the new key");
            }

            @Override
            public boolean isCancelled() {
                return progress.isCancelled();
            }
        });
        if (progress.isCancelled()) {
            throw new InterruptedException();
        }
        return unopened == 0
                ? "Every secret is sealed with the new key."
                : unopened + " secrets do not open and stay as they are; enter them again where they are needed.";
    }
}
