package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;

/**
 * One version of the key that seals secrets (AES-256-GCM).
 *
 * @param version from 1 on; a rotation makes the next one
 */
record DataKey(int version, KeysetHandle keyset, Aead aead) {

    static DataKey of(int version, KeysetHandle keyset) throws GeneralSecurityException {
        return new DataKey(version, keyset, keyset.getPrimitive(RegistryConfiguration.get(), Aead.class));
    }

    static DataKey make(int version) {
        try {
            return of(version, Keysets.make(PredefinedAeadParameters.AES256_GCM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @throws GeneralSecurityException when it was not wrapped for these keys, this version and this home */
    static DataKey unwrapped(int version, String homeId, String wrapped, HomeKeys keys)
            throws GeneralSecurityException {
        return of(version, Keysets.read(keys.unwrap(wrapped, context(version, homeId))));
    }

    /**
     * Wraps it for a home.
     *
     * @param publicKey the home's
     */
    String wrappedFor(String homeId, String publicKey) {
        try {
            return HomeKeys.wrap(Keysets.write(keyset), publicKey, context(version, homeId));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The public key of " + homeId + " is no key", e);
        }
    }

    /** Seals a home's public keys, so that nobody without a data key can put others into the state. */
    String vouchFor(VaultHome home) {
        return seal(vouched(home.id()), publicKeys(home));
    }

    /** Whether {@link #vouchFor} made this of the home as it is now. */
    boolean vouches(VaultHome home, String vouched) {
        try {
            return Arrays.equals(open(vouched(home.id()), vouched), publicKeys(home));
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static SecretRef vouched(String homeId) {
        return new SecretRef("vault_wrapping", homeId, "vouched");
    }

    private static byte[] publicKeys(VaultHome home) {
        return (home.publicKey() + "\n" + home.signingKey()).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] context(int version, String homeId) {
        return ("vault_key\n" + version + "\n" + homeId).getBytes(StandardCharsets.UTF_8);
    }

    /** @return base 64 */
    String seal(SecretRef ref, byte[] secret) {
        try {
            return Base64.getEncoder().encodeToString(aead.encrypt(secret, ref.associatedData()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @throws GeneralSecurityException for what was sealed with another key, for another ref, or altered */
    byte[] open(SecretRef ref, String sealed) throws GeneralSecurityException {
        try {
            return aead.decrypt(Base64.getDecoder().decode(sealed), ref.associatedData());
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(e);
        }
    }

    @Override
    public String toString() {
        return "DataKey[" + version + "]";
    }
}
