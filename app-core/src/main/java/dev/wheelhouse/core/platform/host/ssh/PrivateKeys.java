package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Security;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.jspecify.annotations.Nullable;

/** Reads private keys: OpenSSH's own form, PKCS#1 and PKCS#8 as PEM, each plain or under a passphrase. */
final class PrivateKeys {

    private static final String ENCRYPTED_PKCS8 = "-----BEGIN ENCRYPTED PRIVATE KEY-----";

    private PrivateKeys() {}

    /**
     * @throws AppException {@code validation_failed} on {@code auth.privateKey} for a text that is no private key, and on
     *     {@code auth.passphrase} for a missing or wrong passphrase
     */
    static KeyPair read(SshCredentials.PrivateKey key) {
        AtomicBoolean encrypted = new AtomicBoolean();
        String text = key.pem().strip() + "\n";
        try {
            if (text.startsWith(ENCRYPTED_PKCS8)) {
                encrypted.set(true);
                text = decrypt(text, key.passphrase());
            }
            Iterable<KeyPair> pairs = SecurityUtils.loadKeyPairIdentities(
                    null,
                    NamedResource.ofName("private key"),
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    passphrase(key.passphrase(), encrypted));
            if (pairs != null && pairs.iterator().hasNext()) {
                return pairs.iterator().next();
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            if (encrypted.get()) {
                throw wrongPassphrase(key.passphrase());
            }
            throw notAKey(text);
        }
        throw encrypted.get() ? wrongPassphrase(key.passphrase()) : notAKey(text);
    }

    private static AppException wrongPassphrase(@Nullable String passphrase) {
        return AppException.invalid(
                "auth.passphrase",
                passphrase == null || passphrase.isEmpty()
                        ? "This private key is encrypted. Give its passphrase."
                        : "This passphrase does not open the private key.");
    }

    private static AppException notAKey(String text) {
        String hint = text.startsWith("ssh-") || text.startsWith("ecdsa-")
                ? "This is a public key. Give the private one, the file without .pub."
                : text.contains("PuTTY-User-Key-File")
                        ? "This is PuTTY's form. Export it as an OpenSSH key."
                        : "Paste the whole private key, from its BEGIN line to its END line.";
        return AppException.invalid("auth.privateKey", hint);
    }

    private static FilePasswordProvider passphrase(@Nullable String passphrase, AtomicBoolean asked) {
        return new FilePasswordProvider() {
            @Override
            public @Nullable String getPassword(
                    @Nullable SessionContext session, NamedResource resource, int earlierTries) {
                asked.set(true);
                return passphrase;
            }
        };
    }

    /** The library would need a whole further one for this form; the Java runtime opens it (RFC 8018, PBES2). */
    private static String decrypt(String pem, @Nullable String passphrase)
            throws GeneralSecurityException, IOException {
        String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        EncryptedPrivateKeyInfo sealed =
                new EncryptedPrivateKeyInfo(Base64.getDecoder().decode(base64));
        // PBES2 names its algorithms only in the text of its parameters.
        String algorithm =
                sealed.getAlgName().equals("PBES2") || sealed.getAlgName().startsWith("1.2.")
                        ? sealed.getAlgParameters().toString()
                        : sealed.getAlgName();
        PBEKeySpec spec = new PBEKeySpec(passphrase == null ? new char[0] : passphrase.toCharArray());
        PKCS8EncodedKeySpec opened = sealed.getKeySpec(
                SecretKeyFactory.getInstance(algorithm).generateSecret(spec), Security.getProvider("SunJCE"));
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(opened.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }
}
