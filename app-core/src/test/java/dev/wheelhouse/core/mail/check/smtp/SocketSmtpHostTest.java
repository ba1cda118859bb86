package dev.wheelhouse.core.mail.check.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Answer;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoHandshake;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoStartTls;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Refused;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Secured;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Unreachable;
import dev.wheelhouse.core.platform.net.TestCertificate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a server on loopback that says what the test wrote. */
class SocketSmtpHostTest {

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private ServerSocket listener;

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    @FunctionalInterface
    private interface Script {
        void run(Socket socket) throws Exception;
    }

    private Answer ask(Duration limit, Script script) throws Exception {
        Thread server = Thread.ofVirtual().start(() -> {
            try (Socket socket = listener.accept()) {
                script.run(socket);
            } catch (Exception e) {
                heard.add("broken: " + e.getMessage());
            }
        });
        Answer answer = new SocketSmtpHost(listener.getLocalPort(), limit).ask("127.0.0.1", "hook.example");
        server.interrupt();
        listener.close();
        server.join(10_000);
        return answer;
    }

    private Answer ask(Script script) throws Exception {
        return ask(Duration.ofSeconds(20), script);
    }

    private static void say(Socket socket, String... lines) throws IOException {
        for (String line : lines) {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void hear(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = socket.getInputStream().read();
                next >= 0 && next != '\n';
                next = socket.getInputStream().read()) {
            line.append((char) next);
        }
        heard.add(line.toString().strip());
    }

    private void upToTls(Socket socket) throws IOException {
        say(socket, "220-mail.example.com", "220 ready");
        hear(socket);
        say(socket, "250-mail.example.com", "250-SIZE 1000", "250-starttls", "250 8BITMIME");
        hear(socket);
    }

    @Test
    void readsTheCertificateWithoutTrustingIt(@TempDir Path folder) throws Exception {
        SSLContext tls = new TestCertificate().context();

        Answer answer = ask(socket -> {
            upToTls(socket);
            say(socket, "220 go ahead");
            try (SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, false)) {
                secure.setUseClientMode(false);
                secure.startHandshake();
                new BufferedReader(new InputStreamReader(secure.getInputStream(), StandardCharsets.US_ASCII))
                        .readLine();
            }
        });

        assertThat(answer).isInstanceOfSatisfying(Secured.class, secured -> {
            assertThat(secured.names()).contains("hook.example");
            assertThat(secured.isTrusted()).isFalse();
            assertThat(secured.begins()).isBefore(secured.expires());
            assertThat(secured.expires()).isAfter(Instant.now());
            assertThat(secured.publicKey()).matches("[0-9a-f]{64}");
        });
        assertThat(heard).startsWith("EHLO [127.0.0.1]", "STARTTLS");
    }

    @Test
    void tellsARefusal() throws Exception {
        assertThat(ask(socket -> say(socket, "554 no service here"))).isEqualTo(new Refused("554 no service here"));
    }

    @Test
    void tellsThatThereIsNoStartTls() throws Exception {
        Answer answer = ask(socket -> {
            say(socket, "220 hello");
            hear(socket);
            say(socket, "250-mail.example.com", "250 SIZE 1000");
        });

        assertThat(answer).isEqualTo(new NoStartTls("220 hello"));
    }

    @Test
    void tellsThatTlsIsNotReady() throws Exception {
        Answer answer = ask(socket -> {
            upToTls(socket);
            say(socket, "454 TLS not available");
        });

        assertThat(answer).isEqualTo(new NoHandshake("the server answers \"454 TLS not available\""));
    }

    @Test
    void tellsAHandshakeThatFails() throws Exception {
        Answer answer = ask(socket -> {
            upToTls(socket);
            say(socket, "220 go ahead", "this is no TLS record");
            hear(socket);
        });

        assertThat(answer).isInstanceOf(NoHandshake.class);
    }

    @Test
    void cannotReachAPortThatNobodyListensOn() throws Exception {
        int port = listener.getLocalPort();
        listener.close();

        assertThat(new SocketSmtpHost(port, Duration.ofSeconds(20)).ask("127.0.0.1", "hook.example"))
                .isEqualTo(new Unreachable("connection refused"));
    }

    @Test
    void aServerThatHangsUpIsNotReached() throws Exception {
        assertThat(ask(socket -> say(socket, "220-hello"))).isEqualTo(new Unreachable("the connection was closed"));
    }

    /** The limit holds for all of it, so a byte now and then does not help. */
    @Test
    void aServerThatDripsIsGivenUp() throws Exception {
        Answer answer = ask(Duration.ofSeconds(1), socket -> {
            while (!Thread.currentThread().isInterrupted()) {
                say(socket, "220-still busy");
                socket.setSoTimeout(50);
                try {
                    socket.getInputStream().read();
                    return;
                } catch (SocketTimeoutException _) {
                    // Nothing came; on with it.
                }
            }
        });

        assertThat(answer).isEqualTo(new Unreachable("no answer within 1 s"));
    }

    @Test
    void aReplyWithoutEndIsGivenUp() throws Exception {
        Answer answer = ask(socket -> {
            for (int i = 0; i < 200; i++) {
                say(socket, "220-line " + i);
            }
            hear(socket);
        });

        assertThat(answer).isEqualTo(new Unreachable("the reply has no end"));
    }
}
