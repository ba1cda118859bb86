package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that nobody knows, for hook.example, mta-sts.example.com and 127.0.0.1, and who trusts it. */
public final class TestCertificate {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final SSLContext context;
    private final String pem;

    /** One for all tests: each would start a Java of its own. */
    private static final class Made {
        static final KeyStore KEYS = make();

        private static KeyStore make() {
            try {
                Path folder = Files.createTempDirectory("wheelhouse-certificate");
                Path store = folder.resolve("store.p12");
                generate(store);
                KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
                Files.delete(store);
                Files.delete(folder);
                return keys;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void generate(Path store) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=hook.example",
                        "-ext",
                        "san=dns:hook.example,dns:mta-sts.example.com,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
    }

    public TestCertificate() throws GeneralSecurityException, IOException {
        KeyStore keys = Made.KEYS;
        KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        identity.init(keys, PASSWORD);
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        context = SSLContext.getInstance("TLS");
        context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
        pem = pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded())
                + pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
    }

    private static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + label
                + "-----\n";
    }

    /** Shows the certificate and trusts it. */
    public SSLContext context() {
        return context;
    }

    /** The key and the certificate (RFC 7468), for a server that is no Java. */
    public String pem() {
        return pem;
    }
}
