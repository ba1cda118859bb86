package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.PortForward;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A database behind a tunnel is known by its own name, which nobody can look up here, and not by the tunnel's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TunnelTlsTest {

    private static final String STORE_PASSWORD = "changeit";

    private Path directory;
    private SSLContext identity;
    private String certificate;

    @BeforeAll
    void makeCertificate(@TempDir Path folder) throws Exception {
        directory = folder;
        Path store = folder.resolve("store.p12");
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=db.internal",
                "-ext",
                "san=dns:db.internal",
                "-keystore",
                store.toString());
        Path pem = folder.resolve("certificate.pem");
        keytool("-exportcert", "-rfc", "-file", pem.toString(), "-keystore", store.toString());
        certificate = Files.readString(pem);
        KeyStore keys = KeyStore.getInstance(store.toFile(), STORE_PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, STORE_PASSWORD.toCharArray());
        identity = SSLContext.getInstance("TLS");
        identity.init(managers.getKeyManagers(), null, null);
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-alias",
                "database",
                "-storetype",
                "PKCS12",
                "-storepass",
                STORE_PASSWORD));
        argv.addAll(1, List.of(arguments[0]));
        argv.addAll(List.of(arguments).subList(1, arguments.length));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private Throwable refusal(String host) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> serve(listener));
            Target.Postgres target = new Target.Postgres(host, 5432, "shop", "ada", SslMode.VERIFY_FULL, certificate);
            DatabaseConnection connection = new DatabaseConnection(
                    "db_1", "org_1", "shop", target, "srv_1", Environment.STAGING, null, false, Instant.EPOCH, 1);
            Login login = new Login(connection, Access.WRITING, "secret", new OpenTunnel(listener.getLocalPort()));
            Dialect dialect = new PostgresDialect(Home.open(directory.resolve("home")));
            return catchThrowableOfType(SQLException.class, () -> dialect.open(login));
        }
    }

    /** Agrees to TLS, reads the log-in and refuses it, as a server does that got that far. */
    private void serve(ServerSocket listener) {
        try (Socket plain = listener.accept()) {
            plain.getInputStream().readNBytes(8);
            plain.getOutputStream().write('S');
            try (SSLSocket secure =
                    (SSLSocket) identity.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true)) {
                secure.setUseClientMode(false);
                secure.getInputStream().read(new byte[1024]);
                byte[] fields = "SFATAL\0VFATAL\0C28000\0Mlog-in reached\0\0".getBytes(StandardCharsets.UTF_8);
                OutputStream out = secure.getOutputStream();
                out.write('E');
                out.write(new byte[] {0, 0, 0, (byte) (fields.length + 4)});
                out.write(fields);
                out.flush();
                secure.getInputStream().readAllBytes();
            }
        } catch (IOException _) {
            // The driver did not like the certificate, or has read enough.
        }
    }

    @Test
    void acceptsTheCertificateOfTheDatabasesOwnName() throws IOException {
        assertThat(refusal("db.internal")).hasMessageContaining("log-in reached");
    }

    @Test
    void refusesTheCertificateOfAnotherName() throws IOException {
        assertThat(refusal("other.internal")).hasMessageContaining("other.internal");
    }

    private record OpenTunnel(int port) implements PortForward {

        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public @Nullable AppException failure() {
            return null;
        }

        @Override
        public void close() {
            // The test's own.
        }
    }
}
