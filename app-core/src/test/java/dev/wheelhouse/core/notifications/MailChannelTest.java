package dev.wheelhouse.core.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.mail.PostfixServer;
import dev.wheelhouse.core.platform.net.TestCertificate;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel whose mail a real Postfix takes or refuses. */
@Real
class MailChannelTest {

    @Test
    void aTestArrivesOrSaysInTheServersWordsWhyNot(@TempDir Path home, @TempDir Path certificates, @TempDir Path folder)
            throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(StateKind.SQLITE, home);
                PostfixServer postfix = new PostfixServer(folder, new TestCertificate())) {
            int port = postfix.port(SmtpSecurity.NONE);
            fixture.smtp(new Smtp("127.0.0.1", port, SmtpSecurity.NONE, null, "console@example.com"));
            NotificationChannel known = fixture.create(ChannelKind.EMAIL);
            assertThat(fixture.service().test(fixture.owner(), known.id())).isEqualTo(new ChannelTest(true, null));

            MimeMessage mail = postfix.onlyMail();
            assertThat(mail.getFrom()).singleElement().hasToString("console@example.com");
            assertThat(mail.getMessageID()).matches("<evt_[0-9a-z]+@example\\.com>");
            assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(mail.getSubject()).startsWith("[Wheelhouse] ").contains(known.name());

            ChannelDraft stranger = new ChannelDraft(
                    ChannelKind.EMAIL, "Nobody", List.of("*"), null, null, null, null, "nobody@example.org");
            NotificationChannel unknown = fixture.service().create(fixture.owner(), stranger);
            assertThat(fixture.service().test(fixture.owner(), unknown.id()))
                    .isEqualTo(new ChannelTest(
                            false,
                            "127.0.0.1:" + port + " refused the recipient: 550 5.1.1 <…@example.org>: Recipient"
                                    + " address rejected: User unknown in virtual mailbox table"));
        }
    }
}
