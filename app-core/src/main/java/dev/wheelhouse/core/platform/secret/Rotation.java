package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.JdbiException;

/**
 * Gives the vault a new version of the data key, and seals with it what older ones seal. Each piece is a transaction that
 * leaves alone what was changed meanwhile, so whoever has the vault open goes on where a killed console stopped, and
 * several may work at once. Thread-safe.
 */
final class Rotation {

    private static final int PIECE = 50;
    private static final SecretRef BEFORE_ALL = new SecretRef("", "", "");
    private static final System.Logger LOG = System.getLogger(Rotation.class.getName());

    private final Vault vault;
    private final StateStore store;
    private final Clock clock;
    private final JdbcVaultStore rows = new JdbcVaultStore();
    private final JdbcSecretStore secrets = new JdbcSecretStore();
    private final JdbcInvitationStore invitations = new JdbcInvitationStore();
    private final ReentrantLock working = new ReentrantLock();
    private volatile long toldUnopened = -1;

    /** Hears of the way. */
    interface Watcher {

        /** @param total may be less than in the end, when others seal meanwhile */
        void sealed(long done, long total);

        boolean isCancelled();
    }

    Rotation(Vault vault, StateStore store, Clock clock) {
        this.vault = vault;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Makes the next version and wraps it for the homes that are left and whose public keys a holder of the present version
     * wrote; open invitations end. Nobody else does so in the same moment.
     *
     * @param always false to join the rotation that is under way
     */
    void begin(Transaction tx, boolean always) {
        if (!always && rows.isRotating(tx)) {
            return;
        }
        int version = vault.newestVersion(tx).orElseThrow();
        DataKey now = vault.dataKey(tx, version);
        DataKey next = DataKey.make(version + 1);
        rows.insertVersion(tx, next.version(), clock.instant(), null);
        for (VaultHome home : rows.homes(tx)) {
            if (rows.findVouched(tx, version, home.id())
                    .filter(vouched -> now.vouches(home, vouched))
                    .isPresent()) {
                rows.insertWrapping(tx, next, home);
            } else {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The home {0} gets no new key: its public keys are not those that it joined with",
                        home.id());
            }
        }
        invitations.deleteAll(tx);
    }

    /** Goes on with what is under way, if this console can and does not yet. */
    void resume() {
        boolean needed = store.read(tx -> {
            Optional<Integer> newest = rows.newestVersion(tx);
            return newest.isPresent()
                    && (rows.isRotating(tx) || rows.versions(tx).size() > 1)
                    && rows.findWrapping(tx, newest.get(), vault.homeId()).isPresent();
        });
        if (needed && !vault.isLocked() && working.tryLock()) {
            try {
                reseal(new Watcher() {
                    @Override
                    public void sealed(long done, long total) {}

                    @Override
                    public boolean isCancelled() {
                        return Thread.currentThread().isInterrupted();
                    }
                });
            } finally {
                working.unlock();
            }
        }
    }

    /**
     * Seals everything anew; waits while this console does so already.
     *
     * @return how many secrets do not open and stay as they are
     */
    long run(Watcher watcher) throws InterruptedException {
        working.lockInterruptibly();
        try {
            return reseal(watcher);
        } finally {
            working.unlock();
        }
    }

    private long reseal(Watcher watcher) {
        while (true) {
            int newest = store.read(rows::newestVersion).orElseThrow();
            long unopened = resealTo(newest, watcher);
            if (watcher.isCancelled()) {
                return unopened;
            }
            if (store.read(rows::newestVersion).orElseThrow() == newest) {
                store.change(tx -> rows.complete(tx, newest, clock.instant()));
                dropUnused(newest);
                if (unopened != toldUnopened && unopened > 0) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            unopened + " stored secrets do not open and stay sealed with an older key");
                }
                toldUnopened = unopened;
                return unopened;
            }
        }
    }

    private long resealTo(int newest, Watcher watcher) {
        long total = store.read(tx -> secrets.countStale(tx, newest));
        long done = 0;
        long unopened = 0;
        SecretRef last = BEFORE_ALL;
        while (!watcher.isCancelled()) {
            SecretRef after = last;
            List<JdbcSecretStore.Stale> piece = store.read(tx -> secrets.stale(tx, newest, after, PIECE));
            if (piece.isEmpty()) {
                break;
            }
            unopened += store.write(tx ->
                    piece.stream().filter(each -> !reseal(tx, each, newest)).count());
            last = piece.getLast().ref();
            done += piece.size();
            watcher.sealed(done, Math.max(done, total));
        }
        return unopened;
    }

    private boolean reseal(Transaction tx, JdbcSecretStore.Stale stale, int newest) {
        byte[] clear;
        try {
            DataKey before = vault.findDataKey(tx, stale.keyVersion()).orElse(null);
            if (before == null) {
                return false;
            }
            clear = before.open(stale.ref(), stale.sealed());
        } catch (GeneralSecurityException _) {
            // Altered; it is reported where it is needed.
            return false;
        }
        String sealed = vault.dataKey(tx, newest).seal(stale.ref(), clear);
        secrets.reseal(tx, stale.ref(), stale.secret(), new SealedSecret(sealed, newest));
        return true;
    }

    private void dropUnused(int newest) {
        try {
            store.change(tx -> rows.deleteUnused(tx, newest));
        } catch (JdbiException e) {
            // PostgreSQL: a secret was sealed with it in this moment. The next look seals it anew.
            LOG.log(System.Logger.Level.DEBUG, "An older key is still used", e);
        }
    }
}
