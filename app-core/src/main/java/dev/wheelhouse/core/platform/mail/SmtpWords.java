package dev.wheelhouse.core.platform.mail;

import dev.wheelhouse.core.platform.mail.MailOutcome.Refused;
import dev.wheelhouse.core.platform.net.TlsFailures;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.text.Excerpt;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with a mail, in the server's own words.
 *
 * @param password left out of whatever the server repeats
 */
record SmtpWords(Smtp server, @Nullable String password) {

    private static final int LONGEST = 500;
    private static final int FIRST_FAILURE = 400;
    private static final int FIRST_PERMANENT = 500;

    /** Host and port as they are shown. */
    static String place(Smtp server) {
        return server.host() + ":" + server.port();
    }

    static String tooSlow(Smtp server, Duration limit) {
        return place(server) + " did not take the mail within " + seconds(limit) + ".";
    }

    private static String seconds(Duration limit) {
        return limit.toSeconds() > 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    Refused of(SMTPTransport transport, MessagingException failure) {
        String connection = ofConnection(failure);
        if (connection != null) {
            return new Refused(connection, false);
        }
        int code = transport.getLastReturnCode();
        if (code < FIRST_FAILURE) {
            String closed = " closed the connection before it had answered.";
            // What the library itself says, such as of a log-in in no way that both know.
            return new Refused(place(server) + (code < 0 ? closed : ": " + clean(failure.getMessage())), false);
        }
        boolean ofThisMail = failure instanceof SendFailedException && code >= FIRST_PERMANENT;
        return new Refused(
                place(server) + " " + what(failure) + ": " + clean(transport.getLastServerResponse()), ofThisMail);
    }

    /** What the server had to say nothing of; null for everything else. */
    private @Nullable String ofConnection(MessagingException failure) {
        String place = place(server);
        if (String.valueOf(failure.getMessage()).startsWith("STARTTLS is required")) {
            return place + " does not offer STARTTLS, which the settings demand. Nothing was sent.";
        }
        Throwable tls = find(failure, SSLException.class::isInstance);
        if (tls != null && !(find(failure, IOException.class::isInstance) instanceof SocketTimeoutException)) {
            return TlsFailures.words(place, tls);
        }
        return switch (find(failure, IOException.class::isInstance)) {
            case UnknownHostException _ -> server.host() + " does not resolve.";
            case SocketTimeoutException _ -> place + " did not answer in time.";
            case NoRouteToHostException _ -> "There is no route to " + place + ".";
            case ConnectException _ -> place + " refused the connection.";
            case null -> null;
            case Throwable broken -> "The conversation with " + place + " broke: " + clean(broken.getMessage());
        };
    }

    /** The innermost, as the library wraps one into another. */
    private static @Nullable Throwable find(Throwable failure, Predicate<Throwable> wanted) {
        Throwable found = null;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            found = wanted.test(each) ? each : found;
        }
        return found;
    }

    private static String what(MessagingException failure) {
        if (failure instanceof AuthenticationFailedException) {
            return "refused the log-in";
        }
        if (failure.getNextException() instanceof SMTPAddressFailedException) {
            return "refused the recipient";
        }
        if (failure instanceof SMTPSendFailedException sending) {
            return sending.getCommand().startsWith("MAIL") ? "refused the sender" : "refused the mail";
        }
        return "answered";
    }

    private String clean(@Nullable String said) {
        String line = String.valueOf(said);
        if (password != null && server.user() != null) {
            String plain = server.user() + "\0" + server.user() + "\0" + password;
            line = line.replace(base64(plain), "…")
                    .replace(base64(password), "…")
                    .replace(password, "…");
        }
        return Excerpt.oneLine(line, LONGEST);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
