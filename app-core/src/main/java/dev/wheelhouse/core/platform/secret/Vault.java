package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.signing.HomeSignature;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Seals secrets with AES-256-GCM (Google Tink AEAD), the secret's place as associated data. The data key lies in the
 * state, wrapped for the public key of each home; the private key that unwraps it lies in a 0600 file of the home, so
 * that either alone opens nothing. Keys are loaded at the first secret, not at start. Thread-safe.
 */
public final class Vault {

    private static final System.Logger LOG = System.getLogger(Vault.class.getName());

    private final String homeId;
    private final String homeName;
    private final StateStore store;
    private final Clock clock;
    private final HomeKeyFile file;
    private final OldMasterKey oldMasterKey;
    private final JdbcSecretStore secrets = new JdbcSecretStore();
    private final JdbcVaultStore rows = new JdbcVaultStore();
    private final Map<Integer, DataKey> dataKeys = new ConcurrentHashMap<>();
    private @Nullable HomeKeys keys;

    /** @param homeName what the home is called among those that open the vault */
    public Vault(Home home, String homeId, String homeName, StateStore store, Clock clock) {
        this.homeId = homeId;
        this.homeName = homeName;
        this.store = store;
        this.clock = clock;
        this.file = new HomeKeyFile(home, clock);
        this.oldMasterKey = new OldMasterKey(home);
    }

    /**
     * Proves that this home may open what the store holds, without loading a key. A home of before schema 12 is moved
     * over; a copy of its key is kept.
     *
     * @throws AppException {@code state_invalid} when the secrets were sealed for other homes only, or this home's key
     *     file is missing, damaged or of before; nothing was changed
     */
    public void verifyMembership() {
        moveOver();
        store.read(tx -> {
            rows.newestVersion(tx).ifPresent(version -> verifyMembership(tx, version));
            return true;
        });
    }

