package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.secret.SecretChange;

/** What settings shall become. */
public record SettingsDraft(
        OrganizationSettings organization,
        SecretChange smtpPassword,
        SecretChange assistantKey,
        ListenerSettings listener,
        Appearance appearance) {

    /** Leaves everything as it is. */
    public static SettingsDraft of(Settings current) {
        return new SettingsDraft(
                current.organization(),
                SecretChange.keep(),
                SecretChange.keep(),
                current.home().listener(),
                current.home().appearance());
    }

    public SettingsDraft with(OrganizationSettings other) {
        return new SettingsDraft(other, smtpPassword, assistantKey, listener, appearance);
    }

    public SettingsDraft with(Appearance other) {
        return new SettingsDraft(organization, smtpPassword, assistantKey, listener, other);
    }

    SecretChange change(SettingsSecret secret) {
        return switch (secret) {
            case SMTP_PASSWORD -> smtpPassword;
            case ASSISTANT_KEY -> assistantKey;
        };
    }
}
