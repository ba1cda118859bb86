package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.settings.LiveSettings;
import java.util.Optional;

/** Sends invites through the mail server of the settings. */
public record MailedInvites(LiveSettings settings, Mailer mailer) implements InvitePost {

    @Override
    public Optional<MailOutcome> send(String organizationId, Mail mail) {
        return settings.of(organizationId).smtp() == null
                ? Optional.empty()
                : Optional.of(mailer.send(organizationId, mail));
    }

    @Override
    public String console() {
        return settings.home().listener().url();
    }
}
