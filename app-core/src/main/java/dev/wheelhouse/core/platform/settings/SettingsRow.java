package dev.wheelhouse.core.platform.settings;

/**
 * The settings of an organization as they lie in the state.
 *
 * @param settings as JSON; what it leaves out has its default
 * @param smtpPassword whether the vault holds one
 * @param revision counts the changes, from 1; 0 for defaults that nobody changed
 */
record SettingsRow(String organizationId, String settings, boolean smtpPassword, long revision) {}
