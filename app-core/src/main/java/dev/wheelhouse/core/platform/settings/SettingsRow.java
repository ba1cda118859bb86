package dev.wheelhouse.core.platform.settings;

import java.util.EnumSet;
import java.util.Set;

/**
 * The settings of an organization as they lie in the state.
 *
 * @param settings as JSON; what it leaves out has its default
 * @param smtpPassword whether the vault holds one
 * @param assistantKey whether the vault holds one
 * @param revision counts the changes, from 1; 0 for defaults that nobody changed
 */
record SettingsRow(String organizationId, String settings, boolean smtpPassword, boolean assistantKey, long revision) {

    static SettingsRow of(String organizationId, String settings, Set<SettingsSecret> secrets, long revision) {
        return new SettingsRow(
                organizationId,
                settings,
                secrets.contains(SettingsSecret.SMTP_PASSWORD),
                secrets.contains(SettingsSecret.ASSISTANT_KEY),
                revision);
    }

    /** Those that the vault holds. */
    Set<SettingsSecret> secrets() {
        Set<SettingsSecret> held = EnumSet.noneOf(SettingsSecret.class);
        if (smtpPassword) {
            held.add(SettingsSecret.SMTP_PASSWORD);
        }
        if (assistantKey) {
            held.add(SettingsSecret.ASSISTANT_KEY);
        }
        return held;
    }
}
