package dev.wheelhouse.core.platform.host.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Base64;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.jspecify.annotations.Nullable;

/** Private keys as the files in which people have them. */
final class KeyTexts {

    /** As {@code ssh-keygen -t ecdsa -m PKCS8 -N geheim} writes it. */
    static final String ENCRYPTED_PKCS8 = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh0vfAVrICQbAICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEExPnrTcjnF53J36Op3ViTMEgZDr
        BUuIEJPtYsU1w5tMk1mJnIY1tIbbwjipfBVdgg4XZGq7uoBeCMPnHglR96Pr08iF
        eEKs6uQ2eX0xSEXKNBIaIP6nEttCdEUuH2Me0FQr5R2XtfEJlOHonE7K8tYYJymh
        AZ3iBeSEui5RrrA/4nYtU7xRQef8jxURGHnN60w74iwBJbWjjCe1s4BGx+jf8y8=
        -----END ENCRYPTED PRIVATE KEY-----
        """;

    private KeyTexts() {}

    static String openSsh(KeyPair pair, @Nullable String passphrase) {
        OpenSSHKeyEncryptionContext context = null;
        if (passphrase != null) {
            context = new OpenSSHKeyEncryptionContext();
            context.setPassword(passphrase);
            context.setCipherType("256");
            context.setKdfRounds(1);
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", context, text);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    static String pkcs8(KeyPair pair) {
        return pem("PRIVATE KEY", pair.getPrivate().getEncoded());
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }
}
