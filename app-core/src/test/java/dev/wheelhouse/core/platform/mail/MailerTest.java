package dev.wheelhouse.core.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.mail.MailOutcome.Refused;
import dev.wheelhouse.core.platform.mail.MailOutcome.Sent;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.TestCertificate;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.testing.FreePort;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MailerTest {

    private static final String PASSWORD = "s3cret-Pa55";
    private static final MailLimits PATIENT =
            new MailLimits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(40));
    private static final Mail MAIL = new Mail(
            "evt_1",
            "bob@example.org",
            "[Wheelhouse] größer 😀",
            "ERROR: web: down\n.\n.leading point\n" + "x".repeat(1200) + "\n",
            Instant.parse("2026-01-02T03:04:05.678Z"));

    private final Workers workers = new Workers();
    private SSLContext trusted;
    private @Nullable ScriptedSmtp scripted;
    private @Nullable GreenMail greenMail;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        trusted = new TestCertificate().context();
    }

    @AfterEach
    void stop() {
        if (scripted != null) {
            scripted.close();
        }
        if (greenMail != null) {
            greenMail.stop();
        }
    }

    @AfterAll
    void end() {
        workers.close();
    }

    private ScriptedSmtp with(ScriptedSmtp server) {
        scripted = server;
        return server;
    }

    private GreenMail greenMail(String password) {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        greenMail = server;
        server.setUser("console", password);
        server.start();
        return server;
    }

    private MailOutcome send(Smtp server, @Nullable String password, SSLContext tls, MailLimits limits) {
        return new Mailer(_ -> server, _ -> Optional.ofNullable(password), workers, () -> tls, limits)
                .send("org_1", MAIL);
    }

    private MailOutcome send(Smtp server) {
        return send(server, PASSWORD, trusted, PATIENT);
    }

    private static Smtp at(String host, int port, SmtpSecurity security, @Nullable String user) {
        return new Smtp(host, port, security, user, "console@example.com");
    }

    private static Smtp at(int port, SmtpSecurity security) {
        return at("127.0.0.1", port, security, "console");
    }

    private static void refused(MailOutcome outcome, boolean permanent, String words) {
        assertThat(outcome).isEqualTo(new Refused(words, permanent));
    }

    @Test
    void arrivesAsItWasWritten() throws Exception {
        GreenMail server = greenMail(PASSWORD);
        assertThat(send(at(server.getSmtp().getPort(), SmtpSecurity.NONE))).isEqualTo(new Sent());
        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo(MAIL.subject());
        assertThat(mail.getContent().toString().replace("\r\n", "\n"))
                .isEqualToIgnoringNewLines(MAIL.text())
                .startsWith("ERROR: web: down\n.\n.leading point\nxxx");
        assertThat(mail.getContentType()).startsWith("text/plain");
        assertThat(mail.getFrom()[0]).hasToString("console@example.com");
        assertThat(mail.getAllRecipients()).singleElement().hasToString("bob@example.org");
        assertThat(mail.getMessageID()).isEqualTo("<evt_1@example.com>");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(mail.getSentDate()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
    }

    @Test
    void refusesAMailServerWhoseCertificateNobodyKnowsOrIsOfAnotherName() {
        ScriptedSmtp server = with(ScriptedSmtp.tls(workers, trusted));
        refused(
                send(at(server.port(), SmtpSecurity.TLS), PASSWORD, OutgoingRequests.systemTls(), PATIENT),
                false,
                "The certificate of 127.0.0.1:" + server.port()
                        + " is not signed by an authority that this machine trusts.");
        assertThat(send(at("localhost", server.port(), SmtpSecurity.TLS, "console")))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refusal -> assertThat(refusal.words())
                                .startsWith("The certificate of localhost:" + server.port() + " was refused: "));
        assertThat(server.lines()).isEmpty();
    }

    @Test
    void saysNothingInTheClearBeforeStarttls() {
        ScriptedSmtp server = with(ScriptedSmtp.starttls(workers, trusted));
        assertThat(send(at(server.port(), SmtpSecurity.STARTTLS))).isEqualTo(new Sent());
        assertThat(server.lines().subList(0, 2)).containsExactly("EHLO [127.0.0.1]", "STARTTLS");
        assertThat(server.lines().subList(2, server.lines().size()))
                .allMatch(line -> line.startsWith("TLS "))
                .contains(
                        "TLS AUTH PLAIN " + plain(PASSWORD),
                        "TLS MAIL FROM:<console@example.com>",
                        "TLS RCPT TO:<bob@example.org>",
                        "TLS Auto-Submitted: auto-generated",
                        "TLS ..leading point",
                        "TLS QUIT");
    }

    private static String plain(String password) {
        return Base64.getEncoder().encodeToString(("console\0console\0" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void refusesTheWrongCertificateOfStarttls() {
        ScriptedSmtp server = with(ScriptedSmtp.starttls(workers, trusted));
        assertThat(send(at("localhost", server.port(), SmtpSecurity.STARTTLS, "console")))
                .isInstanceOfSatisfying(Refused.class, refusal -> {
                    assertThat(refusal.words()).startsWith("The certificate of localhost:" + server.port());
                    assertThat(refusal.permanent()).isFalse();
                });
        assertThat(server.lines()).containsExactly("EHLO [127.0.0.1]", "STARTTLS");
    }

    @Test
    void speaksTlsFromTheFirstByte() {
        ScriptedSmtp server = with(ScriptedSmtp.tls(workers, trusted));
        assertThat(send(at(server.port(), SmtpSecurity.TLS))).isEqualTo(new Sent());
        assertThat(server.lines()).allMatch(line -> line.startsWith("TLS "));
    }

    @Test
    void sendsNothingWhereStarttlsIsDemandedAndMissing() {
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers));
        refused(
                send(at(server.port(), SmtpSecurity.STARTTLS)),
                false,
                "127.0.0.1:" + server.port()
                        + " does not offer STARTTLS, which the settings demand. Nothing was sent.");
        assertThat(server.lines()).containsExactly("EHLO [127.0.0.1]");
        server.answering("EHLO", "250-mail.test\r\n250 STARTTLS").answering("STARTTLS", "454 4.7.0 TLS not available");
        refused(
                send(at(server.port(), SmtpSecurity.STARTTLS)),
                false,
                "127.0.0.1:" + server.port() + " answered: 454 4.7.0 TLS not available");
    }

    @Test
    void logsInWhereThereIsAUserAndOnlyThere() {
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers));
        assertThat(send(at("127.0.0.1", server.port(), SmtpSecurity.NONE, null)))
                .isEqualTo(new Sent());
        assertThat(server.lines()).noneMatch(line -> line.startsWith("AUTH"));
        refused(
                send(at(server.port(), SmtpSecurity.NONE), null, trusted, PATIENT),
                false,
                "No password is stored for console on 127.0.0.1:" + server.port()
                        + ". Give it in the settings (PATCH /settings, smtp.password).");
        server.answering("EHLO", "250 mail.test");
        refused(
                send(at(server.port(), SmtpSecurity.NONE)),
                false,
                "127.0.0.1:" + server.port() + " offers no log-in. Remove the user, or take another port.");
        server.answering("EHLO", "250-mail.test\r\n250 AUTH GSSAPI");
        assertThat(send(at(server.port(), SmtpSecurity.NONE)))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refusal -> assertThat(refusal.words())
                                .contains("No authentication mechanisms supported by both server and client"));
    }

    @Test
    void tellsWhoseLogInWasRefusedAndNeverThePassword() {
        GreenMail real = greenMail("another");
        assertThat(send(at(real.getSmtp().getPort(), SmtpSecurity.NONE)))
                .isInstanceOfSatisfying(Refused.class, refusal -> {
                    assertThat(refusal.words())
                            .contains(" refused the log-in: 535 ")
                            .doesNotContain(PASSWORD);
                    assertThat(refusal.permanent()).isFalse();
                });
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers));
        server.answering("AUTH", "535 5.7.8 Not \"" + PASSWORD + "\" by AUTH PLAIN " + plain(PASSWORD));
        refused(
                send(at(server.port(), SmtpSecurity.NONE)),
                false,
                "127.0.0.1:" + server.port() + " refused the log-in: 535 5.7.8 Not \"…\" by AUTH PLAIN …");
    }

    @Test
    void logsNoPassword() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage() + " "
                        + List.of(entry.getParameters() == null ? new Object[0] : entry.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        Logger library = Logger.getLogger("org.eclipse.angus.mail");
        handler.setLevel(Level.ALL);
        library.setLevel(Level.ALL);
        root.addHandler(handler);
        try {
            ScriptedSmtp server = with(ScriptedSmtp.plain(workers));
            send(at(server.port(), SmtpSecurity.NONE));
            server.answering("AUTH", "535 5.7.8 No");
            send(at(server.port(), SmtpSecurity.NONE));
        } finally {
            root.removeHandler(handler);
            library.setLevel(null);
        }
        assertThat(logged).isNotEmpty().noneMatch(line -> line.contains(PASSWORD) || line.contains(plain(PASSWORD)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''    | 421 4.3.2 Closing    | answered: 421 4.3.2 Closing                     | false
            ''    | 554 5.7.1 Go away    | answered: 554 5.7.1 Go away                     | false
            EHLO  | 421 4.3.2 Too many   | answered: 421 4.3.2 Too many                    | false
            MAIL  | 550 5.1.8 Unknown    | refused the sender: 550 5.1.8 Unknown           | true
            MAIL  | 421 4.7.0 Slow down  | refused the sender: 421 4.7.0 Slow down         | false
            RCPT  | 450 4.2.0 Greylisted | refused the recipient: 450 4.2.0 Greylisted     | false
            RCPT  | 421 4.4.5 Busy       | refused the recipient: 421 4.4.5 Busy           | false
            RCPT  | 550 5.1.1 No mailbox | refused the recipient: 550 5.1.1 No mailbox     | true
            RCPT  | 552 5.2.2 Full       | refused the recipient: 552 5.2.2 Full           | true
            DATA  | 451 4.3.0 Later      | refused the mail: 451 4.3.0 Later               | false
            .     | 550 5.7.1 Spam       | refused the mail: 550 5.7.1 Spam                | true
            .     | 452 4.3.1 No space   | refused the mail: 452 4.3.1 No space            | false
            """)
    void tellsTransientFromPermanent(String command, String answer, String words, boolean permanent) {
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers)).answering(command, answer);
        server.answering("HELO", answer);
        refused(send(at(server.port(), SmtpSecurity.NONE)), permanent, "127.0.0.1:" + server.port() + " " + words);
    }

    @Test
    void makesOneLineOfAnAnswerOfSeveral() {
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers));
        server.answering("RCPT", "550-5.7.1 Our policy\r\n550 5.7.1 says no");
        refused(
                send(at(server.port(), SmtpSecurity.NONE)),
                true,
                "127.0.0.1:" + server.port() + " refused the recipient: 550-5.7.1 Our policy 550 5.7.1 says no");
    }

    @ParameterizedTest
    @CsvSource({"''", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "."})
    void saysThatTheConnectionWasClosed(String command) {
        ScriptedSmtp server = with(ScriptedSmtp.plain(workers)).answering(command, ScriptedSmtp.HANG_UP);
        server.answering("HELO", ScriptedSmtp.HANG_UP);
        assertThat(send(at(server.port(), SmtpSecurity.NONE))).isInstanceOfSatisfying(Refused.class, refusal -> {
            assertThat(refusal.permanent()).isFalse();
            assertThat(refusal.words())
                    .matches("(?s)(127.0.0.1:[0-9]+ closed the connection before it had answered\\.|The"
                            + " conversation with 127.0.0.1:[0-9]+ broke: .+)");
        });
    }

    @Test
    void waitsNoLongerThanItsLimits() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            MailLimits ofAnswer =
                    new MailLimits(Duration.ofSeconds(20), Duration.ofMillis(100), Duration.ofSeconds(40));
            refused(
                    send(at(silent.getLocalPort(), SmtpSecurity.NONE), PASSWORD, trusted, ofAnswer),
                    false,
                    "127.0.0.1:" + silent.getLocalPort() + " did not answer in time.");
            MailLimits ofAll = new MailLimits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(100));
            refused(
                    send(at(silent.getLocalPort(), SmtpSecurity.TLS), PASSWORD, trusted, ofAll),
                    false,
                    "127.0.0.1:" + silent.getLocalPort() + " did not take the mail within 100 ms.");
        }
    }

    @Test
    void saysWhatStoodBetween() throws IOException {
        int closed = FreePort.next();
        refused(send(at(closed, SmtpSecurity.STARTTLS)), false, "127.0.0.1:" + closed + " refused the connection.");
        refused(
                send(at("nowhere.invalid", 25, SmtpSecurity.NONE, "console")),
                false,
                "nowhere.invalid does not resolve.");
        assertThat(new Mailer(_ -> null, _ -> Optional.empty(), workers, () -> trusted, PATIENT).send("org_1", MAIL))
                .isEqualTo(
                        new Refused("No mail server is set. Name one in the settings (PATCH /settings, smtp).", false));
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> send(at(silent.getLocalPort(), SmtpSecurity.NONE)))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
