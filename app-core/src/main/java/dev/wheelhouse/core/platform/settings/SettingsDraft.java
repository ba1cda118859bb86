package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.secret.SecretChange;

/** What settings shall become. */
public record SettingsDraft(
        OrganizationSettings organization,
        SecretChange smtpPassword,
        ListenerSettings listener,
        Appearance appearance) {

    /** Leaves everything as it is. */
    public static SettingsDraft of(Settings current) {
        return new SettingsDraft(
                current.organization(),
                SecretChange.keep(),
                current.home().listener(),
                current.home().appearance());
    }

    public SettingsDraft with(Appearance other) {
        return new SettingsDraft(organization, smtpPassword, listener, other);
    }
}
