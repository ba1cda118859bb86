package dev.wheelhouse.core.platform.settings;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be set, as it is now.
 *
 * @param version another one after each change
 * @param secrets those that are stored
 * @param listenerTrial null while no other listener is tried
 * @param restartNeeded names of the settings that hold after a restart only
 * @param ignored names that {@code settings.json} had at the start and that are none of its settings
 */
public record Settings(
        OrganizationSettings organization,
        HomeSettings home,
        long version,
        Set<SettingsSecret> secrets,
        @Nullable ListenerTrial listenerTrial,
        List<String> restartNeeded,
        List<String> ignored) {

    public Settings {
        secrets = Set.copyOf(secrets);
        restartNeeded = List.copyOf(restartNeeded);
        ignored = List.copyOf(ignored);
    }

    public boolean hasSmtpPassword() {
        return secrets.contains(SettingsSecret.SMTP_PASSWORD);
    }

    public boolean hasAssistantKey() {
        return secrets.contains(SettingsSecret.ASSISTANT_KEY);
    }
}
