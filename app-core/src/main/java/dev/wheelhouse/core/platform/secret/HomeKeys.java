package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.HybridDecrypt;
import com.google.crypto.tink.HybridEncrypt;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.PublicKeySign;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.hybrid.HpkeParameters;
import com.google.crypto.tink.hybrid.HpkePrivateKey;
import com.google.crypto.tink.hybrid.HpkePublicKey;
import com.google.crypto.tink.signature.Ed25519Parameters;
import com.google.crypto.tink.signature.Ed25519PrivateKey;
import com.google.crypto.tink.util.Bytes;
import dev.wheelhouse.core.platform.json.Json;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.Base64;

/**
 * The key pairs of a home: one that data keys are wrapped for (HPKE, RFC 9180, with X25519, HKDF-SHA256 and AES-256-GCM)
 * and one for signing (Ed25519, RFC 8032). Public keys are written as base64url without padding. Immutable.
 */
record HomeKeys(KeysetHandle wrapping, KeysetHandle signing) {

    private static final HpkeParameters WRAPPING = wrappingParameters();
    private static final Ed25519Parameters SIGNING = Ed25519Parameters.create(Ed25519Parameters.Variant.NO_PREFIX);

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    /** The form in a file; both are base64url. */
    private record Text(String wrapping, String signing) {}

    private static HpkeParameters wrappingParameters() {
        try {
            return HpkeParameters.builder()
                    .setVariant(HpkeParameters.Variant.NO_PREFIX)
                    .setKemId(HpkeParameters.KemId.DHKEM_X25519_HKDF_SHA256)
                    .setKdfId(HpkeParameters.KdfId.HKDF_SHA256)
                    .setAeadId(HpkeParameters.AeadId.AES_256_GCM)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static HomeKeys make() {
        return new HomeKeys(Keysets.make(WRAPPING), Keysets.make(SIGNING));
    }

    /** @throws GeneralSecurityException for a text that {@link #write} did not make */
    static HomeKeys read(String text) throws GeneralSecurityException {
        try {
            Text read = Json.read(text, Text.class);
            HomeKeys keys = new HomeKeys(
                    Keysets.read(DECODER.decode(read.wrapping())), Keysets.read(DECODER.decode(read.signing())));
            if (!(keys.wrapping.getPrimary().getKey() instanceof HpkePrivateKey)
                    || !(keys.signing.getPrimary().getKey() instanceof Ed25519PrivateKey)) {
                throw new GeneralSecurityException("Keys of another kind");
            }
            return keys;
        } catch (UncheckedIOException | IllegalArgumentException | NullPointerException e) {
            // Base 64 that is none throws the second, a member that is missing the third.
            throw new GeneralSecurityException(e);
        }
    }

    /** Private keys in the clear. */
    String write() {
        return Json.write(new Text(
                ENCODER.encodeToString(Keysets.write(wrapping)), ENCODER.encodeToString(Keysets.write(signing))));
    }

    @AccessesPartialKey
    String publicKey() {
        return ENCODER.encodeToString(((HpkePrivateKey) wrapping.getPrimary().getKey())
                .getPublicKey()
                .getPublicKeyBytes()
                .toByteArray());
    }

    @AccessesPartialKey
    String signingKey() {
        return ENCODER.encodeToString(((Ed25519PrivateKey) signing.getPrimary().getKey())
                .getPublicKey()
                .getPublicKeyBytes()
                .toByteArray());
    }

    /**
     * Wraps what only the holder of a private key can unwrap.
     *
     * @param publicKey as {@link #publicKey} gives it
     * @param context what it is wrapped for; unwrapping needs the same
     * @return base 64
     * @throws GeneralSecurityException for a text that is no public key
     */
    @AccessesPartialKey
    static String wrap(byte[] clear, String publicKey, byte[] context) throws GeneralSecurityException {
        Keysets.register();
        HpkePublicKey key = HpkePublicKey.create(WRAPPING, Bytes.copyFrom(decoded(publicKey)), null);
        byte[] wrapped = KeysetHandle.newBuilder()
                .addEntry(KeysetHandle.importKey(key).withRandomId().makePrimary())
                .build()
                .getPrimitive(RegistryConfiguration.get(), HybridEncrypt.class)
                .encrypt(clear, context);
        return Base64.getEncoder().encodeToString(wrapped);
    }

    byte[] unwrap(String wrapped, byte[] context) throws GeneralSecurityException {
        try {
            return wrapping.getPrimitive(RegistryConfiguration.get(), HybridDecrypt.class)
                    .decrypt(Base64.getDecoder().decode(wrapped), context);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** Ed25519 over these bytes, base64url without padding. */
    String sign(byte[] text) {
        try {
            return ENCODER.encodeToString(signing.getPrimitive(RegistryConfiguration.get(), PublicKeySign.class)
                    .sign(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] decoded(String publicKey) throws GeneralSecurityException {
        try {
            return DECODER.decode(publicKey);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(e);
        }
    }

    @Override
    public String toString() {
        return "HomeKeys[" + publicKey() + "]";
    }
}
