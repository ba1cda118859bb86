package dev.wheelhouse.core.platform.mail;

import dev.wheelhouse.core.platform.mail.MailOutcome.Refused;
import dev.wheelhouse.core.platform.mail.MailOutcome.Sent;
import dev.wheelhouse.core.platform.net.HostNames;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * One mail on its way to the server (RFC 5321), with STARTTLS (RFC 3207) or TLS from the first byte (RFC 8314) as the
 * settings demand, and a log-in (RFC 4954). For one thread.
 */
final class SmtpAttempt {

    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private final Smtp server;
    private final @Nullable String password;
    private final Session session;

    SmtpAttempt(Smtp server, @Nullable String password, SSLContext tls, MailLimits limits) {
        this.server = server;
        this.password = password;
        this.session = Session.getInstance(properties(server, tls, limits));
    }

    private static Properties properties(Smtp server, SSLContext tls, MailLimits limits) {
        Properties properties = new Properties();
        properties.put("mail.smtp.connectiontimeout", millis(limits.connect()));
        properties.put("mail.smtp.timeout", millis(limits.answer()));
        // As mail clients do that keep the machine's name to themselves; its own would be looked up.
        properties.put("mail.smtp.localhost", "[127.0.0.1]");
        properties.put("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
        properties.put("mail.smtp.ssl.enable", Boolean.toString(server.security() == SmtpSecurity.TLS));
        properties.put("mail.smtp.starttls.enable", Boolean.toString(server.security() == SmtpSecurity.STARTTLS));
        properties.put("mail.smtp.starttls.required", Boolean.toString(server.security() == SmtpSecurity.STARTTLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.ssl.socketFactory", tls.getSocketFactory());
        // A connection that the factory refuses would be tried again without it.
        properties.put("mail.smtp.socketFactory.fallback", "false");
        return properties;
    }

    private static String millis(Duration limit) {
        return Long.toString(limit.toMillis());
    }

    MailOutcome send(Mail mail) throws MessagingException {
        MimeMessage message = message(mail);
        // A transport of its own, never the static Transport.send: that chooses one by itself.
        SMTPTransport transport = (SMTPTransport) session.getTransport("smtp");
        try {
            transport.connect(HostNames.bare(server.host()), server.port(), server.user(), password);
            if (password != null && !transport.supportsExtension("AUTH")) {
                return new Refused(
                        SmtpWords.place(server) + " offers no log-in. Remove the user, or take another port.", false);
            }
            transport.sendMessage(message, message.getAllRecipients());
            return new Sent();
        } catch (MessagingException e) {
            return new SmtpWords(server, password).of(transport, e);
        } finally {
            close(transport);
        }
    }

    /** Whatever comes of the farewell, the mail is sent or it is not. */
    private static void close(SMTPTransport transport) {
        try {
            transport.close();
        } catch (MessagingException _) {
            // The connection is gone either way.
        }
    }

    private MimeMessage message(Mail mail) throws MessagingException {
        MimeMessage message = new MimeMessage(session) {
            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader(
                        "Message-ID",
                        "<" + mail.id() + server.from().substring(server.from().lastIndexOf('@')) + ">");
            }
        };
        message.setFrom(new InternetAddress(server.from()));
        message.setRecipient(MimeMessage.RecipientType.TO, new InternetAddress(mail.to()));
        message.setSubject(mail.subject(), UTF_8);
        message.setSentDate(Date.from(mail.at()));
        // RFC 3834 section 5: no holiday notice shall come back.
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setText(mail.text(), UTF_8);
        message.saveChanges();
        return message;
    }
}
