package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A server's certificate with those that signed it, and its key. They fit each other and are valid now. */
final class TlsIdentity {

    private static final byte[] PROBE = {1, 2, 3};

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /** @throws AppException {@code validation_failed} on the field of the file at fault */
    static TlsIdentity of(TlsFiles files) {
        List<X509Certificate> chain = certificates(files.certificate());
        chain.forEach(TlsIdentity::requireValid);
        for (int i = 1; i < chain.size(); i++) {
            requireSigned(chain.get(i - 1), chain.get(i));
        }
        return new TlsIdentity(chain, key(files.key(), chain.getFirst()));
    }

    /** The server's own. */
    X509Certificate certificate() {
        return chain.getFirst();
    }

    /** @throws AppException {@code validation_failed} where the Java runtime does not take them after all */
    SSLContext context() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            char[] password = {};
            store.load(null, password);
            store.setKeyEntry("console", key, password, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw AppException.invalid(TlsFiles.CERTIFICATE, "The certificate cannot be used: " + e.getMessage());
        }
    }

    private static List<X509Certificate> certificates(String text) {
        try {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (CertificateException _) {
            // Said below.
        }
        throw AppException.invalid(
                TlsFiles.CERTIFICATE, "The file holds no certificate in PEM form, or one that is damaged.");
    }

    private static void requireValid(X509Certificate certificate) {
        String subject = "The certificate of " + certificate.getSubjectX500Principal();
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException _) {
            throw AppException.invalid(
                    TlsFiles.CERTIFICATE,
                    subject + " expired at " + certificate.getNotAfter().toInstant() + ". Renew it.");
        } catch (CertificateNotYetValidException _) {
            throw AppException.invalid(
                    TlsFiles.CERTIFICATE,
                    subject + " is not valid before "
                            + certificate.getNotBefore().toInstant() + ". Check this machine's clock.");
        }
    }

    private static void requireSigned(X509Certificate certificate, X509Certificate issuer) {
        try {
            if (certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
                certificate.verify(issuer.getPublicKey());
                return;
            }
        } catch (GeneralSecurityException _) {
            // Said below.
        }
        throw AppException.invalid(
                TlsFiles.CERTIFICATE,
                "The certificate of " + certificate.getSubjectX500Principal() + " is followed by that of "
                        + issuer.getSubjectX500Principal() + ", which did not sign it. Put the server's own certificate"
                        + " first, and after each the one that signed it.");
    }

    private static PrivateKey key(String text, X509Certificate certificate) {
        if (PemPrivateKey.isEncrypted(text)) {
            throw AppException.invalid(
                    TlsFiles.KEY,
                    "The key is under a passphrase, which nobody could type at a start. Name a file with the open key,"
                            + " made with: openssl pkey -in KEY -out OPEN_KEY");
        }
        try {
            PrivateKey key = PemPrivateKey.read(text, certificate.getPublicKey())
                    .orElseThrow(() -> AppException.invalid(
                            TlsFiles.KEY,
                            "The file holds no private key in PEM form: PKCS#8, or PKCS#1 (RSA), or SEC1 (EC)."));
            if (belongsTo(key, certificate)) {
                return key;
            }
        } catch (GeneralSecurityException _) {
            throw AppException.invalid(
                    TlsFiles.KEY,
                    "This is not the key of the certificate: it is damaged, or not of the kind "
                            + certificate.getPublicKey().getAlgorithm() + ".");
        }
        throw AppException.invalid(TlsFiles.KEY, "This is not the key of the certificate.");
    }

    private static boolean belongsTo(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
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
