package dev.wheelhouse.api.http.transport;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key in PEM form (RFC 7468): PKCS#8 (RFC 5958), PKCS#1 (RFC 8017 appendix A.1.2) or SEC1 (RFC 5915). The Java
 * runtime reads the first alone, so the others are put into it.
 */
final class PemPrivateKey {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([A-Za-z0-9+/=\\s]++)-----END \\1-----");
    private static final byte[] VERSION = {2, 1, 0};
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 4;

    private PemPrivateKey() {}

    /** Whether the text holds a key under a passphrase (RFC 7468 section 11; RFC 1421 section 4.6.1.1). */
    static boolean isEncrypted(String text) {
        return text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || text.contains("Proc-Type: 4,ENCRYPTED");
    }

    /**
     * Reads the first key of a text.
     *
     * @param other the key's public half, which names its algorithm and curve
     * @return empty for a text without a block of one of the three forms
     * @throws GeneralSecurityException for a block that is damaged, or a key of another algorithm
     */
    static Optional<PrivateKey> read(String text, PublicKey other) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(text);
        if (!block.find()) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(block.group(2));
            byte[] pkcs8 = block.group(1).equals("PRIVATE KEY") ? bytes : wrapped(bytes, other.getEncoded());
            return Optional.of(
                    KeyFactory.getInstance(other.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("The key is no Base64", e);
        }
    }

    /**
     * PrivateKeyInfo (RFC 5958 section 2): version, algorithm, key.
     *
     * @param info SubjectPublicKeyInfo (RFC 5280 section 4.1), which begins with the same algorithm
     */
    private static byte[] wrapped(byte[] key, byte[] info) {
        int algorithm = info[1] < 0 ? 2 + (info[1] & 0x7F) : 2;
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(VERSION);
        content.writeBytes(Arrays.copyOfRange(info, algorithm, algorithm + 2 + info[algorithm + 1]));
        content.writeBytes(element(OCTET_STRING, key));
        return element(SEQUENCE, content.toByteArray());
    }

    /** Tag, length and content (X.690 section 8.1); a length in three bytes is enough for any key. */
    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        element.write(0x83);
        element.write(content.length >> 16);
        element.write(content.length >> 8);
        element.write(content.length);
        element.writeBytes(content);
        return element.toByteArray();
    }
}
