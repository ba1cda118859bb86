package dev.wheelhouse.core.platform.mail;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.mail.MailOutcome.Refused;
import dev.wheelhouse.core.platform.settings.Smtp;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends mail through the server of an organization's settings, over a connection of its own each. Thread-safe. */
public final class Mailer {

    private final Function<String, @Nullable Smtp> servers;
    private final Function<String, Optional<String>> passwords;
    private final Workers workers;
    private final Supplier<SSLContext> tls;
    private final MailLimits limits;

    /**
     * @param servers that of an organization, asked for at each mail; null for none
     * @param passwords what an organization's server is logged in to with
     * @param tls whose certificates are trusted; asked for at each mail, as reading them takes a part of a start
     */
    public Mailer(
            Function<String, @Nullable Smtp> servers,
            Function<String, Optional<String>> passwords,
            Workers workers,
            Supplier<SSLContext> tls,
            MailLimits limits) {
        this.servers = servers;
        this.passwords = passwords;
        this.workers = workers;
        this.tls = tls;
        this.limits = limits;
    }

    /**
     * Tries once to send a mail and waits for the server's answer.
     *
     * @throws AppException {@code vault_locked}; {@code cancelled} when the calling thread is interrupted
     */
    public MailOutcome send(String organizationId, Mail mail) {
        Smtp server = servers.apply(organizationId);
        if (server == null) {
            return new Refused("No mail server is set. Name one in the settings (PATCH /settings, smtp).", false);
        }
        String password =
                server.user() == null ? null : passwords.apply(organizationId).orElse(null);
        if (server.user() != null && password == null) {
            return new Refused(
                    "No password is stored for " + server.user() + " on " + SmtpWords.place(server)
                            + ". Give it in the settings (PATCH /settings, smtp.password).",
                    false);
        }
        Effects.current().note();
        return inTime(server, new SmtpAttempt(server, password, tls.get(), limits), mail);
    }

    /** On a thread of its own, since nothing but an interrupt ends a look-up or a server that answers byte by byte. */
    private MailOutcome inTime(Smtp server, SmtpAttempt attempt, Mail mail) {
        FutureTask<MailOutcome> task = new FutureTask<>(() -> attempt.send(mail));
        workers.start(task);
        try {
            return task.get(limits.total().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return new Refused(SmtpWords.tooSlow(server, limits.total()), false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Sending the mail was cancelled.", e);
        } catch (CancellationException | ExecutionException e) {
            throw new IllegalStateException("A mail could not be made", e);
        } finally {
            task.cancel(true);
        }
    }
}
