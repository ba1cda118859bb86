package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Keeps what would be mailed; no mail server is set unless a test says what one does. */
final class SentInvites implements InvitePost {

    final List<Mail> mails = new ArrayList<>();

    /** What becomes of each mail. */
    Function<Mail, Optional<MailOutcome>> server = _ -> Optional.empty();

    @Override
    public Optional<MailOutcome> send(String organizationId, Mail mail) {
        mails.add(mail);
        return server.apply(mail);
    }

    @Override
    public String console(String organizationId) {
        return "http://127.0.0.1:7465";
    }
}
