package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;

/** Reads the form of before schema 12, where a symmetric key in the home wrapped the data key. */
final class OldMasterKey {

    static final String FILE = "master-key.json";
    static final String KEPT = "master-key.json.before-key-pairs";

    private final Home home;

    OldMasterKey(Home home) {
        this.home = home;
    }

    /**
     * The data key of before.
     *
     * @throws AppException {@code state_invalid} when the file is missing or does not open it
     */
    DataKey open(String homeId, String wrapped) {
        try {
            Keysets.register();
            Aead masterKey = read().getPrimitive(RegistryConfiguration.get(), Aead.class);
            byte[] context = ("data_key\n" + homeId).getBytes(StandardCharsets.UTF_8);
            return DataKey.of(
                    1,
                    TinkJsonProtoKeysetFormat.parseEncryptedKeyset(
                            wrapped, masterKey, context, RegistryConfiguration.get()));
        } catch (GeneralSecurityException e) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The file " + home.file(FILE)
                            + " does not open this state's secrets. Put back the right one from a backup.",
                    e);
        }
    }

    private KeysetHandle read() throws GeneralSecurityException {
        try {
            String text = home.readText(FILE);
            if (text == null) {
                // A copy of the state of before was put back.
                text = home.readText(KEPT);
            }
            if (text == null) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "The file " + home.file(FILE)
                                + " is missing; without it no stored password can be opened. Put it back from a backup.");
            }
            return TinkJsonProtoKeysetFormat.parseKeyset(
                    text, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
        } catch (CharacterCodingException e) {
            throw new GeneralSecurityException(e);
        } catch (IOException e) {
            throw new UncheckedIOException("The master key cannot be read", e);
        }
    }

    /** Keeps the file under another name; nothing happens when there is none. */
    void setAside() {
        try {
            if (Files.exists(home.file(FILE))) {
                Files.move(home.file(FILE), home.file(KEPT), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The master key of before cannot be renamed", e);
        }
    }

    /** Deletes what {@link #setAside} kept, which opens old copies of the state without a passphrase. */
    void deleteKept() throws IOException {
        Files.deleteIfExists(home.file(KEPT));
    }
}
