package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.settings.SettingsService;
import java.util.Optional;

/** Sends invites through the mail server of the settings. */
public record MailedInvites(SettingsService settings, Mailer mailer) implements InvitePost {

    @Override
    public Optional<MailOutcome> send(String organizationId, Mail mail) {
        return settings.live().of(organizationId).smtp() == null
                ? Optional.empty()
                : Optional.of(mailer.send(organizationId, mail));
    }

    @Override
    public String console(String organizationId) {
        return Optional.ofNullable(settings.live().of(organizationId).publicAddress())
                .orElseGet(() -> settings.place().url());
    }
}
