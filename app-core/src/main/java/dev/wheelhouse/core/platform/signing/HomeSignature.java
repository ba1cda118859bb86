package dev.wheelhouse.core.platform.signing;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/**
 * What a home signed with its own key (Ed25519, RFC 8032). Immutable.
 *
 * @param publicKey of 32 bytes, base64url without padding
 * @param signature of 64 bytes, likewise
 */
public record HomeSignature(String publicKey, String signature) {

    /** What stands before the bytes of a key in its DER form (RFC 8410 section 4). */
    private static final byte[] KEY_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    /** Whether the key signed these bytes; false too for what has not the form of a key or a signature. */
    public boolean covers(byte[] text) {
        try {
            byte[] key = Base64.getUrlDecoder().decode(publicKey);
            if (key.length != KEY_BYTES) {
                return false;
            }
            byte[] encoded = new byte[KEY_PREFIX.length + KEY_BYTES];
            System.arraycopy(KEY_PREFIX, 0, encoded, 0, KEY_PREFIX.length);
            System.arraycopy(key, 0, encoded, KEY_PREFIX.length, KEY_BYTES);
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
            verifier.update(text);
            return verifier.verify(Base64.getUrlDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }
}
