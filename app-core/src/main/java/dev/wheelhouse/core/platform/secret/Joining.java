package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes invitations, and has a home join a vault with one. */
final class Joining {

    static final int TRIES = 5;

    /** How long a code is told to have expired; then it is one that no invitation has. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private final Vault vault;
    private final Home home;
    private final StateStore store;
    private final EventLog events;
    private final RandomGenerator random;
    private final Clock clock;
    private final JdbcInvitationStore invitations = new JdbcInvitationStore();

    Joining(Vault vault, Home home, StateStore store, EventLog events, RandomGenerator random, Clock clock) {
        this.vault = vault;
        this.home = home;
        this.store = store;
        this.events = events;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Keeps an invitation to the versions of the data key as they are now.
     *
     * @param by who made it
     */
    VaultInvitation invite(Transaction tx, VaultInvitation made, InvitationCode code, Caller by) {
        byte[] salt = new byte[16];
        random.nextBytes(salt);
        List<DataKey> keys = vault.allDataKeys(tx);
        invitations.insert(
                tx,
                new InvitationRow(
                        made.id(),
                        code.locator(),
                        Base64.getEncoder().encodeToString(salt),
                        InvitationRow.seal(code, salt, made.id(), keys),
                        keys.getLast().version(),
                        by.memberId(),
                        by.isLocalToken() ? null : by.keyId(),
                        clock.instant(),
                        made.expiresAt(),
                        false,
                        TRIES));
        return made;
    }

    /** Ends an invitation, if it is still there. */
    void withdraw(Transaction tx, String id) {
        invitations.delete(tx, id);
    }

    /** The ids of the invitations that still open the vault. */
    Set<String> open(Transaction tx) {
        return invitations.open(tx, clock.instant());
    }

    /** Marks invitations that have expired. */
    void expire() {
        boolean any = store.read(tx -> invitations.isAnyToExpire(tx, clock.instant()));
        if (any) {
            store.change(tx -> {
                invitations.expire(tx, clock.instant());
                invitations.deleteExpiredBefore(tx, clock.instant().minus(REMEMBERED));
            });
        }
    }

    /**
     * Has this home join: its new public keys, its wrappings, whose it is and the end of the invitation are one
     * transaction. A kill in the middle leaves either nothing or a home that has joined.
     *
     * @param typed the code as a person typed it
     * @param newcomers makes the home somebody's
     * @throws AppException when it may not join; nothing was changed, but that a wrong code costs a try
     */
    void join(String typed, Newcomers newcomers) {
        InvitationCode code = InvitationCode.parse(typed);
        if (JdbcOwnState.holdsSecrets(home.file("state.db"))) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This home has secrets of its own, in " + home.file("state.db")
                            + ". Join with a new home (--home DIR). Nothing was changed.");
        }
        HomeKeys keys = HomeKeys.make();
        // Alone: a rotation that begins beside it would not know of this home.
        Optional<AppException> refused = store.writeAlone(tx -> redeem(tx, code, keys, newcomers));
        if (refused.isPresent()) {
            throw refused.get();
        }
        vault.file().acceptProposed(keys.publicKey());
    }

    private Optional<AppException> redeem(Transaction tx, InvitationCode code, HomeKeys keys, Newcomers newcomers) {
        Optional<Newcomers.Invited> invited = newcomers.take(tx, code);
        if (invited.isPresent()) {
            @Nullable String refusal = invited.get().refusal();
            if (refusal != null) {
                return Optional.of(new AppException(PlatformError.STATE_INVALID, refusal));
            }
            if (!vault.isMember(tx) && vault.newestVersion(tx).isPresent()) {
                openVault(tx, code, keys, newcomers).ifPresent(why -> {
                    // Thrown, so that the invite was not taken: a console that cannot open the vault does not start.
                    throw new AppException(
                            PlatformError.STATE_INVALID,
                            "This invite does not open the vault: the vault's key was rotated since, or who made it may"
                                    + " not let homes in. Ask an owner for another one. Nothing was changed.",
                            why);
                });
            }
            return Optional.empty();
        }
        return openVault(tx, code, keys, newcomers);
    }

    private Optional<AppException> openVault(Transaction tx, InvitationCode code, HomeKeys keys, Newcomers newcomers) {
        if (vault.isMember(tx)) {
            return Optional.of(new AppException(
                    PlatformError.STATE_INVALID, "This home has joined already. Start it without --join."));
        }
        invitations.expire(tx, clock.instant());
        InvitationRow row = invitations.findByLocator(tx, code.locator()).orElse(null);
        if (row == null) {
            return Optional.of(refused("No invitation has that code: it is wrong, was used or tried too often."));
        }
        if (row.expired()) {
            return Optional.of(refused("The invitation has expired."));
        }
        List<DataKey> dataKeys;
        try {
            dataKeys = row.open(code);
        } catch (GeneralSecurityException _) {
            invitations.takeTry(tx, row.id());
            int left = row.triesLeft() - 1;
            return Optional.of(new AppException(
                    PlatformError.STATE_INVALID,
                    "The code is wrong. "
                            + (left == 0
                                    ? "Make a new one (POST /vault/invitations)."
                                    : "Try again, " + left + " more times at most.")));
        }
        if (!vault.newestVersion(tx).equals(Optional.of(row.keyVersion()))) {
            return Optional.of(refused("The vault's key was rotated since the code was made."));
        }
        if (row.memberId() == null || !newcomers.bind(tx, row.memberId(), row.keyId())) {
            return Optional.of(refused("Who made the code may not let homes in any more."));
        }
        invitations.delete(tx, row.id());
        vault.admitAnew(tx, keys, dataKeys);
        NewEvent event = new NewEvent(
                EventKind.VAULT_HOME_JOINED,
                vault.homeId(),
                Map.of("name", vault.homeName(), "invitationId", row.id()));
        for (String organization : tx.select(String.class, "SELECT id FROM organization ORDER BY id")
                .list()) {
            events.appendOfConsole(tx, organization, event);
        }
        // On the disk before the state says that the home has joined.
        vault.file().propose(HomeKeyFile.Content.of(keys));
        return Optional.empty();
    }

    private static AppException refused(String why) {
        return new AppException(
                PlatformError.STATE_INVALID,
                why + " Make a new one on a console that has joined (POST /vault/invitations). Nothing was changed.");
    }
}
