package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Seals secrets with AES-256-GCM (Google Tink AEAD), the secret's place as associated data. The data key lies wrapped in
 * the state, the master key that unwraps it in a 0600 file of the home; either alone opens nothing. Keys are loaded at
 * the first secret, not at start. Thread-safe.
 */
public final class Vault {

    private static final String MASTER_KEY_FILE = "master-key.json";

    private final Home home;
    private final String homeId;
    private final StateStore store;
    private final Clock clock;
    private final JdbcSecretStore secrets = new JdbcSecretStore();
    private @Nullable Aead dataKey;

    public Vault(Home home, String homeId, StateStore store, Clock clock) {
        this.home = home;
        this.homeId = homeId;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Proves that this home may open what the store holds, without loading a key.
     *
     * @throws AppException {@code state_invalid} when the secrets were sealed by other homes only
     */
    public void verifyMembership() {
        Optional<String> wrapped = store.read(this::findOwnDataKey);
        if (wrapped.isPresent() && !Files.exists(home.file(MASTER_KEY_FILE))) {
            throw masterKeyMissing();
        }
    }

    private Optional<String> findOwnDataKey(Transaction tx) {
        Optional<String> wrapped = secrets.findDataKey(tx, homeId);
        if (wrapped.isEmpty() && secrets.countDataKeys(tx) > 0) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The secrets in this state store were sealed by another home. Start with that home, or with an"
                            + " empty store.");
        }
        return wrapped;
    }

    /** Makes the keys when there are none; call it before the transaction that seals the first secret. */
    public void prepare() {
        dataKey();
    }

    /** Seals and stores a secret within the change it belongs to; {@link #prepare} was called before. */
    public void put(Transaction tx, String organizationId, SecretRef ref, String secret) {
        try {
            byte[] cipher = dataKey().encrypt(secret.getBytes(StandardCharsets.UTF_8), ref.associatedData());
            secrets.put(tx, organizationId, ref, Base64.getEncoder().encodeToString(cipher));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The secret in the clear; empty when none is stored. */
    public Optional<String> find(SecretRef ref) {
        return store.read(tx -> secrets.find(tx, ref)).map(text -> open(ref, text));
    }

    /** Drops every secret of a record. */
    public void deleteAll(Transaction tx, String table, String id) {
        secrets.deleteAll(tx, table, id);
    }

    /** Drops one secret; nothing happens when there is none. */
    public void delete(Transaction tx, SecretRef ref) {
        secrets.delete(tx, ref);
    }

    private String open(SecretRef ref, String sealedText) {
        try {
            byte[] clear = dataKey().decrypt(Base64.getDecoder().decode(sealedText), ref.associatedData());
            return new String(clear, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Base 64 that is none throws the second.
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "A stored secret does not open with this home's key. Enter it again.",
                    e);
        }
    }

    private synchronized Aead dataKey() {
        if (dataKey == null) {
            try {
                AeadConfig.register();
                dataKey = loadDataKey();
            } catch (GeneralSecurityException e) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "The file " + home.file(MASTER_KEY_FILE)
                                + " does not open this store's secrets. Put back the right one from a backup.",
                        e);
            }
        }
        return dataKey;
    }

    private Aead loadDataKey() throws GeneralSecurityException {
        Optional<String> wrapped = store.read(this::findOwnDataKey);
        Aead masterKey = loadMasterKey(wrapped.isPresent()).getPrimitive(RegistryConfiguration.get(), Aead.class);
        byte[] context = ("data_key\n" + homeId).getBytes(StandardCharsets.UTF_8);
        String known = wrapped.isPresent() ? wrapped.get() : makeDataKey(masterKey, context);
        return TinkJsonProtoKeysetFormat.parseEncryptedKeyset(known, masterKey, context, RegistryConfiguration.get())
                .getPrimitive(RegistryConfiguration.get(), Aead.class);
    }

    private String makeDataKey(Aead masterKey, byte[] context) throws GeneralSecurityException {
        KeysetHandle made = KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
        String fresh = TinkJsonProtoKeysetFormat.serializeEncryptedKeyset(
                made, masterKey, context, RegistryConfiguration.get());
        // Alone: two homes that both found no key must not both make one, for neither could open the other's secrets.
        return store.writeAlone(tx -> {
            Optional<String> meanwhile = findOwnDataKey(tx);
            if (meanwhile.isPresent()) {
                return meanwhile.get();
            }
            secrets.putDataKey(tx, homeId, fresh, clock.millis());
            return fresh;
        });
    }

    private KeysetHandle loadMasterKey(boolean needed) throws GeneralSecurityException {
        try {
            String text = home.readText(MASTER_KEY_FILE);
            if (text != null) {
                return TinkJsonProtoKeysetFormat.parseKeyset(
                        text, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
            }
            if (needed) {
                throw masterKeyMissing();
            }
            KeysetHandle made =
                    KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
            home.writePrivately(
                    MASTER_KEY_FILE,
                    TinkJsonProtoKeysetFormat.serializeKeyset(
                            made, RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
            return made;
        } catch (CharacterCodingException e) {
            throw new GeneralSecurityException(e);
        } catch (IOException e) {
            throw new UncheckedIOException("The master key cannot be read or written", e);
        }
    }

    private AppException masterKeyMissing() {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The file " + home.file(MASTER_KEY_FILE)
                        + " is missing; without it no stored password can be opened. Put it back from a backup.");
    }
}
