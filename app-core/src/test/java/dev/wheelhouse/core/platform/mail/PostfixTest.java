package dev.wheelhouse.core.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.mail.MailOutcome.Refused;
import dev.wheelhouse.core.platform.mail.MailOutcome.Sent;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.TestCertificate;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.testing.Real;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mail that a real Postfix takes into a mailbox, or refuses. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostfixTest {

    private final Workers workers = new Workers();
    private SSLContext trusted;
    private PostfixServer postfix;

    @BeforeAll
    void start(@TempDir Path certificates, @TempDir Path folder) throws Exception {
        TestCertificate certificate = new TestCertificate();
        trusted = certificate.context();
        postfix = new PostfixServer(folder, certificate);
    }

    @AfterAll
    void end() throws Exception {
        if (postfix != null) {
            postfix.close();
        }
        workers.close();
    }

    private Mail mailTo(String to, String text) {
        return new Mail("evt_1", to, "[Wheelhouse] größer 😀", text, Instant.parse("2026-01-02T03:04:05Z"));
    }

    private MailOutcome send(SmtpSecurity security, int port, SSLContext tls, Mail mail) {
        Smtp server = new Smtp("127.0.0.1", port, security, null, "console@example.com");
        return new Mailer(_ -> server, _ -> Optional.empty(), workers, () -> tls, MailLimits.STANDARD)
                .send("org_1", mail);
    }

    private MailOutcome send(Mail mail) {
        return send(SmtpSecurity.STARTTLS, postfix.port(SmtpSecurity.STARTTLS), trusted, mail);
    }

    private void refused(MailOutcome outcome, boolean permanent, String words) throws Exception {
        assertThat(outcome)
                .as(postfix.log())
                .isEqualTo(new Refused("127.0.0.1:" + postfix.port(SmtpSecurity.STARTTLS) + " " + words, permanent));
    }

    @ParameterizedTest
    @EnumSource
    void aMailArrivesInItsMailbox(SmtpSecurity security) throws Exception {
        String text = "ERROR: web: down\n.\n.leading point\nü" + "x".repeat(1200) + "\n";
        assertThat(send(security, postfix.port(security), trusted, mailTo("bob@example.org", text)))
                .as(postfix.log())
                .isEqualTo(new Sent());
        MimeMessage mail = postfix.onlyMail();
        assertThat(mail.getFrom()).singleElement().hasToString("console@example.com");
        assertThat(mail.getHeader("Return-Path")).containsExactly("<console@example.com>");
        assertThat(mail.getMessageID()).isEqualTo("<evt_1@example.com>");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(mail.getSubject()).isEqualTo("[Wheelhouse] größer 😀");
        assertThat(mail.getContent().toString().replace("\r\n", "\n")).isEqualTo(text);
        // RFC 3848: "S" where it came over TLS.
        assertThat(mail.getHeader("Received", null))
                .contains(security == SmtpSecurity.NONE ? " with ESMTP id " : " with ESMTPS id ");
    }

    @Test
    void anUnknownRecipientIsRefusedForGood() throws Exception {
        refused(
                send(mailTo("nobody@example.org", "x\n")),
                true,
                "refused the recipient: 550 5.1.1 <nobody@example.org>: Recipient address rejected:"
                        + " User unknown in virtual mailbox table");
    }

    @Test
    void aGreylistedRecipientMayGetItLater() throws Exception {
        refused(
                send(mailTo("greylisted@example.org", "x\n")),
                false,
                "refused the recipient: 450 4.2.0 <greylisted@example.org>: Recipient address rejected:"
                        + " Greylisted, come back in a minute");
    }

    @Test
    void aMailThatIsTooLargeIsRefusedForGood() throws Exception {
        refused(
                send(mailTo("bob@example.org", "x".repeat(5000) + "\n")),
                true,
                "refused the mail: 552 5.3.4 Error: message file too big");
    }

    @Test
    void whereTlsIsDemandedNothingGoesInTheClear() throws Exception {
        int port = postfix.port(SmtpSecurity.STARTTLS);
        refused(
                send(SmtpSecurity.NONE, port, trusted, mailTo("bob@example.org", "x\n")),
                true,
                "refused the sender: 530 5.7.0 Must issue a STARTTLS command first");
        assertThat(send(SmtpSecurity.STARTTLS, port, OutgoingRequests.systemTls(), mailTo("bob@example.org", "x\n")))
                .isEqualTo(new Refused(
                        "The certificate of 127.0.0.1:" + port
                                + " is not signed by an authority that this machine trusts.",
                        false));
    }
}
