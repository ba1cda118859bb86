package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import java.util.Optional;

/** How invites reach people. Thread-safe. */
public interface InvitePost {

    /** Tries to mail one; empty where no mail server is set. */
    Optional<MailOutcome> send(String organizationId, Mail mail);

    /** Where others reach this console, such as {@code https://console.example.com}, or else where it listens. */
    String console(String organizationId);
}
