package dev.wheelhouse.api.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates and keys as OpenSSL 3 writes them, and clients that trust them. {@code rsa}, {@code ec} (P-384),
 * {@code ed25519} and {@code expired} are for localhost, each followed by the authority that signed it, which {@code root}
 * signed; {@code console} has signed itself. All but {@code expired} are valid for a hundred years.
 */
public final class TlsFixture {

    private TlsFixture() {}

    /** The path of a file, such as {@code rsa.crt}. */
    public static Path file(String name) {
        URL url = Objects.requireNonNull(TlsFixture.class.getResource("/tls/" + name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The first certificate of a file. */
    public static X509Certificate certificate(String name) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file(name))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    /** Of a client that trusts one certificate and what it signed. */
    public static SSLContext trusting(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("trusted", certificate(name));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /**
     * Connects to localhost as a browser would: with the name checked (RFC 9110 section 4.3.4).
     *
     * @param versions of TLS that are offered; none for those of the Java runtime
     */
    public static SSLSocket connect(SSLContext context, int port, String... versions) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        if (versions.length > 0) {
            socket.setEnabledProtocols(versions);
        }
        return socket;
    }

    /** What the server showed. */
    public static X509Certificate shown(SSLSocket socket) throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
}