    private void verifyMembership(Transaction tx, int newestVersion) {
        VaultHome own = rows.findHome(tx, homeId).orElseThrow(Vault::notJoined);
        if (rows.findWrapping(tx, newestVersion, homeId).isEmpty()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This home's key is of an older version than the vault's: it was removed, or restored from an old"
                            + " copy. " + HOW_TO_JOIN);
        }
        boolean alone = rows.homes(tx).size() == 1;
        file.acceptProposed(own.publicKey());
        HomeKeyFile.Content content = file.read();
        if (content == null) {
            throw missing(alone);
        }
        if (!content.publicKey().equals(own.publicKey())) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The keys in " + file.path() + " are not those that this home joined with; it may have been"
                            + " restored from an old copy. Put back the newest one"
                            + (alone ? "." : ", or join again. " + HOW_TO_JOIN));
        }
    }

    private static final String HOW_TO_JOIN =
            "Have an owner invite you (POST /members/invites) or, for another home of theirs, make a code on a console that"
                    + " opens them (POST /vault/invitations), and start this one with --join.";

    private static AppException notJoined() {
        return new AppException(
                PlatformError.STATE_INVALID, "The secrets in this state are sealed for other homes. " + HOW_TO_JOIN);
    }

    private AppException missing(boolean alone) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The file " + file.path() + " is missing; without it no stored password can be opened. Put it back from"
                        + " a backup" + (alone ? "." : ", or join again. " + HOW_TO_JOIN));
    }

    /** Each step may be the last one before a kill: the next start goes on. */
    private void moveOver() {
        Optional<String> old = store.read(tx -> rows.findOldDataKey(tx, homeId));
        if (old.isPresent()) {
            DataKey key = oldMasterKey.open(homeId, old.get());
            HomeKeys mine = keysOrMade();
            store.writeAlone(tx -> {
                if (rows.deleteOldDataKey(tx, homeId)) {
                    admitAnew(tx, mine, List.of(key));
                }
                return true;
            });
        }
        oldMasterKey.setAside();
    }

    /**
     * Makes the keys when there are none; call it before the transaction that seals the first secret.
     *
     * @throws AppException {@code state_invalid} when this home has no part in the vault, {@code vault_locked}
     */
    public void prepare() {
        Optional<Integer> newest = store.read(rows::newestVersion);
        if (newest.isEmpty()) {
            makeFirstKey();
        } else {
            store.read(tx -> dataKey(tx, newest.get()));
        }
    }

    private void makeFirstKey() {
        HomeKeys mine = keysOrMade();
        DataKey made = DataKey.make(1);
        // Alone: two homes that both found no key must not both make one, for neither could open the other's secrets.
        boolean first = store.writeAlone(tx -> {
            if (rows.newestVersion(tx).isPresent()) {
                return false;
            }
            rows.insertVersion(tx, made.version(), clock.instant(), clock.instant());
            admitAnew(tx, mine, List.of(made));
            return true;
        });
        if (!first) {
            prepare();
        }
    }

    /** Seals and stores a secret within the change it belongs to; {@link #prepare} was called before. */
    public void put(Transaction tx, String organizationId, SecretRef ref, byte[] secret) {
        // The newest at this moment: another console may have begun a rotation.
        DataKey key = dataKey(tx, rows.newestVersion(tx).orElseThrow());
        SealedSecret sealed = new SealedSecret(key.seal(ref, secret), key.version());
        if (!secrets.put(tx, organizationId, ref, sealed)) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "The vault's key was rotated in this moment. Nothing was saved; try again.");
        }
    }

    /** {@link #put} of a text, as UTF-8. */
    public void putText(Transaction tx, String organizationId, SecretRef ref, String secret) {
        put(tx, organizationId, ref, secret.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The secret in the clear, an array of the caller's own; empty when none is stored.
     *
     * @throws AppException {@code vault_locked}
     */
    public Optional<byte[]> find(SecretRef ref) {
        return store.read(tx -> find(tx, ref));
    }

    /** As {@link #find(SecretRef)}, within a change that needs what is stored. */
    public Optional<byte[]> find(Transaction tx, SecretRef ref) {
        return secrets.find(tx, ref).map(found -> open(tx, ref, found));
    }

    /** {@link #find} of what {@link #putText} stored. */
    public Optional<String> findText(SecretRef ref) {
        return find(ref).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Drops every secret of a record. */
    public void deleteAll(Transaction tx, String table, String id) {
        secrets.deleteAll(tx, table, id);
    }

    /** Drops one secret; nothing happens when there is none. */
    public void delete(Transaction tx, SecretRef ref) {
        secrets.delete(tx, ref);
    }

    private byte[] open(Transaction tx, SecretRef ref, SealedSecret secret) {
        try {
            return dataKey(tx, secret.keyVersion()).open(ref, secret.sealed());
        } catch (GeneralSecurityException e) {
            throw doesNotOpen(e);
        }
    }

    private static AppException doesNotOpen(@Nullable Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "A stored secret does not open with this home's key. Enter it again.",
                cause);
    }

    /** Empty for a version that this home has no part in. */
    Optional<DataKey> findDataKey(Transaction tx, int version) {
        return dataKeys.containsKey(version)
                        || rows.findWrapping(tx, version, homeId).isPresent()
                ? Optional.of(dataKey(tx, version))
                : Optional.empty();
    }

    DataKey dataKey(Transaction tx, int version) {
        DataKey known = dataKeys.get(version);
        return known == null ? loaded(tx, version) : known;
    }

    private DataKey loaded(Transaction tx, int version) {
        String wrapped = rows.findWrapping(tx, version, homeId).orElse(null);
        if (wrapped == null) {
            throw rows.newestVersion(tx).equals(Optional.of(version)) ? notJoined() : doesNotOpen(null);
        }
        try {
            DataKey key = DataKey.unwrapped(version, homeId, wrapped, keys());
            dataKeys.put(version, key);
            return key;
        } catch (GeneralSecurityException e) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The file " + file.path() + " does not open this state's secrets. Put back the right one from a"
                            + " backup.",
                    e);
        }
    }

    synchronized HomeKeys keys() {
        if (keys == null) {
            HomeKeyFile.Content content = file.read();
            if (content == null) {
                throw missing(false);
            }
            if (content.sealed() != null) {
                throw new AppException(
                        VaultError.VAULT_LOCKED,
                        "The vault is locked. Unlock it with the passphrase of this home (POST /vault/unlock), then try"
                                + " again.");
            }
            keys = opened(content);
        }
        return keys;
    }

    /** Whether a passphrase has to be given before a secret can be had. */
    public synchronized boolean isLocked() {
        return keys == null && hasPassphrase();
    }

    boolean hasPassphrase() {
        HomeKeyFile.Content content = file.read();
        return content != null && content.sealed() != null;
    }

    synchronized void unlock(HomeKeys opened) {
        keys = opened;
    }

    /** Forgets every key. What others have made with secrets, such as open connections, stays. */
    synchronized void lock() {
        keys = null;
        dataKeys.clear();
    }

    String homeId() {
        return homeId;
    }

    String homeName() {
        return homeName;
    }

    HomeKeyFile file() {
        return file;
    }

    OldMasterKey oldMasterKey() {
        return oldMasterKey;
    }

    Optional<Integer> newestVersion(Transaction tx) {
        return rows.newestVersion(tx);
    }

    /** Whether this home may open what is sealed now, or will once it has been moved over. */
    boolean isMember(Transaction tx) {
        // Killed right after it had joined.
        rows.findHome(tx, homeId).ifPresent(own -> file.acceptProposed(own.publicKey()));
        HomeKeyFile.Content content = file.read();
        boolean knownByKey = content != null
                && rows.findHome(tx, homeId)
                        .filter(own -> own.publicKey().equals(content.publicKey()))
                        .isPresent();
        return rows.findOldDataKey(tx, homeId).isPresent()
                || (knownByKey
                        && rows.newestVersion(tx)
                                .flatMap(newest -> rows.findWrapping(tx, newest, homeId))
                                .isPresent());
    }

    /** Every version of the data key that is still needed, the newest last. */
    List<DataKey> allDataKeys(Transaction tx) {
        return rows.versions(tx).stream().map(version -> dataKey(tx, version)).toList();
    }

    /**
     * Gives this home new keys and has them open what those of another home open whose files it has, and who opens nothing
     * from then on. For a state that nobody else works with.
     *
     * @param formerId the other home's
     * @throws AppException {@code state_invalid} when the keys are missing, damaged or under a passphrase, or do not open the
     *     state's secrets; nothing was changed
     */
    public void succeed(String formerId) {
        HomeKeys made = HomeKeys.make();
        store.writeAlone(tx -> {
            if (rows.findOldDataKey(tx, formerId).isPresent()) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "The home was last used by a version that sealed its secrets otherwise. Start it once with this one.");
            }
            List<DataKey> all = rows.versions(tx).stream()
                    .map(version -> ofFormer(tx, version, formerId))
                    .toList();
            rows.delete(tx, formerId);
            if (!all.isEmpty()) {
                admitAnew(tx, made, all);
            }
            file.propose(HomeKeyFile.Content.of(made));
            return true;
        });
        file.acceptProposed(made.publicKey());
        unlock(made);
    }

    private DataKey ofFormer(Transaction tx, int version, String formerId) {
        HomeKeyFile.Content content = file.read();
        if (content == null) {
            throw missing(true);
        }
        if (content.sealed() != null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The keys of this home are under a passphrase, and a new identity needs them open. Keep the identity, or"
                            + " remove the passphrase in the home that was backed up (POST /vault/passphrase) and back it up"
                            + " again.");
        }
        try {
            return DataKey.unwrapped(
                    version,
                    formerId,
                    rows.findWrapping(tx, version, formerId).orElseThrow(Vault::notJoined),
                    opened(content));
        } catch (GeneralSecurityException e) {
            throw file.damaged(e);
        }
    }

    /** Makes this home one that may open the vault, in place of what it was before. */
    void admitAnew(Transaction tx, HomeKeys mine, List<DataKey> all) {
        rows.delete(tx, homeId);
        VaultHome own = new VaultHome(homeId, homeName, mine.publicKey(), mine.signingKey(), clock.instant(), null);
        rows.insert(tx, own);
        all.forEach(key -> rows.insertWrapping(tx, key, own));
    }

    /**
     * Signs in the name of this home, whose keys are made when there are none.
     *
     * @return empty while the keys are locked or cannot be read
     */
    public Optional<HomeSignature> sign(byte[] text) {
        try {
            // Keys that are missing are put back from a backup, not made anew.
            if (isLocked()
                    || (file.read() == null && store.read(rows::newestVersion).isPresent())) {
                return Optional.empty();
            }
            HomeKeys mine = keysOrMade();
            return Optional.of(new HomeSignature(mine.signingKey(), mine.sign(text)));
        } catch (AppException | UncheckedIOException e) {
            LOG.log(System.Logger.Level.WARNING, "Nothing is signed: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    synchronized HomeKeys keysOrMade() {
        if (keys == null && file.read() == null) {
            HomeKeys made = HomeKeys.make();
            file.write(HomeKeyFile.Content.of(made));
            keys = made;
        }
        return keys();
    }

    private HomeKeys opened(HomeKeyFile.Content content) {
        try {
            if (content.keys() == null) {
                throw file.damaged(null);
            }
            return HomeKeys.read(content.keys());
        } catch (GeneralSecurityException e) {
            throw file.damaged(e);
        }
    }
}
