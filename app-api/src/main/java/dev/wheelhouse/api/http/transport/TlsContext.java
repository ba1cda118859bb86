package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Makes the TLS of a listener out of its certificate and key (RFC 7468). */
final class TlsContext {

    private static final String CERTIFICATE = "listener.tls.certificateFile";
    private static final String KEY = "listener.tls.keyFile";
    private static final long LARGEST_FILE = 1 << 20;
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final byte[] PROBE = {1, 2, 3};

    private TlsContext() {}

    /** @throws AppException {@code validation_failed} on the file at fault */
    static SSLContext of(ListenerSettings.Tls files) {
        Certificate[] chain = certificates(read(CERTIFICATE, files.certificateFile()));
        PrivateKey key = key(read(KEY, files.keyFile()), chain[0]);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            char[] password = {};
            store.load(null, password);
            store.setKeyEntry("console", key, password, chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw AppException.invalid(CERTIFICATE, "The certificate cannot be used: " + e.getMessage());
        }
    }

    private static String read(String path, String file) {
        try {
            Path place = Path.of(file);
            if (Files.size(place) > LARGEST_FILE) {
                throw AppException.invalid(path, "The file is larger than a megabyte. Name a file in PEM form.");
            }
            return Files.readString(place, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw AppException.invalid(path, "The console cannot read the file " + file + ".");
        }
    }

    private static Certificate[] certificates(String text) {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .toArray(Certificate[]::new);
            if (chain.length > 0) {
                return chain;
            }
        } catch (CertificateException _) {
            // Said below.
        }
        throw AppException.invalid(CERTIFICATE, "The file holds no certificate in PEM form.");
    }

    private static PrivateKey key(String text, Certificate certificate) {
        Matcher pem = PRIVATE_KEY.matcher(text);
        if (!pem.find()) {
            throw AppException.invalid(
                    KEY,
                    "The file holds no open key in the form PKCS#8. Convert it with: openssl pkcs8 -topk8 -nocrypt -in"
                            + " KEY");
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
            String algorithm = certificate.getPublicKey().getAlgorithm();
            PrivateKey key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            if (belongsTo(key, certificate)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            // Said below: a key of another algorithm, or none at all.
        }
        throw AppException.invalid(KEY, "This is not the key of the certificate.");
    }

    private static boolean belongsTo(PrivateKey key, Certificate certificate) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(PROBE);
        byte[] signature = signing.sign();
        Signature verifying = Signature.getInstance(algorithm);
        verifying.initVerify(certificate.getPublicKey());
        verifying.update(PROBE);
        return verifying.verify(signature);
    }
}
