package dev.wheelhouse.core.mail.dkim;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * A new key to sign mail with.
 *
 * @param publicKey Base64 as the tag {@code p} of its record has it
 */
public record DkimKeyPair(DkimKeyType type, String publicKey, PrivateKey secret) {

    private static final int RSA_BITS = 2048;

    /** Of Ed25519, in which the public key is the end of its SubjectPublicKeyInfo (RFC 8410 section 4). */
    private static final int RAW_BYTES = 32;

    /** Makes one, by the JDK's own strong randomness; RSA takes some tenths of a second. */
    public static DkimKeyPair generate(DkimKeyType type) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm(type));
            if (type == DkimKeyType.RSA) {
                generator.initialize(RSA_BITS);
            }
            KeyPair pair = generator.generateKeyPair();
            byte[] info = pair.getPublic().getEncoded();
            byte[] published = switch (type) {
                case RSA -> info;
                case ED25519 -> Arrays.copyOfRange(info, info.length - RAW_BYTES, info.length);
            };
            return new DkimKeyPair(type, Base64.getEncoder().encodeToString(published), pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The private key as DER (RFC 5958). */
    public byte[] pkcs8() {
        return secret.getEncoded();
    }

    private static String algorithm(DkimKeyType type) {
        return switch (type) {
            case RSA -> "RSA";
            case ED25519 -> "Ed25519";
        };
    }

    /** The 32 bytes that an Ed25519 key is made from (RFC 8032 section 5.1.5). */
    static byte[] seed(byte[] pkcs8) {
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            return ((EdECPrivateKey) key).getBytes().orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A stored key cannot be read", e);
        }
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "DkimKeyPair[" + type.wireName() + "]";
    }
}
