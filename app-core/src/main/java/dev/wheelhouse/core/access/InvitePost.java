package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import java.util.Optional;

/** How invites reach people. Thread-safe. */
public interface InvitePost {

    /** Tries to mail one; empty where no mail server is set. */
    Optional<MailOutcome> send(String organizationId, Mail mail);

    /** Where this console answers, such as {@code http://127.0.0.1:7465}. */
    String console();
}
